internal import FlipbookCore

/// A view that lies over every frame, drawn once: its premultiplied pixels and where they go.
///
/// Background, alpha and picture are merged beforehand, so that a frame costs no
/// more than compositing the pixels that the view takes.
struct OverlayLayer<Depth: ChannelDepth>: Sendable {
    /// Where the pixels go on the canvas.
    let area: PixelRect
    private let picture: Picture

    /// The layer of a view that is not hidden; `nil` where nothing of it lies on the canvas.
    /// - Throws: ``FrameRenderError`` where its picture cannot be drawn.
    init?(_ view: ImageView, on root: Canvas) throws(FrameRenderError) {
        let place = view.frame.snapped(scale: root.scale)
        guard !place.isEmpty else { return nil }
        let image = view.visibleImage
        var canvas = Canvas(view, showing: image, scale: root.scale, filter: root.filter)
        // Edges are rounded where the view lies, which may make it a pixel larger or smaller than at the origin.
        canvas.size = place.size
        let foreground = try image.flatMap { image throws(FrameRenderError) in
            try Foreground(image, on: canvas)
        }
        let target = foreground?.placement.target.moved(x: place.x, y: place.y) ?? .zero
        // Where the view has no ground of its own, only its picture takes pixels, memory and time.
        let shown = view.clipsToBounds ? target.intersection(place) : target
        let hasGround = canvas.isOpaque || canvas.background != .clear
        area = (hasGround ? place.union(shown) : shown).intersection(PixelRect(root.size))
        guard !area.isEmpty else { return nil }

        let backdrop = Backdrop<Depth>(
            canvas.shownBackground,
            isFlattened: canvas.isOpaque,
            width: area.size.width,
            scale: root.scale
        )
        let opacity = Depth.channel(alpha: canvas.opacity)
        canvas.size = area.size
        canvas.background = .clear
        (canvas.alpha, canvas.isOpaque) = (1, false)
        picture = Self.merge(
            try foreground?.drawn(on: canvas, movedBy: (place.x - area.x, place.y - area.y)),
            over: backdrop,
            in: place.intersection(area).moved(x: -area.x, y: -area.y),
            size: area.size,
            opacity: opacity
        )
    }

    /// The view's picture, and where it lies in the view.
    private struct Foreground {
        let pixels: Picture
        let slices: ImageSlices?
        let placement: Placement

        /// `nil` where the image has no pixels of its own.
        init?(_ image: Image, on canvas: Canvas) throws(FrameRenderError) {
            let decoder = ImageDecoder(keepsSixteenBits: Depth.straight.isDeep)
            do throws(ImageError) {
                let decode: FrameRenderer.Decode = { path throws(ImageError) in
                    try decoder.decode(contentsOf: path)
                }
                guard let pixels = try image.pixels(keepsSixteenBits: Depth.straight.isDeep, decode: decode) else {
                    return nil
                }
                self.pixels = pixels
                slices = try canvas.slices(of: pixels.size, scale: image.scale)
            } catch {
                throw FrameRenderError(path: image.path ?? FilePath("image data"), cause: error)
            }
            placement = Placement(of: slices?.naturalSize ?? pixels.size, scale: image.scale, on: canvas)
        }

        /// The picture alone, premultiplied, on `canvas`, whose origin the view's lies so many pixels away from.
        func drawn(on canvas: Canvas, movedBy offset: (x: Int, y: Int)) throws(FrameRenderError) -> Picture? {
            let target = placement.target.moved(x: offset.x, y: offset.y)
            let drawing = try? CanvasDrawing<Depth>(
                canvas,
                as: Depth.premultiplied,
                size: canvas.size,
                isFlattened: false
            )
            return drawing?.draw(
                pixels,
                at: Placement(
                    source: placement.source,
                    edges: placement.edges.moved(x: offset.x, y: offset.y),
                    target: target,
                    visible: target.intersection(PixelRect(canvas.size))
                ),
                cut: slices
            )
        }
    }

    /// The picture over the view's background, faded together.
    private static func merge(
        _ foreground: Picture?,
        over backdrop: Backdrop<Depth>,
        in bounds: PixelRect,
        size: PixelSize,
        opacity: Depth.Channel
    ) -> Picture {
        Picture(size: size, format: Depth.premultiplied) { target in
            guard let base = target.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
            base.update(repeating: 0, count: size.area * 4)
            for y in 0..<size.height {
                let row = base + y * size.width * 4
                if bounds.rows.contains(y) { backdrop.write(row: y - bounds.y, columns: bounds.columns, to: row) }
                foreground?.withUnsafeBytes { bytes in
                    guard let pixels = bytes.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
                    Depth.over(row, pixels + y * size.width * 4, size.width)
                }
                if opacity < .max { Depth.fade(row, size.width, by: opacity) }
            }
        }
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

extension PixelRect {
    /// The rectangle so many pixels further to the right and down.
    fileprivate func moved(x: Int, y: Int) -> PixelRect {
        PixelRect(x: self.x + x, y: self.y + y, width: size.width, height: size.height)
    }

    /// The smallest rectangle that holds both; the other one where one is empty.
    fileprivate func union(_ other: PixelRect) -> PixelRect {
        guard !isEmpty else { return other }
        guard !other.isEmpty else { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left,
            y: top,
            width: max(columns.upperBound, other.columns.upperBound) - left,
            height: max(rows.upperBound, other.rows.upperBound) - top
        )
    }
}

extension Rect {
    /// The rectangle so many units further to the right and down.
    fileprivate func moved(x: Int, y: Int) -> Rect {
        Rect(origin: Point(x: origin.x + Double(x), y: origin.y + Double(y)), size: size)
    }
}
