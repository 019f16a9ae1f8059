public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
internal import Synchronization

/// Draws display lists: decodes their pictures, places each in its layer, composites the layers from the lowest to the
/// topmost, and converts the result to the target's format.
///
/// One renderer may be used from several tasks at once. What each call works in is a few rows of memory, taken from the
/// memory of finished pictures. Layers over the lowest one are decoded and drawn once and kept while lists have them; what
/// they take counts in a `MemoryBudget`, so that there is less for pictures in the making.
public final class FrameRenderer: Sendable {
    /// Gives a drawing's pixels as they are stored, straight, in `PixelFormat.rgba` or `PixelFormat.rgba64`.
    ///
    /// The last argument says whether more than 8 bits a channel are wanted.
    public typealias Decode = @Sendable (Drawing, Bool) throws(ImageError) -> Picture

    /// A number that no other renderer of this process has.
    package let serialNumber = FrameRenderer.count.wrappingAdd(1, ordering: .relaxed).newValue
    private static let count = Atomic(0)

    private let reader: PictureReader
    private let eight: LayerStage<EightBits>
    private let sixteen: LayerStage<SixteenBits>

    /// A renderer of the lists of scenes that were bound with `drawings`.
    /// - Parameters:
    ///   - decode: Gives the drawings' pixels; by default the table's codecs read them.
    ///   - memory: What layers over the lowest one take their memory from.
    public init(_ drawings: DrawingTable, decode: Decode? = nil, memory: MemoryBudget? = nil) {
        reader = PictureReader(drawings, decode: decode)
        (eight, sixteen) = (LayerStage(reader, memory), LayerStage(reader, memory))
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    package var times: RenderTimes { reader.times }

    /// The picture of a list, in ``RenderTarget/outputSize`` pixels.
    ///
    /// Where one opaque or bare picture covers the target pixel by pixel and nothing lies beneath or over it, the decoded
    /// bytes come through untouched, with the colors under transparent pixels.
    /// - Precondition: The target is one that ``RenderTarget/validate()`` accepts.
    /// - Throws: ``FrameRenderError`` when a picture cannot be read, its caps do not fit it, or the list is of a scene of
    ///   long ago or of other drawings.
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

    /// Draws the layers over the lowest one beforehand, so that what is the matter with them is known before the first
    /// frame.
    /// - Returns: The places in the scene of those that have no room on the target, and so are not drawn.
    /// - Throws: ``CanvasError`` about the target, a property, or an overlay, counted from the layer over the lowest.
    @discardableResult
    package func prepare(_ scene: BoundScene, for target: RenderTarget) throws(CanvasError) -> [Int] {
        try target.validate()
        for layer in scene.scene.layers {
            if let refused = ViewProperty.refusal(of: layer.properties) { throw .property(refused.key, refused.reason) }
        }
        return target.isDrawnDeep ? try sixteen.prepare(scene, for: target) : try eight.prepare(scene, for: target)
    }
}

extension FrameRenderer {
    /// The picture of a scene at a time.
    ///
    /// For more than one picture, read a ``FrameStream``, or bind a ``BoundScene`` and keep the renderer.
    /// - Parameters:
    ///   - scene: The scene. One without a size gets that of the picture of its lowest layer.
    ///   - time: The exact time in seconds since the scene began.
    ///   - format: The layout of the pixels.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError/canvas(_:)`` where the scene has no pixels or too many, ``RenderError/frame(_:)`` where a picture
    ///   cannot be read, or ``RenderError/shortage(_:)``; no other case.
    public static func picture(
        of scene: Scene,
        at time: RationalTime = .zero,
        format: PixelFormat = .rgba,
        codecs: ImageCodecs = .standard
    ) throws(RenderError) -> Picture {
        let bound = BoundScene(scene, shownAt: time.nanoseconds, codecs: codecs)
        let target = RenderTarget(bound.scene, format: format)
        try wrapping(target.validate(), in: RenderError.canvas)
        return try wrapping(
            FrameRenderer(bound.drawings).picture(of: bound.displayList(at: time), for: target),
            in: RenderError.init
        )
    }

    /// The picture of a tree of views: the bounds of its root with what is in them.
    /// - Parameters:
    ///   - view: The root of the tree.
    ///   - time: The exact time in seconds from now, if nothing is changed until then.
    ///   - scale: Pixels per point.
    ///   - format: The layout of the pixels.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError``, as ``picture(of:at:format:codecs:)`` does.
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

    /// The picture of an image view: its bounds, with its background.
    /// - Parameters:
    ///   - view: The view. One whose bounds are empty gets the size of its picture.
    ///   - time: The exact time in seconds from now, if nothing is changed until then.
    ///   - scale: Pixels per point.
    ///   - format: The layout of the pixels.
    ///   - codecs: The formats that are read.
    /// - Throws: ``RenderError``, as ``picture(of:at:format:codecs:)`` does.
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
