internal import CImageKernels
internal import FlipbookCore

/// A view that lies over every frame, drawn once: its premultiplied pixels and where they go.
///
/// Background, alpha and picture are merged beforehand, so that a frame costs no
/// more than compositing the pixels that the view takes.
struct OverlayLayer: Sendable {
    /// Where the pixels go on the canvas.
    let area: PixelRect
    private let picture: Picture

    /// The layer of a view on a canvas; `nil` where nothing of it shows there.
    /// - Throws: ``FrameRenderError`` where its picture cannot be drawn.
    init?(_ view: ImageView, on root: Canvas) throws(FrameRenderError) {
        let image = view.visibleImage
        let decode: FrameRenderer.Decode = { path throws(ImageError) in try ImageDecoder().decode(contentsOf: path) }
        var canvas = Canvas(view, showing: image, scale: root.scale, filter: root.filter)
        let opacity = canvas.opacity
        let place = view.frame.snapped(scale: root.scale)
        guard !view.isHidden, opacity > 0, !place.isEmpty else { return nil }
        // Edges are rounded where the view lies, which may make it a pixel larger or smaller than at the origin.
        canvas.size = place.size
        let pixels: Picture?
        let slices: ImageSlices?
        do throws(ImageError) {
            pixels = try image.map { image throws(ImageError) in try image.pixels(decode: decode) } ?? nil
            slices =
                try pixels.map { pixels throws(ImageError) in
                    try canvas.slices(of: pixels.size, scale: image?.scale ?? 1)
                } ?? nil
        } catch {
            throw FrameRenderError(path: image?.path ?? FilePath("image data"), cause: error)
        }
        let placement = pixels.map {
            Placement(of: slices?.naturalSize ?? $0.size, scale: image?.scale ?? 1, on: canvas)
        }
        let target = placement?.target.moved(x: place.x, y: place.y)
        // Where the view has no ground of its own, only its picture takes pixels, memory and time.
        let shown = view.clipsToBounds ? (target ?? .zero).intersection(place) : target ?? .zero
        let hasGround = canvas.isOpaque || canvas.background != .clear
        let reach = hasGround ? place.union(shown) : shown
        area = reach.intersection(PixelRect(root.size))
        guard !area.isEmpty else { return nil }

        canvas.size = area.size
        let backdrop = Backdrop(
            canvas.shownBackground,
            isFlattened: canvas.isOpaque,
            width: area.size.width,
            scale: root.scale
        )
        canvas.background = .clear
        (canvas.alpha, canvas.isOpaque) = (1, false)
        let bounds = place.intersection(area).moved(x: -area.x, y: -area.y)
        var foreground: Picture?
        if let pixels, let placement, let target {
            let local = target.moved(x: -area.x, y: -area.y)
            // The canvas is a part of one that was checked.
            guard
                let renderer = try? FrameRenderer(canvas: canvas, format: .rgbaPremultiplied, decode: decode)
            else { return nil }
            foreground = renderer.draw(
                pixels,
                at: Placement(
                    source: placement.source,
                    edges: placement.edges.moved(x: place.x - area.x, y: place.y - area.y),
                    target: local,
                    visible: local.intersection(PixelRect(area.size))
                ),
                cut: slices
            )
        }
        picture = Self.merge(foreground, over: backdrop, in: bounds, size: area.size, opacity: opacity)
    }

    /// The picture over the view's background, faded together.
    private static func merge(
        _ foreground: Picture?,
        over backdrop: Backdrop,
        in bounds: PixelRect,
        size: PixelSize,
        opacity: UInt8
    ) -> Picture {
        Picture(size: size, format: .rgbaPremultiplied) { target in
            guard let base = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            base.update(repeating: 0, count: target.count)
            for y in 0..<size.height {
                let row = base + y * size.width * 4
                if bounds.rows.contains(y) { backdrop.write(row: y - bounds.y, columns: bounds.columns, to: row) }
                foreground?.withUnsafeBytes { bytes in
                    guard let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
                    flipbook_over(row, pixels + y * size.width * 4, size.width)
                }
                if opacity < 255 { flipbook_fade(row, row, size.width, opacity) }
            }
        }
    }

    /// Composites what the layer has in canvas row `y` over the premultiplied row at `target`.
    func cover(row y: Int, of target: UnsafeMutablePointer<UInt8>) {
        withRow(y) { flipbook_over(target + area.x * 4, $0, area.size.width) }
    }

    /// The same over a row of straight pixels, in `scratch`, a row of memory.
    func cover(row y: Int, ofStraight target: UnsafeMutablePointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>) {
        withRow(y) { pixels in
            let place = target + area.x * 4
            flipbook_premultiply(scratch, place, area.size.width)
            flipbook_over(scratch, pixels, area.size.width)
            flipbook_unpremultiply(scratch, scratch, area.size.width)
            // Where nothing covers them, pixels keep their bytes: on the way through premultiplied ones they would not.
            for x in 0..<area.size.width where pixels[x * 4 + 3] != 0 {
                (place + x * 4).update(from: scratch + x * 4, count: 4)
            }
        }
    }

    private func withRow(_ y: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
        guard area.rows.contains(y) else { return }
        picture.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
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
