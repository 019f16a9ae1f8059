import FlipbookCore
import FlipbookRender
import GStreamer

/// Draws guides and the pixel grid over a picture in a window.
final class GuidePainter: Sendable {
    private let grids = Remembered<WindowView, OverlayBox?>(atMost: 1)

    /// Returns boxes for lines that are two pixels wide, one light and one dark, so that they are visible on any picture.
    func boxes(_ lines: [PictureGuides.Line], over view: WindowView) -> [OverlayBox] {
        let (width, height) = (Double(view.picture.width), Double(view.picture.height))
        return lines.compactMap { line in
            let start = view.windowPlace(of: Point(x: line.start.x * width, y: line.start.y * height))
            let end = view.windowPlace(of: Point(x: line.end.x * width, y: line.end.y * height))
            let isDown = line.start.x == line.end.x
            let (left, top) = (max(0, Int(start.x.rounded())), max(0, Int(start.y.rounded())))
            let right = min(view.room.width, isDown ? left + 2 : Int(end.x.rounded()))
            let bottom = min(view.room.height, isDown ? Int(end.y.rounded()) : top + 2)
            // A line outside the window would be drawn at its edge.
            guard left < right, top < bottom, isDown ? start.x >= 0 : start.y >= 0 else { return nil }
            let rect = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            return OverlayBox(.line(rect, isDown: isDown))
        }
    }

    private static let leastFactor = 8.0

    /// Returns the grid between enlarged pixels, or `nil` if the pixels are too small. A fitted sprite has no grid.
    func grid(over view: WindowView) -> OverlayBox? {
        guard case .factor = view.zoom, view.factor >= Self.leastFactor, view.isNearest else { return nil }
        return grids.value(for: view) { Self.draw(view) }
    }

    private static func draw(_ view: WindowView) -> OverlayBox? {
        let start = view.windowPlace(of: .zero)
        let end = view.windowPlace(of: Point(x: Double(view.picture.width), y: Double(view.picture.height)))
        let (left, top) = (max(0, Int(start.x.rounded())), max(0, Int(start.y.rounded())))
        let right = min(view.room.width, Int(end.x.rounded()))
        let bottom = min(view.room.height, Int(end.y.rounded()))
        guard left < right, top < bottom else { return nil }
        let step = Int(view.factor)
        func isLine(_ place: Int, _ origin: Double) -> Bool { (place - Int(origin.rounded())).isMultiple(of: step) }
        let rect = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        return OverlayBox(
            .grid(rect, columns: rect.columns.map { isLine($0, start.x) }, rows: rect.rows.map { isLine($0, start.y) })
        )
    }
}
