internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// A layer above the lowest one, already drawn: premultiplied pixels and their position.
struct DrawnLayer<Depth: ChannelDepth>: Sendable {
    /// The position of the pixels, which may extend beyond the canvas.
    private(set) var area: PixelRect
    private(set) var seen: PixelRect
    let picture: Picture
    /// A Boolean value that indicates whether the picture contains the whole layer, not only the part on the canvas.
    var isWhole = true

    init?(_ picture: Picture, at area: PixelRect, on canvas: PixelSize) {
        (self.picture, self.area, seen) = (picture, area, area.intersection(PixelRect(canvas)))
        if seen.isEmpty { return nil }
    }

    /// Draws a layer with its upper left corner at the origin, or returns `nil` if no part of it is visible.
    /// - Parameter window: The visible part of the plane. Larger layers are drawn only inside it.
    init?(
        _ layer: PaintedLayer,
        in window: PixelRect,
        for target: RenderTarget,
        _ read: (PaintedPicture) throws -> ReadPicture
    ) throws {
        let scale = target.scale
        let place = layer.frame.snapped(scale: scale)
        guard !place.isEmpty else { return nil }
        let pixels = try layer.contents.picture.map(read)
        var shown = PixelRect.zero
        if let pixels, let picture = layer.contents.picture {
            let size = try picture.slices(of: pixels.size, in: layer.contentMode)?.naturalSize ?? pixels.size
            shown = layer.placement(of: size, scale: picture.scale, in: place, scale: scale).target
                .moved(x: place.x, y: place.y)
            if layer.clipsToBounds { shown = shown.intersection(place) }
        }
        // A layer without a background needs only its picture's pixels.
        let hasGround = layer.isOpaque || layer.contents == .black || layer.shownBackground != .clear
        let whole = Rect(hasGround ? place : .zero).union(Rect(shown)).snapped()
        let visible = whole.intersection(window)
        guard !visible.isEmpty else { return nil }
        // The whole layer is drawn, so that it can be moved, unless it is large.
        isWhole = whole == visible || whole.size.area <= window.size.area
        area = isWhole ? whole : visible
        seen = visible
        var part = RenderTarget(size: area.size, scale: scale, format: Depth.premultiplied)
        (part.canvas, part.output) = (target.canvas, nil)
        let drawing = LayerDrawing<Depth>(layer, in: place.moved(x: -area.x, y: -area.y), for: part)
        picture = try drawing.draw(layer.contents, pixels)
    }

    func moved(x: Int, y: Int, on canvas: PixelSize) -> DrawnLayer? {
        DrawnLayer(picture, at: area.moved(x: x, y: y), on: canvas)
    }

    func faded(_ alpha: Double) throws(MachineShortage) -> DrawnLayer {
        guard alpha < 1 else { return self }
        let opacity = Depth.channel(alpha: alpha)
        let faded = try Depth.picture(picture.size) { target in
            picture.withPixels { Depth.fade(target, $0, picture.size.area, opacity) }
        }
        return DrawnLayer(faded, at: area, seen: seen)
    }

    init(_ picture: Picture, at area: PixelRect, seen: PixelRect) {
        (self.picture, self.area, self.seen) = (picture, area, seen)
    }

    func cover(row y: Int, of target: Depth.Pixels) {
        withRow(y) { Depth.over(target + seen.x * 4, $0, seen.size.width) }
    }

    /// Composites canvas row `y` of the layer over a row of straight pixels. `scratch` is memory for one row.
    func cover(row y: Int, ofStraight target: Depth.Pixels, scratch: Depth.Pixels) {
        withRow(y) { pixels in
            let place = target + seen.x * 4
            Depth.premultiply(scratch, place, seen.size.width)
            Depth.over(scratch, pixels, seen.size.width)
            Depth.unpremultiply(scratch, scratch, seen.size.width)
            // Uncovered pixels keep their bytes, which premultiplying would change.
            for x in 0..<seen.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    func withRow(_ y: Int, _ body: (Depth.ReadPixels) -> Void) {
        guard seen.rows.contains(y) else { return }
        picture.withPixels { body($0 + ((y - area.y) * area.size.width + seen.x - area.x) * 4) }
    }
}
