/// The numbers of a picture's pixels: how they are stored, and what they mean as colours.
///
/// A type says more than can be drawn and encoded today: ``PixelFormat`` lists what can, and
/// ``PixelFormat/init(_:)`` refuses the rest.
public struct PictureType: Hashable, Sendable {
    /// The channels, and their order.
    public var layout: Layout
    /// The numbers of a channel.
    public var sample: Sample
    /// The relation of colour and alpha.
    public var alpha: Alpha
    /// The meaning of the numbers as colours.
    public var color: ColorDescription

    /// A type from its parts; by default sRGB with straight alpha in 8 bits a channel.
    public init(
        layout: Layout = .rgba,
        sample: Sample = .bits(8),
        alpha: Alpha = .straight,
        color: ColorDescription = .sRGB
    ) {
        (self.layout, self.sample, self.alpha, self.color) = (layout, sample, alpha, color)
    }

    /// The channels, and their order.
    public enum Layout: Hashable, Sendable {
        /// Pixel after pixel: red, green, blue, alpha.
        case rgba
        /// Pixel after pixel: blue, green, red, alpha.
        case bgra
        /// Pixel after pixel: grey alone.
        case gray
        /// Plane after plane: green, blue, red, alpha.
        case planarGBRA
        /// Plane after plane: luma, then both chroma planes at half width and half height.
        case planar420
        /// Plane after plane: luma, then both chroma planes at half width.
        case planar422
        /// Plane after plane: luma, then both chroma planes at full size.
        case planar444
    }

    /// The numbers of a channel; those that take more than a byte are little-endian.
    public enum Sample: Hashable, Sendable {
        /// Whole numbers of so many bits, in the low bits of one byte or two.
        case bits(Int)
        /// Floating-point numbers of 16 bits, 1 for white.
        case half
        /// Floating-point numbers of 32 bits, 1 for white.
        case float
    }

    /// The relation of colour and alpha.
    public enum Alpha: Hashable, Sendable {
        /// There is no alpha.
        case none
        /// Colour is not multiplied by alpha, as PNG stores it.
        case straight
        /// Colour is multiplied by alpha.
        case premultiplied
    }
}

extension PictureType: CustomStringConvertible {
    /// The parts of the type: `planar444, half, straight alpha, H.273 9/16/0 full range`.
    public var description: String {
        let numbers: String =
            switch sample {
            case .bits(let count): "\(count) bits"
            case .half: "half"
            case .float: "float"
            }
        return "\(layout), \(numbers), \(alpha) alpha, \(color)"
    }
}

/// The meaning of numbers as colours, by the code points of ITU-T H.273.
public struct ColorDescription: Hashable, Sendable {
    /// The places of red, green, blue and white: `ColourPrimaries`.
    public var primaries: UInt8
    /// How numbers become light: `TransferCharacteristics`.
    public var transfer: UInt8
    /// How red, green and blue become luma and chroma, 0 for not at all: `MatrixCoefficients`.
    public var matrix: UInt8
    /// Whether black and white are the lowest and the highest number: `VideoFullRangeFlag`.
    public var isFullRange: Bool

    /// A description from its code points.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        self.isFullRange = isFullRange
    }

    /// sRGB: BT.709's primaries, IEC 61966-2-1's curve, red, green and blue in full range.
    public static let sRGB = ColorDescription(primaries: 1, transfer: 13, matrix: 0, isFullRange: true)
    /// High-definition video: BT.709 in all of it, luma from 16 to 235.
    public static let bt709 = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
}

extension ColorDescription: CustomStringConvertible {
    /// The code points of primaries, transfer and matrix: `H.273 1/13/0 full range`.
    public var description: String {
        "H.273 \(primaries)/\(transfer)/\(matrix) \(isFullRange ? "full" : "limited") range"
    }
}

extension PictureType {
    /// The type of luma and chroma as films have them.
    fileprivate init(_ planes: LumaPlanes) {
        let layout = planes.hasHalfRows ? Layout.planar420 : planes.hasHalfColumns ? .planar422 : .planar444
        let alpha = planes.hasAlpha ? Alpha.straight : .none
        self.init(layout: layout, sample: .bits(planes.bits), alpha: alpha, color: .bt709)
    }
}

extension PixelFormat {
    /// What the numbers of pixels in this format are.
    public var type: PictureType {
        switch self {
        case .rgba: PictureType()
        case .rgbaPremultiplied: PictureType(alpha: .premultiplied)
        case .bgra: PictureType(layout: .bgra)
        case .rgba64: PictureType(sample: .bits(16))
        case .rgba64Premultiplied: PictureType(sample: .bits(16), alpha: .premultiplied)
        case .gray16: PictureType(layout: .gray, sample: .bits(16), alpha: .none)
        case .gbra12: PictureType(layout: .planarGBRA, sample: .bits(12))
        case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
            planes.map(PictureType.init) ?? PictureType()
        }
    }

    /// The format of pixels of a type.
    /// - Throws: ``PictureError/unsupported(_:)`` where there is none.
    public init(_ type: PictureType) throws(PictureError) {
        guard let format = Self.allCases.first(where: { $0.type == type }) else { throw .unsupported(type) }
        self = format
    }
}
