extension ColorProfile {
    init?(ofWebP bytes: UnsafeRawBufferPointer) {
        guard let chunk = RIFFChunk.row(in: bytes).first(where: { $0.type == "ICCP" }) else { return nil }
        self = chunk.payload.upperBound <= bytes.count ? .icc(Array(bytes[chunk.payload])) : .damaged
    }
}
