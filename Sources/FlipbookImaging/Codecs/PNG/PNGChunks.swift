internal import CImageKernels

/// Chunks of PNG files that are taken apart and put together elsewhere.
package enum PNGChunks {
    /// The eight bytes that every PNG begins with.
    package static let signature = PNGChunk.signature

    /// A chunk with its length and its checksum.
    package static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + payload
        let checksum = covered.withUnsafeBytes { flipbook_crc32($0.baseAddress, $0.count) }
        return big(payload.count, 4) + covered + big(checksum, 4)
    }

    /// The compressed pixels of a whole file.
    package static func imageData(of file: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        file.withUnsafeBytes { bytes in
            _ = forEach(in: bytes) { type, payload in
                if type == "IDAT" { data += payload }
                return true
            }
        }
        return data
    }

    /// Hands the chunks of a whole file on, up to IEND.
    /// - Returns: Whether all of them are there and intact, and `body` always returned `true`.
    package static func forEach(
        in file: UnsafeRawBufferPointer,
        _ body: (_ type: String, _ payload: [UInt8]) -> Bool
    ) -> Bool {
        guard file.starts(with: PNGChunk.signature) else { return false }
        var offset = PNGChunk.signature.count
        while let chunk = PNGChunk(in: file, at: offset), chunk.isIntact(in: file) {
            guard body(chunk.type.description, Array(file[chunk.payload..<chunk.payload + chunk.length])) else {
                return false
            }
            if chunk.type == .end { return true }
            offset = chunk.end
        }
        return false
    }
}
