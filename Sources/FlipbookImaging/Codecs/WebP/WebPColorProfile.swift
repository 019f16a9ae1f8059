extension ColorProfile {
    /// Finds the ICC profile in a chunk before the pixels (RFC 9649, section 2.7.1.4).
    init?(ofWebP bytes: UnsafeRawBufferPointer) {
        guard let chunk = RIFFChunk.row(in: bytes).first(where: { $0.type == "ICCP" }) else { return nil }
        self = chunk.payload.upperBound <= bytes.count ? .icc(Array(bytes[chunk.payload])) : .damaged
    }
}
