public import FlipbookCore
internal import Synchronization

/// Draws display lists: decodes their pictures, places each in its layer, composites the layers from the lowest to the
/// topmost, and converts the result to the target's format.
///
/// One renderer may be used from several tasks at once. What each call works in is a few rows of memory, taken from the
/// memory of finished pictures. Layers over the lowest one are decoded and drawn once and kept while lists have them; what
/// they take counts in a ``MemoryBudget``, so that there is less for pictures in the making.
public final class FrameRenderer: Sendable {
    /// Gives a drawing's pixels as they are stored, straight, in ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
    ///
    /// The last argument says whether more than 8 bits a channel are wanted.
    public typealias Decode = @Sendable (Drawing, Bool) throws(ImageError) -> Picture

    private let drawings: DrawingTable
    private let decode: Decode
    private let eight: Stage<EightBits>
    private let sixteen: Stage<SixteenBits>
    private let spent = Mutex(RenderTimes())

    /// A renderer of the lists of scenes that were bound with `drawings`.
    /// - Parameters:
    ///   - decode: Gives the drawings' pixels; by default the table's codecs read them.
    ///   - memory: What layers over the lowest one take their memory from.
    public init(_ drawings: DrawingTable, decode: Decode? = nil, memory: MemoryBudget? = nil) {
        self.drawings = drawings
        self.decode = decode ?? drawings.decode
        (eight, sixteen) = (Stage(memory), Stage(memory))
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    package var times: RenderTimes { spent.withLock { $0 } }

    /// What a list shows, in ``RenderTarget/outputSize`` pixels.
    ///
    /// Where one opaque or bare picture covers the target pixel by pixel and nothing lies beneath or over it, the decoded
    /// bytes come through untouched, with the colours under transparent pixels.
    /// - Precondition: The target is one that ``RenderTarget/validate()`` accepts.
    /// - Throws: ``FrameRenderError`` when a picture cannot be read, its caps do not fit it, or the list is of a scene of
    ///   long ago or of other drawings.
    public func picture(of list: DisplayList, for target: RenderTarget) throws(FrameRenderError) -> Picture {
        target.format.isDeep
            ? try picture(of: list, for: target, on: sixteen) : try picture(of: list, for: target, on: eight)
    }

    private func picture<Depth>(
        of list: DisplayList,
        for target: RenderTarget,
        on stage: Stage<Depth>
    ) throws(FrameRenderError) -> Picture {
        var overlays = list.items[...]
        var base = PaintedLayer.empty
        if case .layer(let layer)? = overlays.first, layer.covers(target) {
            base = layer
            overlays = overlays.dropFirst()
        }
        let drawing = try stage.drawing(of: base.withoutContents, under: overlays, for: target) {
            layer throws(FrameRenderError) in try self.overlay(layer, for: target)
        }
        switch base.contents {
        case .nothing, .black:
            let isBlack = base.contents == .black
            return try aboutFile(of: nil) { () throws(ImageError) in
                try ImageError.ofMachine { () throws(MachineShortage) in
                    isBlack ? try drawing.black() : try drawing.empty()
                }
            }
        case .picture(let picture):
            return try aboutFile(of: picture) { () throws(ImageError) in
                let pixels = try self.pixels(of: picture, isDeep: target.format.isDeep)
                return try self.measuring(.compositing) { () throws(ImageError) in
                    try drawing.draw(picture, pixels)
                }
            }
        }
    }

    /// Draws the layers over the lowest one beforehand, so that what is the matter with them is known before the first
    /// frame.
    /// - Returns: The places in the scene of those that have no room on the target, and so are not drawn.
    /// - Throws: ``CanvasError`` about the target, an alpha, a corner radius, or an overlay, counted from the layer over the lowest.
    @discardableResult
    package func prepare(_ scene: BoundScene, for target: RenderTarget) throws(CanvasError) -> [Int] {
        try target.validate()
        for layer in scene.scene.layers {
            guard layer.alpha >= 0, layer.alpha <= 1 else { throw .alpha(layer.alpha) }
            guard layer.cornerRadius >= 0 else { throw .cornerRadius(layer.cornerRadius) }
        }
        return target.format.isDeep
            ? try prepare(scene, for: target, on: sixteen) : try prepare(scene, for: target, on: eight)
    }

    private func prepare<Depth>(
        _ scene: BoundScene,
        for target: RenderTarget,
        on stage: Stage<Depth>
    ) throws(CanvasError) -> [Int] {
        var unseen: [Int] = []
        var overlaid = 0
        let shared = SharedPictures(of: scene)
        for place in scene.scene.layers.indices.dropFirst() {
            guard let layer = scene.paintedLayer(place) else { continue }
            let overlay: OverlayLayer<Depth>?
            do throws(FrameRenderError) {
                overlay = try stage.overlay(layer, for: target) { layer throws(FrameRenderError) in
                    try self.overlay(layer, for: target, shared)
                }
            } catch {
                throw .overlay(place - 1, error)
            }
            guard let overlay else {
                unseen.append(place)
                continue
            }
            overlaid += overlay.area.size.area
            guard overlaid <= RenderTarget.largestArea else { throw .overlaysTooLarge(place - 1) }
        }
        return unseen
    }

    private func overlay<Depth>(
        _ layer: PaintedLayer,
        for target: RenderTarget,
        _ shared: SharedPictures? = nil
    ) throws(FrameRenderError) -> OverlayLayer<Depth>? {
        let picture: PaintedPicture? = if case .picture(let picture) = layer.contents { picture } else { nil }
        return try aboutFile(of: picture) { () throws(ImageError) in
            try OverlayLayer(layer, for: target) { picture throws(ImageError) in
                let decode = { () throws(ImageError) in try self.pixels(of: picture, isDeep: target.format.isDeep) }
                guard let shared else { return try decode() }
                return try shared.pixels(of: picture, decode)
            }
        }
    }

    /// A picture's pixels as they are shown.
    private func pixels(of picture: PaintedPicture, isDeep: Bool) throws(ImageError) -> Picture {
        try measuring(.decoding) { () throws(ImageError) in
            guard let drawing = self.drawings[picture.drawing] else {
                throw .corrupt(reason: "its list is of long ago, and the scene has let go of the drawing")
            }
            let pixels = try self.decode(drawing, isDeep)
            precondition(pixels.format == .rgba || pixels.format == .rgba64, "pictures are decoded as straight RGBA")
            return try ImageError.ofMachine { () throws(MachineShortage) in try pixels.oriented(picture.orientation) }
        }
    }

    /// What drawing a picture consists of.
    private enum Step {
        case decoding
        case compositing
    }

    private func measuring<R>(
        _ step: Step,
        _ work: () throws(ImageError) -> R
    ) throws(ImageError) -> R {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let end = clock.now
        spent.withLock { times in
            switch step {
            case .decoding: times.decoding += end - start
            case .compositing: times.compositing += end - start
            }
        }
        return result
    }

    /// Says of an error which file it is about.
    private func aboutFile<R>(
        of picture: PaintedPicture?,
        _ work: () throws(ImageError) -> R
    ) throws(FrameRenderError) -> R {
        do throws(ImageError) {
            return try work()
        } catch {
            throw FrameRenderError(
                path: picture.map { drawings[$0.drawing]?.path ?? FilePath("a drawing") } ?? FilePath("the layer"),
                cause: error
            )
        }
    }
}

/// What drawing a list leaves for the next one of the same kind, at one depth: the layers over the lowest one, drawn, and
/// weights and backgrounds.
private final class Stage<Depth: ChannelDepth>: Sendable {
    typealias Draw = (PaintedLayer) throws(FrameRenderError) -> OverlayLayer<Depth>?

    /// A layer over the lowest one, and what it was drawn for.
    private struct Place: Hashable {
        let layer: PaintedLayer
        let size: PixelSize
        let scale: Double
    }

    /// The lowest layer without its picture, and what lies over it.
    private struct Latest {
        let base: PaintedLayer
        let overlays: ArraySlice<DisplayList.Item>
        let target: RenderTarget
        let drawing: LayerDrawing<Depth>
    }

    /// A layer that is drawn, `nil` where it has no room, and what it takes.
    private struct Kept {
        let layer: OverlayLayer<Depth>?
        let lease: MemoryBudget.Lease?
    }

    private struct State {
        var latest: Latest?
        var overlays: [Place: Kept] = [:]
    }

    private let state = Mutex(State())
    private let memory: MemoryBudget?

    init(_ memory: MemoryBudget?) { self.memory = memory }

    /// The drawing of a list's lowest layer: that of the list before, where only the picture is another.
    func drawing(
        of base: PaintedLayer,
        under overlays: ArraySlice<DisplayList.Item>,
        for target: RenderTarget,
        draw: Draw
    ) throws(FrameRenderError) -> LayerDrawing<Depth> {
        let known = state.withLock { $0.latest }
        if let known, known.base == base, known.target == target, known.overlays == overlays { return known.drawing }
        var drawn: [OverlayLayer<Depth>] = []
        var places: Set<Place> = []
        for case .layer(let layer) in overlays {
            places.insert(Place(layer: layer, size: target.size, scale: target.scale))
            if let overlay = try overlay(layer, for: target, draw: draw) { drawn.append(overlay) }
        }
        let drawing = LayerDrawing(base, for: target, under: drawn)
        state.withLock { state in
            state.latest = Latest(base: base, overlays: overlays, target: target, drawing: drawing)
            // What this list does not have, the next ones hardly will.
            if state.overlays.count > places.count {
                state.overlays = state.overlays.filter { places.contains($0.key) }
            }
        }
        return drawing
    }

    /// A layer over the lowest one, drawn now or before; `nil` where nothing of it lies on the target.
    func overlay(
        _ layer: PaintedLayer,
        for target: RenderTarget,
        draw: Draw
    ) throws(FrameRenderError) -> OverlayLayer<Depth>? {
        let place = Place(layer: layer, size: target.size, scale: target.scale)
        if let known = state.withLock({ $0.overlays[place] }) { return known.layer }
        let overlay = try draw(layer)
        // It is needed for every frame, whatever there is.
        let kept = Kept(layer: overlay, lease: overlay.flatMap { memory?.lease($0.byteCount, inAnyCase: true) })
        state.withLock { $0.overlays[place] = kept }
        return overlay
    }
}

/// The decoded pictures that several layers of a scene show: each is decoded once, and kept until the last layer has it.
private final class SharedPictures {
    private struct Source: Hashable {
        let drawing: Int
        let orientation: ImageOrientation

        init(_ picture: PaintedPicture) { (drawing, orientation) = (picture.drawing, picture.orientation) }
    }

    /// How many layers still want each picture.
    private var uses: [Source: Int] = [:]
    private var pictures: [Source: Picture] = [:]

    init(of scene: BoundScene) {
        for place in scene.scene.layers.indices.dropFirst() {
            guard case .picture(let picture)? = scene.paintedLayer(place)?.contents else { continue }
            uses[Source(picture), default: 0] += 1
        }
    }

    func pixels(of picture: PaintedPicture, _ decode: () throws(ImageError) -> Picture) throws(ImageError) -> Picture {
        let source = Source(picture)
        let pixels = if let known = pictures[source] { known } else { try decode() }
        uses[source, default: 1] -= 1
        pictures[source] = uses[source, default: 0] > 0 ? pixels : nil
        return pixels
    }
}

extension PaintedLayer {
    /// Whether the layer is all of the target.
    fileprivate func covers(_ target: RenderTarget) -> Bool {
        frame.snapped(scale: target.scale) == PixelRect(target.size)
    }

    /// The layer without what it shows.
    fileprivate var withoutContents: PaintedLayer {
        var copy = self
        copy.contents = .nothing
        return copy
    }
}
