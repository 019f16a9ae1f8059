public import FlipbookCore
public import FlipbookImaging
public import FlipbookScene

/// The size, scale, and pixel format for which a display list is drawn.
public struct RenderTarget: Hashable, Sendable {
    /// The size of the part of the canvas that is drawn, in pixels. This part begins at the upper-left corner.
    public var size: PixelSize
    /// Pixels per point.
    public var scale: Double
    /// The layout of the pixels.
    public var format: PixelFormat
    /// A Boolean value that indicates whether everything is drawn over black, so that all pixels are opaque.
    public var isFlattened: Bool
    /// A Boolean value that indicates whether pictures are drawn with 16 bits per channel, and dithered to the bit depth of the
    /// format. The dither pattern is the same for every picture, and exact values stay unchanged.
    public var dithers: Bool

    /// The colors of the canvas (`SourceColors.canvas`). Drawings are converted to them.
    public var canvas = CanvasColors.sRGB
    /// The color profile of the finished pictures. If `nil`, the profile of the canvas is used.
    public var output: InputProfile.Standard? = .sRGB

    /// A Boolean value that indicates whether sRGB's curve replaces the camera curve, for files that contain display values.
    package var keepsScreenCurve = false
    package var coding = LumaCoding.bt709

    /// A Boolean value that indicates whether pictures are drawn with 16 bits per channel. Linear light and conversions require
    /// this.
    package var isDrawnDeep: Bool { format.isDeep || dithers || canvas != .sRGB || conversion != nil }

    /// The conversion from the canvas to the output, or `nil` if the two are the same.
    var conversion: NumberConversion? {
        output.flatMap { output in
            let transfer = keepsScreenCurve && output.transfer == .camera ? .sRGB : output.transfer
            let space = NumberConversion.Space(primaries: output.primaries, transfer: transfer)
            return .conversion(from: canvas.numbers, to: space)
        }
    }

    var rounding: Rounding { dithers ? .ordered : .nearest }

    /// The maximum number of pixels in a picture: 2^28, which is 1 GiB of RGBA.
    public static let largestArea = 1 << 28

    /// Creates a target. Formats without alpha are drawn over black.
    public init(
        size: PixelSize,
        scale: Double = 1,
        format: PixelFormat = .rgba,
        isFlattened: Bool = false,
        dithers: Bool = false
    ) {
        (self.size, self.dithers, self.scale, self.format) = (size, dithers, scale, format)
        self.isFlattened = isFlattened || format == .gray16 || format.planes?.hasAlpha == false
    }

    /// Creates a target for the whole canvas of a scene.
    public init(_ scene: Scene, format: PixelFormat = .rgba, isFlattened: Bool = false, dithers: Bool = false) {
        self.init(size: scene.size, scale: scene.scale, format: format, isFlattened: isFlattened, dithers: dithers)
    }

    /// The size of the pictures. For 4:2:0, this is the target's size, padded to even sides.
    public var outputSize: PixelSize { format.needsEvenSides ? size.roundedUpToEven : size }

    /// Validates the target.
    /// - Throws: ``CanvasError`` if the size or the scale is invalid.
    public func validate() throws(CanvasError) {
        guard !size.isEmpty else { throw .empty(size) }
        guard size.area <= Self.largestArea else { throw .tooLarge(size) }
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
    }
}
