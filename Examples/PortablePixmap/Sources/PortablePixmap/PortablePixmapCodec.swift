import FlipbookCore
import FlipbookImaging

extension ImageCodec {
    /// Portable pixmap, Netpbm's P6: what the recipe "Adding a codec" of CONTRIBUTING.md comes to for a small format.
    static let portablePixmap = ImageCodec(
        "PPM",
        extensions: ["ppm"],
        matches: { $0.starts(with: "P6".utf8) && $0.count >= 3 && PortablePixmap.isSpace($0[2]) },
        details: { (file, window) throws(ImageError) in
            let pixmap = try PortablePixmap(window.bytes)
            try pixmap.checkEnd(in: file.byteCount)
            return ImageDetails(header: pixmap.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, _) throws(ImageError) in
            let start = try PortablePixmap(UnsafeRawBufferPointer(rebasing: bytes.prefix(FileWindow.length))).start
            return try Picture.decoded(size: header.size, format: .rgba) { pixels in
                for index in 0..<header.size.area {
                    for channel in 0..<3 { pixels[index * 4 + channel] = bytes[start + index * 3 + channel] }
                    pixels[index * 4 + 3] = 255
                }
            }
        }
    )
}

/// The header of a portable pixmap: P6, width, height and the highest value, in decimal digits between white space.
private struct PortablePixmap {
    let size: PixelSize
    /// Where the pixels begin.
    let start: Int

    var header: ImageHeader {
        ImageHeader(
            size: size,
            format: ImageCodec.portablePixmap.format,
            bitDepth: 8,
            colorModel: .rgb,
            hasAlpha: false,
            isInterlaced: false
        )
    }

    init(_ head: UnsafeRawBufferPointer) throws(ImageError) {
        var (numbers, offset) = ([Int](), 2)
        while numbers.count < 3 {
            while offset < head.count, Self.isSpace(head[offset]) { offset += 1 }
            let digits = head[offset...].prefix(10).prefix { (0x30...0x39).contains($0) }
            offset = digits.endIndex
            guard offset < head.count else { throw .truncated }
            guard let number = Int(String(decoding: digits, as: UTF8.self)), Self.isSpace(head[offset]) else {
                throw .corrupt(reason: "there is no number at byte \(offset)")
            }
            numbers.append(number)
        }
        guard numbers[2] == 255 else { throw .notAnImage(found: "a PPM file of other than 8 bits") }
        size = PixelSize(width: numbers[0], height: numbers[1])
        guard !size.isEmpty else { throw .corrupt(reason: "the size is \(size)") }
        start = offset + 1
    }

    /// Throws where the pixels end beyond a file of so many bytes.
    func checkEnd(in byteCount: Int) throws(ImageError) {
        let (length, overflow) = size.area.multipliedReportingOverflow(by: 3)
        guard !overflow, length <= byteCount - start else { throw .truncated }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
