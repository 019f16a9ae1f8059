import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport

extension Picture {
    /// `picture` on a canvas, its pixels per point `scale`.
    static func drawn(
        _ picture: Picture,
        scale: Int = 1,
        on canvas: Canvas,
        as format: PixelFormat = .rgba
    ) throws -> Picture {
        try CanvasRenderer(canvas: canvas, format: format) { _ in picture }
            .render(Frame(number: 1, source: .file(FilePath("picture.png")), scale: scale))
    }
}

extension Canvas {
    /// A canvas of `width` by `height` pixels.
    init(
        _ width: Int,
        _ height: Int,
        scale: Double = 1,
        _ contentMode: ContentMode = .scaleToFill,
        _ background: Background = .clear,
        filter: ScalingFilter = .automatic
    ) {
        self.init(
            size: PixelSize(width: width, height: height),
            scale: scale,
            contentMode: contentMode,
            background: background,
            filter: filter
        )
    }
}
