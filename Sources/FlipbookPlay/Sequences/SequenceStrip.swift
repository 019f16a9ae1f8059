package import FlipbookCore

/// The layout of the strip of sequences at the bottom of the window, in window pixels.
package struct SequenceStrip: Hashable, Sendable {
    package let count, first, shownCount: Int
    package let cell: PixelSize
    package let labelHeight, top: Int
    private let left: Int
    /// The distance from one picture to the next, which is larger than a picture's width if the names need more room.
    private let step: Int
    private static let gap = 8

    /// The current sequence stays visible unless the viewer has scrolled.
    package init(count: Int, current: Int, scrolled: Int = 0, in window: PixelSize, above y: Int, density: Double = 1) {
        (self.count, labelHeight) = (count, Int(Self.labelHeight * density))
        let height = Int(Self.pictureHeight * density)
        cell = PixelSize(width: max(1, min(height * 16 / 9, window.width - 2 * Self.gap)), height: height)
        let least = cell.width + Self.gap
        shownCount = min(count, max(1, (window.width - Self.gap) / least))
        step = max(least, min((window.width - Self.gap) / shownCount, 4 * cell.width))
        first = min(max(0, current - shownCount / 2 + scrolled), count - shownCount)
        left = (window.width - shownCount * step + Self.gap) / 2
        top = max(0, y - Self.gap - labelHeight - cell.height)
    }

    private static let pictureHeight = 64.0
    private static let labelHeight = 22.0

    /// The strip's height in points.
    package static let height = pictureHeight + labelHeight + 2 * Double(gap)

    package var shown: Range<Int> { first..<first + shownCount }

    package func room(at place: Int) -> PixelRect {
        PixelRect(x: left + (place - first) * step, y: top, width: cell.width, height: cell.height)
    }

    package func label(at place: Int) -> PixelRect {
        let room = room(at: place)
        return PixelRect(x: room.x, y: room.y + cell.height, width: step - Self.gap, height: labelHeight)
    }

    package func place(at point: Point) -> Int? {
        func contains(_ rect: PixelRect) -> Bool {
            point.x >= Double(rect.x) && point.x < Double(rect.x + rect.size.width)
                && point.y >= Double(rect.y) && point.y < Double(rect.y + rect.size.height)
        }
        return shown.first { contains(room(at: $0)) || contains(label(at: $0)) }
    }
}
