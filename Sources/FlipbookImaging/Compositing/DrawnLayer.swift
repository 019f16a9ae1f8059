internal import FlipbookCore

/// A layer over the lowest one, drawn: its premultiplied pixels and where they go, so that a frame costs no more than
/// compositing the pixels that the layer takes.
struct DrawnLayer<Depth: ChannelDepth>: Sendable {
    /// Where the pixels go on the canvas.
    let area: PixelRect
    private let picture: Picture
    /// What it takes in memory.
    var byteCount: Int { picture.byteCount }

    /// A layer as it is painted for a target; `nil` where nothing of it lies on the canvas.
    /// - Parameter read: Gives the pixels of its picture, as they are shown.
    /// - Throws: What `read` throws, caps that do not fit the picture, and a shortage of memory.
    init?(
        _ layer: PaintedLayer,
        for target: RenderTarget,
        _ read: (PaintedPicture) throws(ImageError) -> Picture
    ) throws(ImageError) {
        let place = layer.frame.snapped(scale: target.scale)
        guard !place.isEmpty else { return nil }
        let pixels = try layer.contents.picture.map(read)
        var shown = PixelRect.zero
        if let pixels, let picture = layer.contents.picture {
            let size = try picture.slices(of: pixels.size, in: layer.contentMode)?.naturalSize ?? pixels.size
            shown = layer.placement(of: size, scale: picture.scale, in: place, for: target).visible
            if layer.clipsToBounds { shown = shown.intersection(place) }
        }
        // Where the layer has no ground of its own, only its picture takes pixels, memory and time.
        let hasGround = layer.isOpaque || layer.contents == .black || layer.shownBackground != .clear
        let ground = hasGround ? place.intersection(PixelRect(target.size)) : .zero
        area = Rect(ground).union(Rect(shown)).snapped()
        guard !area.isEmpty else { return nil }
        let drawing = LayerDrawing<Depth>(
            layer,
            in: place.moved(x: -area.x, y: -area.y),
            for: RenderTarget(size: area.size, scale: target.scale, format: Depth.premultiplied)
        )
        picture = try drawing.draw(layer.contents, pixels)
    }

    /// Composites what the layer has in canvas row `y` over the premultiplied row at `target`.
    func cover(row y: Int, of target: UnsafeMutablePointer<Depth.Channel>) {
        withRow(y) { Depth.over(target + area.x * 4, $0, area.size.width) }
    }

    /// The same over a row of straight pixels, in `scratch`, a row of memory.
    func cover(
        row y: Int,
        ofStraight target: UnsafeMutablePointer<Depth.Channel>,
        scratch: UnsafeMutablePointer<Depth.Channel>
    ) {
        withRow(y) { pixels in
            let place = target + area.x * 4
            Depth.premultiply(scratch, place, area.size.width)
            Depth.over(scratch, pixels, area.size.width)
            Depth.unpremultiply(scratch, scratch, area.size.width)
            // Where nothing covers them, pixels keep their bytes: on the way through premultiplied ones they would not.
            for x in 0..<area.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    private func withRow(_ y: Int, _ body: (UnsafePointer<Depth.Channel>) -> Void) {
        guard area.rows.contains(y) else { return }
        picture.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
            body(base + (y - area.y) * area.size.width * 4)
        }
    }
}
