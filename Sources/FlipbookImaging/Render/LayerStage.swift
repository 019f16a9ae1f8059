internal import FlipbookCore
internal import Synchronization

/// Draws lists at one depth, and keeps what drawing one leaves for the next one of the same kind: the layers over the
/// lowest one, drawn, and weights and backgrounds.
final class LayerStage<Depth: ChannelDepth>: Sendable {
    /// A layer over the lowest one, and what it was drawn for.
    private struct Place: Hashable {
        let layer: PaintedLayer
        let size: PixelSize
        let scale: Double

        init(_ layer: PaintedLayer, on target: RenderTarget) {
            (self.layer, size, scale) = (layer, target.size, target.scale)
        }
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
        let layer: DrawnLayer<Depth>?
        let lease: MemoryBudget.Lease?
    }

    private struct State {
        var latest: Latest?
        var overlays: [Place: Kept] = [:]
    }

    private let state = Mutex(State())
    private let reader: PictureReader
    private let memory: MemoryBudget?

    /// - Parameter memory: What layers over the lowest one take their memory from.
    init(_ reader: PictureReader, _ memory: MemoryBudget?) { (self.reader, self.memory) = (reader, memory) }

    /// What a list shows.
    func picture(of list: DisplayList, for target: RenderTarget) throws(FrameRenderError) -> Picture {
        var overlays = list.items[...]
        var base = PaintedLayer.empty
        if case .layer(let layer)? = overlays.first, layer.covers(target) {
            base = layer
            overlays = overlays.dropFirst()
        }
        let drawing = try drawing(of: base.withoutContents, under: overlays, for: target)
        let picture = base.contents.picture
        return try reader.aboutFile(of: picture) { () throws(ImageError) in
            let pixels = try picture.map { (picture) throws(ImageError) in
                try reader.pixels(of: picture, isDeep: target.format.isDeep)
            }
            return try reader.measuring(.compositing) { () throws(ImageError) in
                try drawing.draw(base.contents, pixels)
            }
        }
    }

    /// Draws the layers of a scene over the lowest one.
    /// - Returns: The places of those that have no room on the target.
    func prepare(_ scene: BoundScene, for target: RenderTarget) throws(CanvasError) -> [Int] {
        var unseen: [Int] = []
        var overlaid = 0
        let shared = SharedPictures(of: scene)
        for place in scene.scene.layers.indices.dropFirst() {
            guard let layer = scene.paintedLayer(place) else { continue }
            do throws(FrameRenderError) {
                guard let overlay = try overlay(layer, for: target, shared) else {
                    unseen.append(place)
                    continue
                }
                overlaid += overlay.area.size.area
            } catch {
                throw .overlay(place - 1, error)
            }
            guard overlaid <= RenderTarget.largestArea else { throw .overlaysTooLarge(place - 1) }
        }
        return unseen
    }

    /// The drawing of a list's lowest layer: that of the list before, where only the picture is another.
    private func drawing(
        of base: PaintedLayer,
        under overlays: ArraySlice<DisplayList.Item>,
        for target: RenderTarget
    ) throws(FrameRenderError) -> LayerDrawing<Depth> {
        let known = state.withLock { $0.latest }
        if let known, known.base == base, known.target == target, known.overlays == overlays { return known.drawing }
        var drawn: [DrawnLayer<Depth>] = []
        var places: Set<Place> = []
        for case .layer(let layer) in overlays {
            places.insert(Place(layer, on: target))
            if let overlay = try overlay(layer, for: target) { drawn.append(overlay) }
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
    private func overlay(
        _ layer: PaintedLayer,
        for target: RenderTarget,
        _ shared: SharedPictures? = nil
    ) throws(FrameRenderError) -> DrawnLayer<Depth>? {
        let place = Place(layer, on: target)
        if let known = state.withLock({ $0.overlays[place] }) { return known.layer }
        let overlay = try reader.aboutFile(of: layer.contents.picture) { () throws(ImageError) in
            try DrawnLayer<Depth>(layer, for: target) { picture throws(ImageError) in
                let read = { () throws(ImageError) in
                    try self.reader.pixels(of: picture, isDeep: target.format.isDeep)
                }
                guard let shared else { return try read() }
                return try shared.pixels(of: picture, read)
            }
        }
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
            guard let picture = scene.paintedLayer(place)?.contents.picture else { continue }
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
