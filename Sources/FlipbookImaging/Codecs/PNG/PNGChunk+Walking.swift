extension PNGChunk {
    /// The types of the chunks up to IEND, besides pixels and profiles, whose CRC is wrong, each once.
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

    /// More kinds of damage than these say no more.
    private static let mostDamagedTypes = 8

    /// Throws where a chunk of a whole file is missing or damaged, up to IEND.
    static func checkAll(in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var hasData = false
        for chunk in row(in: bytes) {
            guard chunk.isComplete(in: bytes) else { throw .truncated }
            guard chunk.isIntact(in: bytes) else {
                throw .corrupt(reason: "the checksum of \(chunk.type) at byte \(chunk.offset) is wrong")
            }
            if chunk.type == .imageData { hasData = true }
            guard chunk.type == .end else { continue }
            if hasData { return }
            throw .corrupt(reason: "there are no pixels before IEND")
        }
        throw .truncated
    }

    static func checkSole(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        if let last = row(in: bytes).first(where: { $0.type == .end }) {
            try ImageFormat.png.checkSole(bytes, after: last.end)
        }
    }

    /// The place where the IEND chunk ends, or an error if there is none, or another picture follows.
    static func end(of file: inout FileReader) throws(ImageError) -> Int {
        let end: Int
        do throws(ImageError) {
            end = try walk(&file)
        } catch {
            // Of chunks that are damaged the decoder tells more, where the end is there.
            guard let last = try file.bytes(at: file.byteCount - endBytes.count, count: endBytes.count),
                last.elementsEqual(endBytes)
            else { throw error }
            return file.byteCount
        }
        try ImageFormat.png.checkSole(&file, after: end)
        return end
    }

    /// Follows the chunks to the end of IEND; no more of each is read than its length and type.
    private static func walk(_ file: inout FileReader) throws(ImageError) -> Int {
        var (offset, hasPixels) = (PNGPreamble.afterHeader, false)
        while offset + overhead <= file.byteCount {
            guard let bytes = try file.bytes(at: offset, count: 8) else { throw .truncated }
            guard let chunk = PNGChunk(in: bytes, at: 0) else {
                throw .corrupt(reason: "there is no chunk where one should begin, at byte \(offset)")
            }
            if chunk.type == .imageData, !hasPixels {
                hasPixels = true
                // Short ones are close to one another.
                if chunk.end >= FileReader.windowLength, file.role == .file,
                    try endsTheFile(chunk.end, at: offset, &file)
                {
                    return file.byteCount
                }
            }
            offset += chunk.end
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// Returns `true` if the picture whose pixels begin at `offset` is the last thing in the file, by the equal lengths
    /// of chunks but for the last one: a second picture's would have to stand there by chance.
    private static func endsTheFile(
        _ length: Int,
        at offset: Int,
        _ file: inout FileReader
    ) throws(ImageError) -> Bool {
        let count = (file.byteCount - overhead - offset) / length
        // A text behind the pixels may have more bytes than the last of them.
        for skipped in [count, count - 1] where skipped > 0 {
            var place = offset + skipped * length
            for _ in 0..<mostFollowing {
                guard let bytes = try file.bytes(at: place, count: 8),
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
