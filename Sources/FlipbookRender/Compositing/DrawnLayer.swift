internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// Layers over the lowest one, drawn: their premultiplied pixels and where they go, so that a frame costs no more than
/// compositing the pixels that they take.
struct DrawnLayer<Depth: ChannelDepth>: Sendable {
    /// The place of the pixels on the canvas, beyond which they may reach.
    private(set) var area: PixelRect
    /// The part of `area` on the canvas.
    private(set) var seen: PixelRect
    let picture: Picture
    /// A Boolean value that tells whether it is all that is drawn of the layer, and not only what lies on the canvas.
    var isWhole = true

    /// Pixels at their place, or `nil` if no canvas pixel is among them.
    init?(_ picture: Picture, at area: PixelRect, on canvas: PixelSize) {
        (self.picture, self.area) = (picture, area)
        seen = area.intersection(PixelRect(canvas))
        if seen.isEmpty { return nil }
    }

    /// A layer as it is painted, with its upper left corner at the origin, or `nil` if nothing of it is seen.
    /// - Parameter window: The part of the plane that is seen. What is larger than it is drawn as far as it is in it.
    /// - Throws: The errors of `read`, of caps that do not fit the picture, and of memory.
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
        // Where the layer has no ground of its own, only its picture takes pixels, memory and time.
        let hasGround = layer.isOpaque || layer.contents == .black || layer.shownBackground != .clear
        let whole = Rect(hasGround ? place : .zero).union(Rect(shown)).snapped()
        let visible = whole.intersection(window)
        guard !visible.isEmpty else { return nil }
        // Another place may show the rest, where that is no large one.
        isWhole = whole == visible || whole.size.area <= window.size.area
        area = isWhole ? whole : visible
        seen = visible
        var part = RenderTarget(size: area.size, scale: scale, format: Depth.premultiplied)
        (part.canvas, part.output) = (target.canvas, nil)
        let drawing = LayerDrawing<Depth>(layer, in: place.moved(x: -area.x, y: -area.y), for: part)
        picture = try drawing.draw(layer.contents, pixels)
    }

    /// The same pixels at another place on a canvas, or `nil` if none of them lies on it.
    func moved(x: Int, y: Int, on canvas: PixelSize) -> DrawnLayer? {
        DrawnLayer(picture, at: area.moved(x: x, y: y), on: canvas)
    }

    /// The same, as much of it left as `alpha` says.
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

    /// Composites what the layer has in canvas row `y` over the premultiplied row at `target`.
    func cover(row y: Int, of target: UnsafeMutablePointer<Depth.Channel>) {
        withRow(y) { Depth.over(target + seen.x * 4, $0, seen.size.width) }
    }

    /// The same over a row of straight pixels, in `scratch`, a row of memory.
    func cover(
        row y: Int,
        ofStraight target: UnsafeMutablePointer<Depth.Channel>,
        scratch: UnsafeMutablePointer<Depth.Channel>
    ) {
        withRow(y) { pixels in
            let place = target + seen.x * 4
            Depth.premultiply(scratch, place, seen.size.width)
            Depth.over(scratch, pixels, seen.size.width)
            Depth.unpremultiply(scratch, scratch, seen.size.width)
            // Where nothing covers them, pixels keep their bytes: on the way through premultiplied ones they would not.
            for x in 0..<seen.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    func withRow(_ y: Int, _ body: (UnsafePointer<Depth.Channel>) -> Void) {
        guard seen.rows.contains(y) else { return }
        picture.withPixels { body($0 + ((y - area.y) * area.size.width + seen.x - area.x) * 4) }
    }
}
