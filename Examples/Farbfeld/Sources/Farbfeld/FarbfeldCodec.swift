import FlipbookCore
import FlipbookImaging

extension ImageCodec {
    /// Farbfeld, suckless.org's format: an example for "Adding a codec" in CONTRIBUTING.md.
    static let farbfeld = ImageCodec(
        "farbfeld",
        extensions: ["ff"],
        matches: { $0.starts(with: "farbfeld".utf8) && $0.count >= Farbfeld.headerLength },
        details: { (file) throws(ImageError) in
            let header = try Farbfeld.header(file.head())
            guard header.size.area <= (file.byteCount - Farbfeld.headerLength) / 8 else { throw .truncated }
            return ImageDetails(header: header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            let isDeep = request.isDeep(header)
            return try Picture.decoded(size: header.size, format: isDeep ? .rgba64 : .rgba) { pixels in
                for index in 0..<header.size.area * 4 {
                    let value = Farbfeld.number16(bytes, at: Farbfeld.headerLength + index * 2)
                    if isDeep {
                        pixels.storeBytes(of: value.littleEndian, toByteOffset: index * 2, as: UInt16.self)
                    } else {
                        pixels[index] = UInt8((UInt32(value) * 255 + 32_895) >> 16)
                    }
                }
            }
        }
    )
}

/// The parts of a farbfeld file: a name, the width and height in four bytes each, and pixels with four channels of two bytes
/// each, all big-endian.
private enum Farbfeld {
    static let headerLength = 16

    static func header(_ head: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        let size = PixelSize(width: Int(number32(head, at: 8)), height: Int(number32(head, at: 12)))
        guard !size.isEmpty else { throw .corrupt(reason: "the size is \(size)") }
        return ImageHeader(
            size: size,
            format: ImageCodec.farbfeld.format,
            bitDepth: 16,
            colorModel: .rgb,
            hasAlpha: true,
            isInterlaced: false
        )
    }

    static func number16(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt16 {
        UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    private static func number32(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
