package enum PNGChunks {
    package static let signature = PNGChunk.signature

    package static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + payload
        return big(payload.count, 4) + covered + big(covered.withUnsafeBytes { $0.crc32 }, 4)
    }

    package static func imageData(of file: [UInt8]) -> [UInt8] {
        file.withUnsafeBytes { bytes in
            PNGChunk.row(in: bytes).reduce(into: []) { data, chunk in
                if chunk.type == .imageData { data += chunk.payload(in: bytes) }
            }
        }
    }

    /// Calls `body` with the chunks up to IEND. Returns `true` if all are intact and `body` always returned `true`.
    package static func forEach(in file: UnsafeRawBufferPointer, _ body: (_ type: String, _ payload: [UInt8]) -> Bool)
        -> Bool
    {
        guard file.starts(with: PNGChunk.signature) else { return false }
        for chunk in PNGChunk.row(in: file) {
            guard chunk.isIntact(in: file), body("\(chunk.type)", Array(chunk.payload(in: file))) else { return false }
            if chunk.type == .end { return true }
        }
        return false
    }
}
