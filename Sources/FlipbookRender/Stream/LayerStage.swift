internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene
internal import Synchronization

/// Draws lists at one bit depth. For the next list, it keeps the layers above the lowest one, the weights, and the backgrounds.
final class LayerStage<Depth: ChannelDepth>: Sendable {
    private struct Place: Hashable {
        enum Subject: Hashable {
            /// A whole layer, or the part of it inside a window. The layer is at the origin, and its opacity and transform are
            /// not applied yet.
            case raster(PaintedLayer, PixelRect?)
            case steps([DisplayList.Item])
        }

        let subject: Subject
        let size: PixelSize
        let scale: Double
    }

    private struct Latest {
        let base: PaintedLayer
        let overlays: ArraySlice<DisplayList.Item>
        let target: RenderTarget
        let layers: [DrawnLayer<Depth>]
        let drawing: LayerDrawing<Depth>
    }

    private struct Kept {
        let layer: DrawnLayer<Depth>?
        let lease: MemoryBudget.Lease?
    }

    private struct State {
        var latest: Latest?
        var shown: ShownList<Depth>?
        var kept: [Place: Kept] = [:]
    }

    private let state = Mutex(State())
    private let reader: PictureReader
    private let memory: MemoryBudget?

    init(_ reader: PictureReader, _ memory: MemoryBudget?) { (self.reader, self.memory) = (reader, memory) }

    /// Draws a list. If only layers above the lowest one differ from those of the previous list, only their rows are drawn.
    func picture(of list: DisplayList, for target: RenderTarget) throws -> Picture {
        var overlays = list.items[...]
        var base = PaintedLayer.empty
        if case .layer(let layer)? = overlays.first, layer.covers(target), !layer.contents.isComposed {
            base = layer
            overlays = overlays.dropFirst()
        }
        let latest = try latest(base.showing(.nothing), under: overlays, for: target)
        let before = state.withLock { $0.shown }.flatMap { $0.base == base && $0.target == target ? $0 : nil }
        let former = before?.start(under: latest.layers)
        if let former, former.changedRows.isEmpty { return former.picture }
        return try reader.aboutFile(of: base.contents.picture) {
            var pixels = before?.pixels
            if pixels == nil, let picture = base.contents.picture {
                if latest.layers.isEmpty,
                    let drawn = try self.picture(picture, of: base, by: latest.drawing, for: target)
                {
                    return drawn
                }
                let takesPlanes = latest.layers.isEmpty && reader.takesPlanes(picture, base, for: target)
                let whole = PixelRect(target.size)
                pixels = try reader.read(picture, of: base, in: whole, for: target, takesPlanes: takesPlanes)
                if let planes = pixels?.pixels, planes.format == .i420 { return planes }
            }
            let picture = try reader.measuring(\.compositing) {
                try latest.drawing.draw(base.contents, pixels, over: former)
            }
            reader.count(rows: (former?.changedRows ?? target.rows).rowCount)
            var shown = ShownList(base: base, target: target, layers: latest.layers)
            // Without layers above the lowest one, the next picture rarely shares rows with this one.
            if let before, !latest.layers.isEmpty { shown.keep(picture, of: pixels, after: before, memory) }
            keep(shown)
            return picture
        }
    }

    /// Draws the lowest layer row by row, if it is the only layer. Returns `nil` if its codec cannot read rows.
    private func picture(
        _ picture: PaintedPicture,
        of layer: PaintedLayer,
        by drawing: LayerDrawing<Depth>,
        for target: RenderTarget
    ) throws(ImageError) -> Picture? {
        guard !drawing.canCopy || picture.stencilColor != nil else { return nil }
        return try reader.withRows(of: picture, layer, for: target) { (rows, placement) throws(ImageError) in
            let drawn = try reader.measuring(\.decoding) { () throws(ImageError) in
                try drawing.draw(rows, at: placement, stencil: picture.stencilColor)
            }
            if drawn != nil { reader.count(rows: target.rows.rowCount) }
            return drawn
        }
    }

    /// Keeps a list for drawing the next one. The previous list is returned, so that its memory is released after the lock is.
    private func keep(_ shown: ShownList<Depth>) { _ = state.withLock { exchange(&$0.shown, with: shown) } }

    /// Draws the layers of a scene above the lowest one.
    /// - Returns: The indices of layers that lie outside the target.
    func prepare(_ scene: BoundScene, for target: RenderTarget) throws(CanvasError) -> [Int] {
        var unseen: [Int] = []
        var overlaid = 0
        var steps = Steps(target: target, shared: SharedPictures(of: scene))
        for (place, layer) in scene.scene.layers.enumerated().dropFirst() where layer.sublayers.isEmpty {
            guard let painted = scene.paintedLayer(place) else { continue }
            do throws(FrameRenderError) {
                guard let overlay = try reader.aboutFile(of: nil, { try self.layer(painted, &steps) }) else {
                    unseen.append(place)
                    continue
                }
                overlaid += overlay.area.size.area
            } catch { throw .overlay(place - 1, error) }
            guard overlaid <= RenderTarget.largestArea else { throw .overlaysTooLarge(place - 1) }
        }
        return unseen
    }

    /// Returns the drawing of a list's lowest layer. If only the picture differs from the previous list, its drawing is reused.
    private func latest(_ base: PaintedLayer, under overlays: ArraySlice<DisplayList.Item>, for target: RenderTarget)
        throws -> Latest
    {
        let known = state.withLock { $0.latest }
        if let known, known.base == base, known.target == target, known.overlays == overlays { return known }
        var steps = Steps(target: target)
        let drawn = try layers(of: overlays, &steps)
        let same = known.flatMap { $0.base == base && $0.target == target ? $0.drawing : nil }
        let drawing = same?.under(drawn) ?? LayerDrawing(base, for: target, under: drawn)
        let latest = Latest(base: base, overlays: overlays, target: target, layers: drawn, drawing: drawing)
        state.withLock { state in
            state.latest = latest
            // The next lists are unlikely to use layers that this list does not use.
            if state.kept.count > steps.places.count {
                state.kept = state.kept.filter { steps.places.contains($0.key) }
            }
        }
        return latest
    }

    private struct Steps {
        let target: RenderTarget
        var shared: SharedPictures?
        var places: Set<Place> = []
    }

    private func layers(of items: ArraySlice<DisplayList.Item>, _ steps: inout Steps) throws -> [DrawnLayer<Depth>] {
        var drawn: [DrawnLayer<Depth>] = []
        var place = items.startIndex
        while place < items.endIndex {
            switch items[place] {
            case .layer(let layer): if let layer = try self.layer(layer, &steps) { drawn.append(layer) }
            case .begin(let group):
                let end = items.endOfGroup(from: place)
                let all = items[place..<end]
                let result = try kept(.steps(Array(all)), &steps) { steps in
                    try self.group(group, of: all.dropFirst(), &steps)
                }
                if let result { drawn.append(result) }
                place = end
            case .end: break
            }
            place += 1
        }
        return drawn
    }

    private func group(_ group: DisplayList.Group, of items: ArraySlice<DisplayList.Item>, _ steps: inout Steps) throws
        -> DrawnLayer<Depth>?
    {
        let canvas = steps.target.size
        let whole = PixelRect(canvas)
        if let passage = group.passage, let outline = group.clip {
            let middle = items.endOfGroup(from: items.startIndex)
            let former = try layers(of: items[...middle], &steps)
            let next = try layers(of: items[(middle + 1)...], &steps)
            let (way, progress, target) = (passage.transition, passage.progress, steps.target)
            return try reader.measuring(\.compositing) {
                try DrawnLayer(former.first, next.first, by: way, at: progress, in: outline, whole, for: target)
            }
        }
        let inner = try layers(of: items, &steps)
        var limits = whole
        var mask: DrawnLayer<Depth>?
        if let clip = group.clip {
            if clip.transform.isIdentity, !clip.hasRoundedCorners {
                limits = clip.frame.snapped(scale: steps.target.scale).intersection(limits)
            } else {
                mask = try layer(clip, &steps)
                if mask == nil { return nil }
            }
        }
        guard !inner.isEmpty, !limits.isEmpty else { return nil }
        var all = try DrawnLayer(compositing: inner, in: limits, on: canvas, cutBy: mask)
        if let shadow = group.shadow, let content = all, let thrown = try content.shadow(shadow, for: steps.target) {
            all = try DrawnLayer(compositing: [thrown, content], in: PixelRect(canvas), on: canvas)
        }
        return try all?.faded(group.alpha)
    }

    /// Returns a layer above the lowest one, which is either reused or drawn. Returns `nil` if the layer lies outside the
    /// target.
    private func layer(_ layer: PaintedLayer, _ steps: inout Steps) throws -> DrawnLayer<Depth>? {
        let (canvas, scale) = (steps.target.size, steps.target.scale)
        var normal = layer
        normal.properties.alpha = 1
        if layer.transform.isIdentity, layer.pixelPolicy == .snap || layer.frame.isWhole(scale: scale) {
            let place = layer.frame.snapped(scale: scale)
            guard !place.isEmpty else { return nil }
            normal.frame = Rect(origin: .zero, size: Size(place.size, scale: scale))
            let window = PixelRect(canvas).moved(x: -place.x, y: -place.y)
            guard layer.alpha < 1 else {
                return try raster(normal, in: window, scale: scale, &steps)?.moved(x: place.x, y: place.y, on: canvas)
            }
            return try kept(.steps([.layer(layer)]), &steps) { steps in
                try raster(normal, in: window, scale: scale, &steps)?.moved(x: place.x, y: place.y, on: canvas)?
                    .faded(layer.alpha)
            }
        }
        guard let grid = RasterGrid(layer, for: steps.target) else { return nil }
        (normal.frame, normal.transform) = (grid.frame, .identity)
        return try kept(.steps([.layer(layer)]), &steps) { steps in
            try raster(normal, in: grid.window, scale: grid.scale, &steps)?
                .transformed(by: grid.transform, on: canvas)?.faded(layer.alpha)
        }
    }

    private func raster(_ layer: PaintedLayer, in window: PixelRect, scale: Double, _ steps: inout Steps) throws
        -> DrawnLayer<Depth>?
    {
        var target = steps.target
        target.scale = scale
        let whole = Place(subject: .raster(layer, nil), size: window.size, scale: scale)
        let part = Place(subject: .raster(layer, window), size: window.size, scale: scale)
        let known = state.withLock { state in
            state.kept[whole].map { (whole, $0) } ?? state.kept[part].map { (part, $0) }
        }
        if let (place, kept) = known {
            steps.places.insert(place)
            return kept.layer
        }
        var bare = layer
        (bare.properties.backgroundColor, bare.properties.isOpaque) = (.clear, false)
        if let stack = layer.contents.stack {
            var drawn = try [raster(layer.showing(.nothing), in: window, scale: scale, &steps)]
            for contents in stack { drawn.append(try raster(bare.showing(contents), in: window, scale: scale, &steps)) }
            return keep(try DrawnLayer(stacking: drawn.compactMap(\.self), in: window), as: part, &steps)
        }
        if let (from, to, transition, progress) = layer.contents.transition {
            // Both contents are mixed to draw this frame, and kept for the next one.
            let former = try raster(bare.showing(from), in: window, scale: scale, &steps)
            let next = try raster(bare.showing(to), in: window, scale: scale, &steps)
            let ground = try raster(layer.showing(.nothing), in: window, scale: scale, &steps)
            let mixed = try reader.measuring(\.compositing) {
                try DrawnLayer(former, next, over: ground, by: transition, at: progress, in: layer, window, for: target)
            }
            return keep(mixed, as: part, &steps)
        }
        let shared = steps.shared
        let drawn = try reader.aboutFile(of: layer.contents.picture) {
            try DrawnLayer<Depth>(layer, in: window, for: target) { picture in
                let place = layer.frame.snapped(scale: scale)
                return try reader.read(picture, of: layer, in: place, for: target, sharing: shared)
            }
        }
        return keep(drawn, as: drawn?.isWhole == true ? whole : part, &steps)
    }

    private func kept(
        _ subject: Place.Subject,
        _ steps: inout Steps,
        _ make: (inout Steps) throws -> DrawnLayer<Depth>?
    ) throws -> DrawnLayer<Depth>? {
        let place = Place(subject: subject, size: steps.target.size, scale: steps.target.scale)
        if let known = state.withLock({ $0.kept[place] }) {
            steps.places.insert(place)
            return known.layer
        }
        return keep(try make(&steps), as: place, &steps)
    }

    private func keep(_ layer: DrawnLayer<Depth>?, as place: Place, _ steps: inout Steps) -> DrawnLayer<Depth>? {
        // Every frame needs the layer, so it is kept even if memory is short.
        let kept = Kept(layer: layer, lease: layer.flatMap { memory?.lease($0.picture.byteCount, inAnyCase: true) })
        state.withLock { $0.kept[place] = kept }
        steps.places.insert(place)
        return layer
    }
}

extension PaintedLayer {
    fileprivate func covers(_ target: RenderTarget) -> Bool {
        transform.isIdentity && frame.snapped(scale: target.scale) == PixelRect(target.size)
    }

    fileprivate func showing(_ contents: Contents) -> PaintedLayer { changing(self) { $0.contents = contents } }
}
