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
    /// 8-bit planar 4:2:0: a full Y plane, then U and V at half width and height.
    ///
    /// BT.709 matrix, limited range, chroma sited as H.264 assumes when a stream
    /// does not say: horizontally on the left column, vertically between two rows.
    /// Sides are even.
    case i420
}
