public import FlipbookCore
public import FlipbookImaging
public import FlipbookScene

/// The size, the scale and the pixels for which a display list is drawn.
public struct RenderTarget: Hashable, Sendable {
    /// The part of the canvas that is drawn, from its upper left corner, in pixels.
    public var size: PixelSize
    /// Pixels per point: how large everything is drawn.
    public var scale: Double
    /// The layout of the pixels.
    public var format: PixelFormat
    /// A Boolean value that tells whether black lies beneath everything, so that no pixel lets anything through.
    public var isFlattened: Bool
    /// A Boolean value that tells whether pictures are drawn in 16 bits a channel if the format has fewer, and dithered to these:
    /// by an ordered pattern, the same for every picture, which keeps numbers that need no rounding.
    public var dithers: Bool

    /// The colors that everything is drawn in: those that the drawings are read in, `SourceColors.canvas`.
    public var canvas = CanvasColors.sRGB
    /// The meaning of the finished pictures' numbers, or `nil` for what those of the canvas do.
    public var output: InputProfile.Standard? = .sRGB

    /// A Boolean value that tells whether sRGB's curve takes the place of a camera's: files hold the numbers of screens.
    package var keepsScreenCurve = false

    /// The conversion to luma and chroma, if the format has these.
    package var coding = LumaCoding.bt709

    /// A Boolean value that tells whether 16 bits a channel are drawn: light takes so many, and converted colors do.
    package var isDrawnDeep: Bool { format.isDeep || dithers || canvas != .sRGB || conversion != nil }

    /// The conversion to the finished pictures' numbers of the canvas', or `nil` if they are the same.
    var conversion: NumberConversion? {
        output.flatMap { output in
            let transfer = keepsScreenCurve && output.transfer == .camera ? .sRGB : output.transfer
            return .conversion(
                from: canvas.numbers,
                to: NumberConversion.Space(primaries: output.primaries, transfer: transfer)
            )
        }
    }

    /// The rounding of numbers of more bits than the format's.
    var rounding: Rounding { dithers ? .ordered : .nearest }

    /// The most pixels that a picture may have: 2^28, a gibibyte of RGBA.
    public static let largestArea = 1 << 28

    /// A target from its parts. In a format without alpha, black lies beneath.
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

    /// The whole canvas of a scene.
    public init(_ scene: Scene, format: PixelFormat = .rgba, isFlattened: Bool = false, dithers: Bool = false) {
        self.init(size: scene.size, scale: scene.scale, format: format, isFlattened: isFlattened, dithers: dithers)
    }

    /// The size of the pictures: the target's own, padded to even sides for 4:2:0.
    public var outputSize: PixelSize { format.needsEvenSides ? size.roundedUpToEven : size }

    /// Checks that pictures for this target can be made.
    /// - Throws: ``CanvasError`` about its size or its scale.
    public func validate() throws(CanvasError) {
        guard !size.isEmpty else { throw .empty(size) }
        guard size.area <= Self.largestArea else { throw .tooLarge(size) }
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
    }
}
