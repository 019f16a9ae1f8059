internal import FlipbookCore

/// Where a picture lies on the canvas, in pixels.
struct Placement: Hashable, Sendable {
    /// The size of the picture in its own pixels.
    let source: PixelSize
    /// The canvas pixels that the whole picture takes; it may reach beyond the canvas.
    let target: PixelRect
    /// The part of `target` that lies on the canvas.
    let visible: PixelRect

    /// A place from its parts.
    init(source: PixelSize, target: PixelRect, visible: PixelRect) {
        (self.source, self.target, self.visible) = (source, target, visible)
    }

    /// The place of a picture of `source` pixels, `pictureScale` of which make a point, on a canvas.
    init(of source: PixelSize, scale pictureScale: Double, on canvas: Canvas) {
        // In units of canvas pixels, not points: a picture of the canvas's own scale has a whole
        // number of them, and so keeps its size to the pixel however its edges fall.
        let unit = pictureScale / canvas.scale
        let bounds = Rect(origin: .zero, size: Size(canvas.size))
        let rect = canvas.contentMode.rect(for: Size(source, scale: unit), in: bounds)
        self.source = source
        target = rect.snapped()
        visible = target.intersection(PixelRect(canvas.size))
    }

    /// Whether each pixel of the picture is one pixel of the canvas.
    var isUnscaled: Bool { target.size == source }

    /// The visible part, counted from the top left pixel of `target`.
    var visibleInTarget: PixelRect {
        PixelRect(
            x: visible.x - target.x,
            y: visible.y - target.y,
            width: visible.size.width,
            height: visible.size.height
        )
    }
}
