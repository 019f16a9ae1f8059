package import FlipbookCore
import FlipbookFiles
import FlipbookImaging

extension DrawnBox {
    /// Draws paths and text for part of a window, or returns `nil` if the drawing libraries are not installed.
    /// - Parameter actions: Draws in points, from the box's upper left corner.
    package init?(_ rect: PixelRect, scale: Double, _ actions: (DrawingContext) -> Void) {
        let size = Size(width: Double(rect.size.width) / scale, height: Double(rect.size.height) / scale)
        let image = GraphicsImageRenderer(size: size, scale: scale).image(actions)
        guard case .drawn(let commands) = image.source, let picture = try? commands.picture(.standard),
            picture.size == rect.size
        else { return nil }
        self.init(rect, bytes: picture.blueFirstBytes)
    }
}
