extension PNGChunk {
    /// The types of the chunks besides the pixels whose CRC is wrong, each once, in the order of the file; none where
    /// the bytes are no PNG. Looks no further than IEND. A damaged profile is reported with the colours.
    static func damagedTypes(in bytes: UnsafeRawBufferPointer) -> [String] {
        guard bytes.starts(with: signature) else { return [] }
        var types: [PNGChunkType] = []
        var offset = signature.count
        while types.count < mostDamagedTypes, let chunk = PNGChunk(in: bytes, at: offset),
            chunk.isComplete(in: bytes)
        {
            if chunk.type != .imageData, chunk.type != .colorProfile, !chunk.isIntact(in: bytes),
                !types.contains(chunk.type)
            {
                types.append(chunk.type)
            }
            if chunk.type == .end { break }
            offset = chunk.end
        }
        return types.map(\.description)
    }

    /// More kinds of damage than these say no more.
    private static let mostDamagedTypes = 8

    /// Throws where a chunk of a whole file is missing or damaged, up to IEND.
    static func checkAll(in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var offset = signature.count
        var hasData = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            guard chunk.isComplete(in: bytes) else { throw .truncated }
            guard chunk.isIntact(in: bytes) else {
                throw .corrupt(reason: "the checksum of \(chunk.type) at byte \(chunk.offset) is wrong")
            }
            if chunk.type == .imageData { hasData = true }
            if chunk.type == .end {
                guard hasData else { throw .corrupt(reason: "there are no pixels before IEND") }
                return
            }
            offset = chunk.end
        }
        throw .truncated
    }

    /// Throws where another picture follows the end of the first in the bytes of a whole file.
    static func checkSole(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var offset = signature.count
        while let chunk = PNGChunk(in: bytes, at: offset) {
            offset = chunk.end
            if chunk.type == .end { return try ImageFormat.png.checkSole(bytes, after: offset) }
        }
    }

    /// Where the IEND chunk of a file ends; `window` has the file's first bytes.
    /// - Throws: ``ImageError/truncated`` where there is none, and ``ImageError/notAnImage(found:)`` where another picture follows.
    static func end(of file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) -> Int {
        let end: Int
        do throws(ImageError) {
            end = try walk(file, &window)
        } catch {
            // Of chunks that are damaged the decoder tells more, where the end is there.
            guard let last = try window.bytes(at: file.byteCount - endBytes.count, count: endBytes.count, of: file),
                last.elementsEqual(endBytes)
            else { throw error }
            return file.byteCount
        }
        try ImageFormat.png.checkSole(file, &window, after: end)
        return end
    }

    /// Follows the chunks to the end of IEND; no more of each is read than its length and type.
    private static func walk(_ file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) -> Int {
        var (offset, hasPixels) = (PNGPreamble.afterHeader, false)
        while offset + overhead <= file.byteCount {
            guard let bytes = try window.bytes(at: offset, count: 8, of: file) else { throw .truncated }
            guard let chunk = PNGChunk(in: bytes, at: 0) else {
                throw .corrupt(reason: "there is no chunk where one should begin, at byte \(offset)")
            }
            if chunk.type == .imageData, !hasPixels {
                hasPixels = true
                // Short ones are close to one another.
                if chunk.end >= FileWindow.length, try endsTheFile(chunk.end, at: offset, file, &window) {
                    return file.byteCount
                }
            }
            offset += chunk.end
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// Whether the picture whose pixels begin at `offset` is the last thing in the file: writers make the chunks of pixels
    /// of one length, but for the last one, whose place follows from that. A second picture's would have to stand there by chance.
    private static func endsTheFile(
        _ length: Int,
        at offset: Int,
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> Bool {
        let count = (file.byteCount - overhead - offset) / length
        // What follows the pixels, such as a text, may have more bytes than the last of them.
        for skipped in [count, count - 1] where skipped > 0 {
            var place = offset + skipped * length
            for _ in 0..<mostFollowing {
                guard let bytes = try window.bytes(at: place, count: 8, of: file),
                    let chunk = PNGChunk(in: bytes, at: 0)
                else { break }
                place += chunk.end
                guard chunk.type != .end else {
                    if place == file.byteCount { return true }
                    break
                }
            }
        }
        return false
    }

    /// The number of chunks that are looked for behind the pixels before all are followed.
    private static let mostFollowing = 16

    /// The chunk that ends every PNG: no payload, type IEND, its CRC.
    private static let endBytes: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
