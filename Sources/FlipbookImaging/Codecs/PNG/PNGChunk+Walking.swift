extension PNGChunk {
    /// Returns the types of the chunks with a wrong CRC, up to IEND, except pixels and profiles.
    static func damagedTypes(in bytes: UnsafeRawBufferPointer) -> [String] {
        guard bytes.starts(with: signature) else { return [] }
        var types: [PNGChunkType] = []
        for chunk in row(in: bytes) {
            guard types.count < mostDamagedTypes, chunk.isComplete(in: bytes) else { break }
            let isMeant = chunk.type != .imageData && chunk.type != .colorProfile && !types.contains(chunk.type)
            if isMeant, !chunk.isIntact(in: bytes) { types.append(chunk.type) }
            if chunk.type == .end { break }
        }
        return types.map(\.description)
    }

    private static let mostDamagedTypes = 8

    static func checkAll(in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var hasData = false
        for chunk in row(in: bytes) {
            guard chunk.isComplete(in: bytes) else { throw .truncated }
            try require(chunk.isIntact(in: bytes), "the checksum of \(chunk.type) at byte \(chunk.offset) is wrong")
            if chunk.type == .imageData { hasData = true }
            guard chunk.type == .end else { continue }
            if hasData { return }
            throw .corrupt(reason: "the pixels are missing before IEND")
        }
        throw .truncated
    }

    static func checkSole(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        if let last = row(in: bytes).first(where: { $0.type == .end }) {
            try ImageFormat.png.checkSole(bytes, after: last.end)
        }
    }

    static func end(of file: inout FileReader) throws(ImageError) -> Int {
        let end: Int
        do throws(ImageError) {
            end = try walk(&file)
        } catch {
            // If the file ends with IEND, the decoder reports damaged chunks in more detail.
            guard let last = try file.bytes(at: file.byteCount - endBytes.count, count: endBytes.count),
                last.elementsEqual(endBytes)
            else { throw error }
            return file.byteCount
        }
        try ImageFormat.png.checkSole(&file, after: end)
        return end
    }

    /// Follows the chunks to the end of IEND, reading only lengths and types.
    private static func walk(_ file: inout FileReader) throws(ImageError) -> Int {
        var (offset, hasPixels) = (PNGPreamble.afterHeader, false)
        while offset + overhead <= file.byteCount {
            guard let bytes = try file.bytes(at: offset, count: 8) else { throw .truncated }
            guard let chunk = PNGChunk(in: bytes, at: 0) else {
                throw .corrupt(reason: "a chunk is missing at byte \(offset)")
            }
            if chunk.type == .imageData, !hasPixels {
                hasPixels = true
                // Short chunks are near one another.
                let isLong = chunk.end >= FileReader.windowLength && file.role == .file
                if isLong, try endsFile(chunk.end, at: offset, &file) { return file.byteCount }
            }
            offset += chunk.end
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// Returns `true` if the file ends with this picture, assuming that all chunks except the last have equal lengths. A second
    /// picture's chunks could match only by chance.
    private static func endsFile(_ length: Int, at offset: Int, _ file: inout FileReader) throws(ImageError) -> Bool {
        let count = (file.byteCount - overhead - offset) / length
        // A text chunk after the pixels may be longer than the last pixel chunk.
        for skipped in [count, count - 1] where skipped > 0 {
            var place = offset + skipped * length
            for _ in 0..<mostFollowing {
                guard let bytes = try file.bytes(at: place, count: 8), let chunk = PNGChunk(in: bytes, at: 0)
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

    /// The maximum number of chunks that are checked after the pixels. If there are more, all chunks are followed.
    private static let mostFollowing = 16

    private static let endBytes: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
