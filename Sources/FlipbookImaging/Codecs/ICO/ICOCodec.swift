internal import FlipbookCore

extension ImageCodec {
    /// Windows icons and cursors. The largest picture is used, or the smallest one that covers the drawn size. Among pictures
    /// of the same size, the one with the most colors is used.
    public static let ico = ImageCodec(
        "ICO",
        extensions: ["ico", "cur"],
        matches: ICODirectory.matches,
        details: { (file) throws(ImageError) in
            ImageDetails(header: try ICODirectory.entry(in: &file).header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, request) throws(ImageError) in
            var file = try FileReader(bytes)
            let entry = try ICODirectory.entry(covering: request.detail, in: &file)
            let picture = UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.byteCount])
            guard entry.isPNG else { return try ICOBitmap(picture).decode() }
            var session = try PNGSession(picture, request)
            return try session.frame(0)
        }
    ).scaling()
}

enum ICODirectory {
    struct Entry {
        let (offset, byteCount): (Int, Int)
        let isPNG: Bool
        let header: ImageHeader
        let bitDepth: Int
    }

    private static let entryLength = 16

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 22, head.starts(with: [0, 0]), [1, 2].contains(head[2]), head[3] == 0 else { return false }
        let count = Int(head.littleEndian16(at: 4))
        return (1...255).contains(count) && head[9] == 0 && head.littleEndian32(at: 18) >= 6 + count * entryLength
    }

    /// Returns the smallest picture that covers `detail`, or the largest picture.
    static func entry(covering detail: PixelSize? = nil, in file: inout FileReader) throws(ImageError) -> Entry {
        guard let start = try file.bytes(at: 0, count: 6) else { throw .truncated }
        let count = Int(start.littleEndian16(at: 4))
        let length = min(count * entryLength, FileReader.windowLength - 6)
        guard let list = try file.bytes(at: 6, count: length) else { throw .truncated }
        var found: [(size: PixelSize, offset: Int, byteCount: Int)] = []
        for place in stride(from: 0, to: list.count - entryLength + 1, by: entryLength) {
            // A stored side of 0 means 256 pixels.
            func side(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
            let size = PixelSize(width: side(list[place]), height: side(list[place + 1]))
            let (length, offset) = (list.littleEndian32(at: place + 8), list.littleEndian32(at: place + 12))
            found.append((size, Int(offset), Int(length)))
        }
        let sufficient = found.map(\.size).filter { size in
            detail.map { size.width >= $0.width && size.height >= $0.height } ?? false
        }
        let area = sufficient.map(\.area).min() ?? found.map(\.size.area).max()
        var best: Entry?
        for (size, offset, length) in found where size.area == area {
            let entry = try entry(at: offset, byteCount: length, in: &file)
            if entry.bitDepth > best?.bitDepth ?? -1 { best = entry }
        }
        guard let best else { throw .corrupt(reason: "it contains no picture") }
        return best
    }

    private static func entry(at offset: Int, byteCount: Int, in file: inout FileReader) throws(ImageError) -> Entry {
        guard offset + byteCount <= file.byteCount else { throw .truncated }
        let length = min(byteCount, FileReader.windowLength)
        guard length >= 40, let head = try file.bytes(at: offset, count: length) else {
            throw .corrupt(reason: "a picture has \(byteCount) bytes")
        }
        if head.starts(with: PNGChunk.signature) {
            var header = try PNGPreamble(head).header
            header.format = .ico
            return Entry(offset: offset, byteCount: byteCount, isPNG: true, header: header, bitDepth: 32)
        }
        let bitmap = try ICOBitmap(head, byteCount: byteCount)
        let depth = bitmap.layout.bitDepth
        return Entry(offset: offset, byteCount: byteCount, isPNG: false, header: bitmap.header, bitDepth: depth)
    }
}

/// A bitmap in an icon, without a file header. Its declared height is doubled because of the mask.
struct ICOBitmap {
    private let bytes: UnsafeRawBufferPointer
    let layout: BMPLayout
    private let fileHeader: [UInt8]

    init(_ bytes: UnsafeRawBufferPointer, byteCount: Int? = nil) throws(ImageError) {
        self.bytes = bytes
        let headerLength = Int(bytes.count >= 40 ? bytes.littleEndian32(at: 0) : 0)
        let isKnown = (40...256).contains(headerLength) && bytes.count >= headerLength
        try require(isKnown, "a picture's header declares a length of \(headerLength) bytes")
        let height = Int32(bitPattern: bytes.littleEndian32(at: 8))
        try require(height % 2 == 0, "a picture and its mask differ in height")
        var header = Array("BM".utf8) + [UInt8](repeating: 0, count: BMPLayout.fileHeaderLength - 2)
        header += bytes[..<headerLength]
        header.replaceSubrange(22..<26, with: little(Int(height) / 2, 4))
        fileHeader = header
        let head = header + bytes[headerLength..<min(bytes.count, headerLength + 16)]
        layout = try head.lendingBytes { (head) throws(ImageError) in
            try BMPLayout(head, byteCount: (byteCount ?? bytes.count) + BMPLayout.fileHeaderLength)
        }
        guard layout.coding != .runs else { throw .unsupported("a run-length-encoded icon") }
    }

    var header: ImageHeader { changing(layout.header) { ($0.format, $0.hasAlpha) = (.ico, true) } }

    /// Decodes the picture. If it has no alpha channel, the mask becomes its alpha.
    func decode() throws(ImageError) -> Picture {
        let file = fileHeader + bytes[(fileHeader.count - BMPLayout.fileHeaderLength)...]
        let picture = try file.lendingBytes { (file) throws(ImageError) in try BMPDecoder(file).decode() }
        let size = layout.size
        let maskOffset = layout.pixelOffset - BMPLayout.fileHeaderLength + layout.bytesPerRow * size.height
        let maskRow = (size.width + 31) / 32 * 4
        let hasMask = maskOffset + maskRow * (size.height - 1) + (size.width + 7) / 8 <= bytes.count
        guard hasMask || layout.bitDepth == 32 else { throw .truncated }
        guard hasMask, picture.isOpaque else { return picture }
        return try picture.withUnsafeBytes { (pixels) throws(ImageError) in
            try Picture.decoded(size: size, format: .rgba) { target in
                target.copyMemory(from: pixels)
                for y in 0..<size.height {
                    let row = maskOffset + (layout.isTopDown ? y : size.height - 1 - y) * maskRow
                    for x in 0..<size.width where bytes[row + x / 8] >> UInt8(7 - x % 8) & 1 == 1 {
                        target[(y * size.width + x) * 4 + 3] = 0
                    }
                }
            }
        }
    }
}
