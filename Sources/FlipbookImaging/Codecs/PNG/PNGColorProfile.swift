extension ColorProfile {
    /// The maximum length of a profile, in bytes. Printer profiles are a few megabytes long.
    private static let mostBytes = 16 << 20

    /// Reads a PNG's colors from cICP, iCCP, or gAMA and cHRM, in this order (third edition, clause 4.3).
    init?(ofPNG bytes: UnsafeRawBufferPointer) {
        var profile: ColorProfile?
        var (primaries, power): (RGBPrimaries?, Double?)
        for chunk in PNGChunk.row(in: bytes) {
            guard chunk.isComplete(in: bytes), chunk.type != .imageData else { break }
            let payload = chunk.payload(in: bytes)
            if chunk.type == .codingIndependent, chunk.length == 4 {
                self = .codePoints(primaries: payload[0], transfer: payload[1])
                return
            }
            if chunk.type == .chromaticities { primaries = RGBPrimaries(ofPNG: payload) }
            if chunk.type == .gamma, chunk.length == 4 { power = 100_000 / Double(max(1, payload.bigEndian32(at: 0))) }
            if chunk.type == .colorProfile, profile == nil {
                profile = (chunk.isIntact(in: bytes) ? Self.unpacked(payload) : nil) ?? .damaged
            }
        }
        if profile == nil, let power { profile = .calibrated(primaries ?? .bt709, .power(power)) }
        guard let profile else { return nil }
        self = profile
    }

    /// Unpacks an iCCP chunk: a name, a method, and a zlib stream (clause 11.3.2.3).
    private static func unpacked(_ payload: UnsafeRawBufferPointer) -> ColorProfile? {
        guard let end = payload.prefix(80).firstIndex(of: 0), end + 2 < payload.count, payload[end + 1] == 0,
            let inflater = Inflater()
        else { return nil }
        let input = UnsafeRawBufferPointer(rebasing: payload[(end + 2)...])
        var count = 128
        for _ in 0..<2 {
            inflater.begin()
            var rest = input
            var bytes = [UInt8](repeating: 0, count: count)
            let status = bytes.withUnsafeMutableBytes { buffer in
                var room = buffer
                return (inflater.run(&rest, &room), room.count)
            }
            guard status.0 != .doubtful, status.1 == 0 else { return nil }
            let length = bytes.withUnsafeBytes { Int($0.bigEndian32(at: 0)) }
            if length == bytes.count { return .icc(bytes) }
            guard (128...mostBytes).contains(length), length / 1032 <= input.count else { return nil }
            count = length
        }
        return nil
    }
}
