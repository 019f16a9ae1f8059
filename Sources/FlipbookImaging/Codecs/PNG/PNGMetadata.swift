/// The chunks of a PNG that remain valid when its picture is encoded again.
package struct PNGMetadata {
    private let chunks: [UInt8]

    package init(of file: UnsafeRawBufferPointer) {
        chunks = PNGChunk.row(in: file).prefix { $0.type != .end && $0.isComplete(in: file) }
            .filter { Self.kept.contains($0.type.description) && $0.isIntact(in: file) }
            .reduce(into: []) { $0 += file[$1.offset..<$1.end] }
    }

    package func replacing(in file: [UInt8]) -> [UInt8] {
        file.withUnsafeBytes { bytes in
            var result = Array(bytes.prefix(PNGChunk.signature.count))
            result.reserveCapacity(bytes.count + chunks.count)
            for chunk in PNGChunk.row(in: bytes).prefix(while: { $0.isComplete(in: bytes) }) {
                if !Self.kept.contains(chunk.type.description) { result += bytes[chunk.offset..<chunk.end] }
                // PNG allows all of these chunks directly after the header (table 5.3).
                if chunk.type == .header { result += chunks }
            }
            return result
        }
    }

    private static let kept: Set = [
        "cHRM", "cICP", "cLLI", "eXIf", "gAMA", "iCCP", "iTXt", "mDCV", "pHYs", "sRGB", "tEXt", "tIME", "zTXt",
    ]
}
