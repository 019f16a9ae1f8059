/// How a picture's pixels lie in memory.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// 8 bits a channel, bytes R, G, B, A; colour not multiplied by alpha (as PNG stores it).
    case rgba
    /// 8 bits a channel, bytes R, G, B, A; colour multiplied by alpha.
    case rgbaPremultiplied
    /// 8 bits a channel, bytes B, G, R, A; straight alpha (what FFV1 takes).
    case bgra
    /// 16 bits a channel, little-endian numbers R, G, B, A; straight alpha.
    case rgba64
    /// 16 bits a channel, little-endian numbers R, G, B, A; colour multiplied by alpha.
    case rgba64Premultiplied
    /// 12 bits a channel in the low bits of little-endian numbers of 16, in four planes: G, B, R, A; straight alpha
    /// (the most that FFV1 takes).
    case gbra12
    /// 8-bit planar 4:2:0: a full Y plane, then U and V at half width and height.
    ///
    /// BT.709 matrix, limited range, chroma sited as H.264 assumes when a stream
    /// does not say: horizontally on the left column, vertically between two rows.
    /// Sides are even.
    case i420
    /// 10-bit planar 4:2:0 in the low bits of little-endian numbers of 16; else as ``i420``. Sides are even.
    case yuv420p10
    /// 10-bit planar 4:2:2: chroma at half width and full height, of an odd width rounded up; else as ``yuv420p10``.
    case yuv422p10
    /// 10-bit planar 4:4:4 with straight alpha, 0 to 1023, in a fourth plane; else as ``yuv420p10``.
    case yuva444p10

    /// Whether both sides are halved for chroma, so that they must be even.
    public var needsEvenSides: Bool { self == .i420 || self == .yuv420p10 }

    /// Whether a channel has more than 8 bits.
    public var isDeep: Bool {
        switch self {
        case .rgba64, .rgba64Premultiplied, .gbra12, .yuv420p10, .yuv422p10, .yuva444p10: true
        case .rgba, .rgbaPremultiplied, .bgra, .i420: false
        }
    }
}
