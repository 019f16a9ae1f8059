public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
internal import Synchronization

/// Draws display lists. It decodes their pictures, places and composites them, and converts the result to the target's format.
///
/// Multiple tasks may use a renderer at once. Each call needs memory for the picture and a few rows. Layers above the lowest
/// one are drawn once, and kept while lists contain them. Their memory comes from a `MemoryBudget`.
public final class FrameRenderer: Sendable {
    /// Decodes the stored pixels of a drawing to straight `PixelFormat.rgba` or `PixelFormat.rgba64`.
    ///
    /// The last argument indicates whether more than 8 bits per channel are requested.
    public typealias Decode = @Sendable (Drawing, Bool) throws(ImageError) -> Picture

    package let serialNumber = FrameRenderer.count.wrappingAdd(1, ordering: .relaxed).newValue
    private static let count = Atomic(0)
    private let reader: PictureReader
    private let eight: LayerStage<EightBits>
    private let sixteen: LayerStage<SixteenBits>

    /// Creates a renderer for scenes that are bound with `drawings`.
    /// - Parameters:
    ///   - decode: Decodes the drawings' pixels. If `nil`, the table's codecs are used.
    ///   - memory: The budget for layers above the lowest one.
    public init(_ drawings: DrawingTable, decode: Decode? = nil, memory: MemoryBudget? = nil) {
        reader = PictureReader(drawings, decode: decode)
        (eight, sixteen) = (LayerStage(reader, memory), LayerStage(reader, memory))
    }

    package var times: RenderTimes { reader.times }

    /// Draws a list at the size ``RenderTarget/outputSize``.
    ///
    /// If only a single picture covers the target, pixel by pixel, its decoded bytes are unchanged, even in transparent areas.
    /// - Precondition: ``RenderTarget/validate()`` accepts the target.
    /// - Throws: ``FrameRenderError`` if a picture cannot be read or is smaller than its caps, or if the list is outdated.
    public func picture(of list: DisplayList, for target: RenderTarget) throws(FrameRenderError) -> Picture {
        try reader.aboutFile(of: nil) {
            guard let conversion = target.conversion else {
                return try target.isDrawnDeep
                    ? sixteen.picture(of: list, for: target) : eight.picture(of: list, for: target)
            }
            var drawn = target
            (drawn.format, drawn.dithers, drawn.output) = (.rgba64, false, nil)
            let converted = try conversion.converted(sixteen.picture(of: list, for: drawn))
            guard target.format != .rgba64 else { return converted }
            return try LayerDrawing<SixteenBits>(.empty, for: target)
                .draw(converted, scale: target.scale, cut: nil, stencil: nil)
        }
    }

    /// Draws the layers above the lowest one in advance, to find their errors before the first frame.
    /// - Returns: The indices of layers that lie outside the target and are not drawn.
    /// - Throws: ``CanvasError`` about the target, a property, or an overlay. The layer directly above the lowest one is
    ///   overlay 0.
    @discardableResult
    package func prepare(_ scene: BoundScene, for target: RenderTarget) throws(CanvasError) -> [Int] {
        try target.validate()
        for layer in scene.scene.layers {
            if let refused = ViewProperty.refusal(of: layer.properties) { throw .property(refused.key, refused.reason) }
        }
        return target.isDrawnDeep ? try sixteen.prepare(scene, for: target) : try eight.prepare(scene, for: target)
    }

    /// Draws a scene as it looks at a given time.
    ///
    /// For multiple pictures, read a ``FrameStream``, or bind a ``BoundScene`` and keep the renderer.
    /// - Parameters:
    ///   - scene: The scene. If it has no size, it gets the size of its lowest layer's picture.
    ///   - time: The exact time, in seconds since the scene began.
    ///   - format: The layout of the pixels.
    ///   - codecs: The formats to read.
    /// - Throws: ``RenderError`` if the canvas is invalid, a picture cannot be read, or memory runs out.
    public static func picture(
        of scene: Scene,
        at time: RationalTime = .zero,
        format: PixelFormat = .rgba,
        codecs: ImageCodecs = .standard
    ) throws(RenderError) -> Picture {
        let bound = BoundScene(scene, shownAt: time.nanoseconds, codecs: codecs)
        let target = RenderTarget(bound.scene, format: format)
        try wrapping(target.validate(), in: RenderError.canvas)
        let (list, renderer) = (bound.displayList(at: time), FrameRenderer(bound.drawings))
        return try wrapping(renderer.picture(of: list, for: target), in: RenderError.init)
    }

    /// Draws the bounds of a view tree's root. `time` is measured from now. See ``picture(of:at:format:codecs:)``.
    /// - Parameter scale: Pixels per point.
    @MainActor
    public static func picture(
        of view: View,
        at time: RationalTime = .zero,
        scale: Double = 1,
        format: PixelFormat = .rgba,
        codecs: ImageCodecs = .standard
    ) throws(RenderError) -> Picture {
        try picture(of: view.scene(scale: scale), at: time, format: format, codecs: codecs)
    }

    /// Draws the bounds of an image view, including the background. `time` is measured from now. See
    /// ``picture(of:at:format:codecs:)``.
    /// - Parameter scale: Pixels per point.
    public static func picture(
        of view: ImageView,
        at time: RationalTime = .zero,
        scale: Double = 1,
        format: PixelFormat = .rgba,
        codecs: ImageCodecs = .standard
    ) throws(RenderError) -> Picture {
        try picture(of: Scene(view, scale: scale), at: time, format: format, codecs: codecs)
    }
}
