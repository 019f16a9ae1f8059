package import FlipbookCore

/// The layout of a picture's pixels in memory.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// 8 bits a channel, bytes R, G, B, A; color not multiplied by alpha (as PNG stores it).
    case rgba
    /// 8 bits a channel, bytes R, G, B, A; color multiplied by alpha.
    case rgbaPremultiplied
    /// 8 bits a channel, bytes B, G, R, A; straight alpha (what FFV1 takes).
    case bgra
    /// 16 bits a channel, little-endian numbers R, G, B, A; straight alpha.
    case rgba64
    /// 16 bits a channel, little-endian numbers R, G, B, A; color multiplied by alpha.
    case rgba64Premultiplied
    /// 12 bits in the low bits of little-endian numbers of 16, in planes G, B, R, A; straight alpha (the most of FFV1).
    case gbra12
    /// 16 bits a pixel, a little-endian number of gray as sRGB has it: the numbers of red of pictures without colors; no alpha.
    case gray16
    /// 8-bit planar 4:2:0 of even sides: a full Y plane, then U and V at half width and height.
    ///
    /// BT.709 matrix, limited range, unless a target says otherwise; chroma sited on the left column, between two rows.
    case i420
    /// 10-bit planar 4:2:0 in the low bits of little-endian numbers of 16; else as ``i420``. Sides are even.
    case yuv420p10
    /// 10-bit planar 4:2:2: chroma at half width and full height, of an odd width rounded up; else as ``yuv420p10``.
    case yuv422p10
    /// 10-bit planar 4:4:4 with straight alpha, 0 to 1023, in a fourth plane; else as ``yuv420p10``.
    case yuva444p10
    /// 8-bit planar 4:2:2, in bytes; else as ``yuv422p10``.
    case yuv422p
    /// 8-bit planar 4:4:4, in bytes.
    case yuv444p
    /// 12-bit planar 4:2:0; else as ``yuv420p10``. Sides are even.
    case yuv420p12
    /// 12-bit planar 4:2:2; else as ``yuv422p10``.
    case yuv422p12
    /// 12-bit planar 4:4:4.
    case yuv444p12

    /// A Boolean value that indicates whether both sides are halved for chroma, so that they must be even.
    public var needsEvenSides: Bool { planes?.hasHalfRows == true }

    /// A Boolean value that indicates whether a channel has more than 8 bits.
    public var isDeep: Bool {
        planes.map { $0.bits > 8 } ?? (self != .rgba && self != .rgbaPremultiplied && self != .bgra)
    }

    var pixelBytes: Int { self == .gray16 ? 2 : isDeep ? 8 : 4 }

    package var planes: LumaPlanes? {
        switch self {
        case .rgba, .rgbaPremultiplied, .bgra, .rgba64, .rgba64Premultiplied, .gbra12, .gray16: nil
        case .i420: .halved
        case .yuv422p: LumaPlanes(bits: 8, hasHalfColumns: true)
        case .yuv444p: LumaPlanes(bits: 8)
        case .yuv420p10: LumaPlanes(bits: 10, hasHalfColumns: true, hasHalfRows: true)
        case .yuv422p10: LumaPlanes(bits: 10, hasHalfColumns: true)
        case .yuva444p10: LumaPlanes(bits: 10, hasAlpha: true)
        case .yuv420p12: LumaPlanes(bits: 12, hasHalfColumns: true, hasHalfRows: true)
        case .yuv422p12: LumaPlanes(bits: 12, hasHalfColumns: true)
        case .yuv444p12: LumaPlanes(bits: 12)
        }
    }
}

/// A plane of luma and two of chroma, and perhaps one of alpha.
package struct LumaPlanes: Hashable, Sendable {
    /// Bits of a sample, which is a byte, or the low bits of a little-endian number of 16.
    package let bits: Int
    package var hasHalfColumns: Bool
    package var hasHalfRows: Bool
    /// A Boolean value that indicates whether a plane of straight alpha in full range follows.
    package let hasAlpha: Bool

    package init(bits: Int, hasHalfColumns: Bool = false, hasHalfRows: Bool = false, hasAlpha: Bool = false) {
        (self.bits, self.hasHalfColumns) = (bits, hasHalfColumns)
        (self.hasHalfRows, self.hasAlpha) = (hasHalfRows, hasAlpha)
    }

    package static let halved = LumaPlanes(bits: 8, hasHalfColumns: true, hasHalfRows: true)

    var sampleBytes: Int { bits > 8 ? 2 : 1 }

    func chromaSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: hasHalfColumns ? (size.width + 1) / 2 : size.width,
            height: hasHalfRows ? (size.height + 1) / 2 : size.height
        )
    }

    func sizes(in size: PixelSize) -> [PixelSize] {
        let chroma = chromaSize(of: size)
        return [size, chroma, chroma] + (hasAlpha ? [size] : [])
    }

    /// The first byte and the bytes per row of each plane of a picture of `size`.
    package func places(in size: PixelSize) -> [(offset: Int, bytesPerRow: Int)] {
        var offset = 0
        return sizes(in: size).map { plane in
            defer { offset += plane.area * sampleBytes }
            return (offset, plane.width * sampleBytes)
        }
    }

    func byteCount(of size: PixelSize) -> Int { sizes(in: size).reduce(0) { $0 + $1.area } * sampleBytes }
}
