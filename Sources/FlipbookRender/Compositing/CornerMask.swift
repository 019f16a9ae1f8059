internal import FlipbookCore
internal import Glibc

/// A mask for the rounded corners of a layer. It contains the exact coverage of each pixel.
struct CornerMask<Depth: ChannelDepth>: Sendable {
    private let bounds: PixelRect
    /// The left ends of the top rows, from top to bottom. The right and bottom ends are mirror images.
    private let ends: [End]

    private struct End: Sendable {
        var outside = 0
        /// The coverage of each pixel, beginning with the first one that is not completely outside.
        var coverage: [Depth.Channel] = []
    }

    /// Creates a mask, or returns `nil` for square corners.
    /// - Parameter radius: The radius in pixels, limited to half of the shorter side.
    init?(radius: Double, bounds: PixelRect) {
        let size = bounds.size
        let radius = min(radius, Double(min(size.width, size.height)) / 2)
        guard radius > 0 else { return nil }
        self.bounds = bounds
        let circle = Circle(radius: radius)
        let count = Int(radius.rounded(.up))
        ends = (0..<min(count, (size.height + 1) / 2)).map { row in
            var end = End()
            for column in 0..<min(count, (size.width + 1) / 2) {
                // In the middle of a layer with an odd side, a pixel may be clipped at both ends.
                let (right, below) = (size.width - 1 - column, size.height - 1 - row)
                let cut =
                    circle.cut(column, row) + circle.cut(right, row) + circle.cut(column, below)
                    + circle.cut(right, below)
                let inside = Depth.channel(alpha: 1 - cut)
                if inside == .max { break }
                if inside == 0, end.coverage.isEmpty { end.outside += 1 } else { end.coverage.append(inside) }
            }
            return end
        }
    }

    private func end(ofRow y: Int) -> End? {
        let row = min(y - bounds.y, bounds.rows.upperBound - 1 - y)
        return ends.indices.contains(row) ? ends[row] : nil
    }

    func cuts(row y: Int) -> Bool { end(ofRow: y) != nil }

    /// Clips premultiplied pixels to the rounded corners.
    /// - Parameter row: The row's pixel in column 0.
    func cut(row y: Int, columns: Range<Int>, of row: Depth.Pixels) {
        guard let end = end(ofRow: y) else { return }
        let (left, right) = (bounds.columns.lowerBound, bounds.columns.upperBound)
        for outside in [left..<left + end.outside, right - end.outside..<right] {
            let seen = outside.clamped(to: columns)
            (row + seen.lowerBound * 4).update(repeating: 0, count: seen.count * 4)
        }
        for (place, inside) in end.coverage.enumerated() {
            let (first, last) = (left + end.outside + place, right - 1 - end.outside - place)
            if columns.contains(first) { Depth.fade(row + first * 4, row + first * 4, 1, inside) }
            if columns.contains(last), last != first { Depth.fade(row + last * 4, row + last * 4, 1, inside) }
        }
    }
}

private struct Circle {
    let radius: Double

    func cut(_ column: Int, _ row: Int) -> Double {
        let (x, y) = (Double(column), Double(row))
        guard x < radius, y < radius else { return 0 }
        // Columns are counted outward from the center. Columns before `partly` are not clipped, and columns from `wholly` on
        // are clipped completely.
        let columns = (max(radius - x - 1, 0), radius - x)
        let partly = width(at: radius - y)
        let wholly = y + 1 < radius ? width(at: radius - y - 1) : radius
        let (start, end) = (max(columns.0, partly), min(columns.1, wholly))
        let piece = end > start ? (radius - y) * (end - start) - (area(to: end) - area(to: start)) : 0
        // In the center row and below, no pixel is clipped completely.
        let whole = y + 1 < radius ? max(columns.1 - max(columns.0, wholly), 0) : 0
        return min(max(piece + whole, 0), 1)
    }

    /// Returns half the width of the circle at a height above its center.
    private func width(at height: Double) -> Double { max(radius * radius - height * height, 0).squareRoot() }

    /// Returns the area between the circle and the horizontal line through its center, from the center to a given distance.
    private func area(to distance: Double) -> Double {
        (distance * width(at: distance) + radius * radius * asin(min(max(distance / radius, -1), 1))) / 2
    }
}
