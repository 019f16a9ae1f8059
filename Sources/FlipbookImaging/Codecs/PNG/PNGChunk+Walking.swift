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

    /// Where the IEND chunk of a file ends; `window` has the file's first bytes.
    ///
    /// Mostly that is the file's end. Where it is not, the chunks are followed, no more of each being read than its
    /// length and type.
    /// - Throws: ``ImageError/truncated`` where there is none.
    static func end(of file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) -> Int {
        // A small file is known whole: icons are read with one read.
        if file.byteCount <= window.bytes.count, window.bytes.suffix(endBytes.count).elementsEqual(endBytes) {
            return file.byteCount
        }
        let isEnd = try file.withBytes(at: file.byteCount - endBytes.count, count: endBytes.count) {
            $0.elementsEqual(endBytes)
        }
        if isEnd { return file.byteCount }
        var offset = PNGPreamble.afterHeader
        while offset + overhead <= file.byteCount {
            guard let bytes = try window.bytes(at: offset, count: 8, of: file) else { throw .truncated }
            guard let chunk = PNGChunk(in: bytes, at: 0) else {
                throw .corrupt(reason: "there is no chunk where one should begin, at byte \(offset)")
            }
            offset += overhead + chunk.length
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// The chunk that ends every PNG: no payload, type IEND, its CRC.
    private static let endBytes: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
