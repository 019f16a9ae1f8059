package import FlipbookCore

/// A layout of pixels in memory.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// 8 bits per channel, bytes R, G, B, A, with straight alpha, as PNG stores them.
    case rgba
    /// 8 bits per channel, bytes R, G, B, A, premultiplied.
    case rgbaPremultiplied
    /// 8 bits per channel, bytes B, G, R, A, with straight alpha, for FFV1.
    case bgra
    /// 16 bits per channel, little-endian R, G, B, A, with straight alpha.
    case rgba64
    /// 16 bits per channel, little-endian R, G, B, A, premultiplied.
    case rgba64Premultiplied
    /// Planes G, B, R, and A with 12 bits per sample and straight alpha, for FFV1. A sample is the low bits of a little-endian
    /// 16-bit number.
    case gbra12
    /// 16 bits per pixel, little-endian sRGB gray without alpha.
    case gray16
    /// 8-bit planar 4:2:0 with even sides: a full-size Y plane, then U and V at half width and height.
    ///
    /// The default is the BT.709 matrix in limited range. A chroma sample is at the left of its two columns, midway between its
    /// two rows.
    case i420
    /// 10-bit planar 4:2:0 with even sides. A sample is the low bits of a little-endian 16-bit number. Otherwise like ``i420``.
    case yuv420p10
    /// 10-bit planar 4:2:2. Chroma has full height and half the width, rounded up. Otherwise like ``yuv420p10``.
    case yuv422p10
    /// 10-bit planar 4:4:4. A fourth plane contains straight alpha from 0 to 1023. Otherwise like ``yuv420p10``.
    case yuva444p10
    /// 8-bit planar 4:2:2, otherwise like ``yuv422p10``.
    case yuv422p
    /// 8-bit planar 4:4:4.
    case yuv444p
    /// 12-bit planar 4:2:0 with even sides, otherwise like ``yuv420p10``.
    case yuv420p12
    /// 12-bit planar 4:2:2, otherwise like ``yuv422p10``.
    case yuv422p12
    /// 12-bit planar 4:4:4.
    case yuv444p12

    /// A Boolean value that indicates whether chroma is halved in both directions, which requires even sides.
    public var needsEvenSides: Bool { planes?.hasHalfRows == true }

    /// A Boolean value that indicates whether channels have more than 8 bits.
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

package struct LumaPlanes: Hashable, Sendable {
    /// The number of bits per sample. A sample is a byte, or the low bits of a little-endian 16-bit number.
    package let bits: Int
    package var hasHalfColumns, hasHalfRows: Bool
    package let hasAlpha: Bool

    package init(bits: Int, hasHalfColumns: Bool = false, hasHalfRows: Bool = false, hasAlpha: Bool = false) {
        (self.bits, self.hasHalfColumns) = (bits, hasHalfColumns)
        (self.hasHalfRows, self.hasAlpha) = (hasHalfRows, hasAlpha)
    }

    package static let halved = LumaPlanes(bits: 8, hasHalfColumns: true, hasHalfRows: true)

    var sampleBytes: Int { bits > 8 ? 2 : 1 }

    func chromaSize(of size: PixelSize) -> PixelSize {
        let width = hasHalfColumns ? (size.width + 1) / 2 : size.width
        return PixelSize(width: width, height: hasHalfRows ? (size.height + 1) / 2 : size.height)
    }

    func sizes(in size: PixelSize) -> [PixelSize] {
        let chroma = chromaSize(of: size)
        return [size, chroma, chroma] + (hasAlpha ? [size] : [])
    }

    package func places(in size: PixelSize) -> [(offset: Int, bytesPerRow: Int)] {
        var offset = 0
        return sizes(in: size).map { plane in
            defer { offset += plane.area * sampleBytes }
            return (offset, plane.width * sampleBytes)
        }
    }

    func byteCount(of size: PixelSize) -> Int { sizes(in: size).reduce(0) { $0 + $1.area } * sampleBytes }
}
