/// The chunks of a PNG file that say something about its picture, in any form of storage: colour
/// space, pixel density, texts, EXIF, time.
///
/// A picture that is encoded again keeps them. What depends on the way of storing (palette, `tRNS`, `bKGD`, `sBIT`,
/// `hIST`) and unknown ones are left behind.
package struct PNGMetadata {
    /// The chunks, each with its length, type and CRC.
    private let chunks: [UInt8]

    /// The chunks of the bytes of a file, damaged ones left out.
    package init(of file: UnsafeRawBufferPointer) {
        var chunks: [UInt8] = []
        var offset = PNGChunk.signature.count
        while let chunk = PNGChunk(in: file, at: offset), chunk.isComplete(in: file) {
            if chunk.type == .end { break }
            if Self.kept.contains(chunk.type.description), chunk.isIntact(in: file) {
                chunks += file[chunk.offset..<chunk.end]
            }
            offset = chunk.end
        }
        self.chunks = chunks
    }

    /// The bytes of a file with these chunks in place of its own ones of that sort.
    package func replacing(in file: [UInt8]) -> [UInt8] {
        file.withUnsafeBytes { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + chunks.count)
            result += bytes.prefix(PNGChunk.signature.count)
            var offset = PNGChunk.signature.count
            while let chunk = PNGChunk(in: bytes, at: offset), chunk.isComplete(in: bytes) {
                if !Self.kept.contains(chunk.type.description) { result += bytes[chunk.offset..<chunk.end] }
                // Right after the header all of them may stand (PNG, table 5.3).
                if chunk.type == .header { result += chunks }
                offset = chunk.end
            }
            return result
        }
    }

    private static let kept: Set = [
        "cHRM", "cICP", "cLLI", "eXIf", "gAMA", "iCCP", "iTXt", "mDCV", "pHYs", "sRGB", "tEXt", "tIME", "zTXt",
    ]
}
