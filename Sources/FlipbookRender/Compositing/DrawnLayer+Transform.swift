internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

private struct Quadrilateral {
    let corners: [Point]
    /// The coefficients of a·x + b·y + c for each edge. The value of the expression is the distance from the edge, in pixels.
    /// It is positive inside.
    private let edges: [(a: Double, b: Double, c: Double)]

    init(_ rect: Rect, through map: some PlaneMap) {
        let turned = [
            Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
            Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
        ].map(map.place)
        func diagonal(_ start: Point, _ end: Point) -> Point { Point(x: end.x - start.x, y: end.y - start.y) }
        let (first, second) = (diagonal(turned[0], turned[2]), diagonal(turned[1], turned[3]))
        // The corners of a mirrored shape are in reverse order.
        corners = first.x * second.y - first.y * second.x < 0 ? turned.reversed() : turned
        edges = corners.indices.compactMap { [corners] index in
            let (start, end) = (corners[index], corners[(index + 1) % 4])
            let (x, y) = (end.x - start.x, end.y - start.y)
            let length = (x * x + y * y).squareRoot()
            guard length > 0 else { return nil }
            let (a, b) = (-y / length, x / length)
            return (a, b, -a * start.x - b * start.y)
        }
    }

    var bounds: Rect {
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (across.reduce(across[0], min), down.reduce(down[0], min))
        return Rect(x: left, y: top, width: across.reduce(left, max) - left, height: down.reduce(top, max) - top)
    }

    /// Returns the pixels of a row that lie completely inside the shape, and those that lie at least partly inside. Both are
    /// limited to `columns`.
    func spans(ofRow y: Int, in columns: Range<Int>) -> (inside: Range<Int>, touched: Range<Int>) {
        // A pixel is included if the distance from its center to each edge is at least half of its extent across that edge.
        func span(_ side: Double) -> Range<Int> {
            var (low, high) = (Double(columns.lowerBound), Double(columns.upperBound))
            for edge in edges {
                let distance = edge.b * (Double(y) + 0.5) + edge.c - side * (edge.a.magnitude + edge.b.magnitude) / 2
                if edge.a.magnitude < 1e-12 {
                    if distance < 0 { high = low }
                } else {
                    let border = -distance / edge.a - 0.5
                    if edge.a > 0 { low = max(low, border) } else { high = min(high, border + 1) }
                }
            }
            guard high > low else { return columns.lowerBound..<columns.lowerBound }
            let first = Int(side > 0 ? low.rounded(.up) : low.rounded(.down))
            let last = Int(side > 0 ? high.rounded(.down) : high.rounded(.up))
            return min(first, last)..<max(first, last)
        }
        let touched = span(-1).clamped(to: columns)
        let inside = span(1).clamped(to: touched)
        return (inside.isEmpty ? touched.lowerBound..<touched.lowerBound : inside, touched)
    }

    /// Returns the part of a pixel's area that is inside the shape, 0 to 1, and the center of that part.
    func coverage(ofColumn x: Int, row y: Int) -> (area: Double, middle: Point) {
        let (left, top) = (Double(x), Double(y))
        var shape = [
            Point(x: left, y: top), Point(x: left + 1, y: top), Point(x: left + 1, y: top + 1),
            Point(x: left, y: top + 1),
        ]
        for edge in edges {
            var cut: [Point] = []
            for (index, point) in shape.enumerated() {
                let next = shape[(index + 1) % shape.count]
                let here = edge.a * point.x + edge.b * point.y + edge.c
                let there = edge.a * next.x + edge.b * next.y + edge.c
                if here >= 0 { cut.append(point) }
                if (here >= 0) != (there >= 0) {
                    let part = here / (here - there)
                    cut.append(Point(x: point.x + part * (next.x - point.x), y: point.y + part * (next.y - point.y)))
                }
            }
            shape = cut
            if shape.isEmpty { return (0, Point(x: left, y: top)) }
        }
        var (area, sum) = (0.0, Point.zero)
        for (index, point) in shape.enumerated() {
            let next = shape[(index + 1) % shape.count]
            area += ((point.x - left) * (next.y - top) - (next.x - left) * (point.y - top)) / 2
            sum = Point(x: sum.x + point.x, y: sum.y + point.y)
        }
        let count = Double(shape.count)
        return (min(max(area, 0), 1), Point(x: sum.x / count, y: sum.y / count))
    }
}

extension DrawnLayer {
    /// Draws the pixels with a transform that maps their coordinates to a canvas, or returns `nil` if nothing is visible. Each
    /// pixel is interpolated from the four pixels around its source point. Pixels at the edges are weighted by their coverage.
    func transformed(by transform: Transform, on canvas: PixelSize) throws(MachineShortage) -> DrawnLayer? {
        if let moved = unchanged(by: transform, on: canvas) { return moved }
        return try mapped(by: transform, in: PixelRect(canvas))
    }

    /// Draws the pixels with any mapping, inside a window.
    func mapped<Map: PlaneMap>(by map: Map, in window: PixelRect) throws(MachineShortage) -> DrawnLayer? {
        guard let inverse = map.inverse else { return nil }
        let shape = Quadrilateral(Rect(area), through: map)
        let place = Placement.touched(by: shape.bounds.intersection(Rect(window)))
        guard !place.isEmpty else { return nil }
        let stretch = shape.corners.reduce(0) { max($0, inverse.stretch(at: $1)) }
        let sampler = Sampler(size: area.size, inverse: inverse, origin: Rect(area).origin, stretch: stretch)
        let turned = try Depth.picture(place.size) { target in
            picture.withPixels { (source: Depth.ReadPixels) in
                for y in place.rows {
                    let row = target + (y - place.y) * place.size.width * 4
                    row.update(repeating: 0, count: place.size.width * 4)
                    let (inside, touched) = shape.spans(ofRow: y, in: place.columns)
                    for x in touched where !inside.contains(x) {
                        let (covered, middle) = shape.coverage(ofColumn: x, row: y)
                        guard covered > 0 else { continue }
                        sampler.write(source, at: middle, covered, to: row + (x - place.x) * 4)
                    }
                    for x in inside {
                        let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                        sampler.write(source, at: middle, 1, to: row + (x - place.x) * 4)
                    }
                }
            }
        }
        return DrawnLayer(turned, at: place, seen: place)
    }

    private func unchanged(by transform: Transform, on canvas: PixelSize) -> DrawnLayer? {
        let (x, y) = (transform.tx.rounded(), transform.ty.rounded())
        let isMoved =
            transform.a == 1 && transform.d == 1 && transform.b == 0 && transform.c == 0
            && (transform.tx - x).magnitude < 1e-9 && (transform.ty - y).magnitude < 1e-9
            && max(x.magnitude, y.magnitude) < 1e9
        return isMoved ? moved(x: Int(x), y: Int(y), on: canvas) : nil
    }

    private struct Sampler<Map: PlaneMap> {
        let width, height: Int
        let inverse: Map
        let origin: Point
        let steps: Int

        /// - Parameter stretch: The maximum number of the picture's pixels per canvas pixel, horizontally or vertically.
        init(size: PixelSize, inverse: Map, origin: Point, stretch: Double) {
            (width, height, self.inverse, self.origin) = (size.width, size.height, inverse, origin)
            steps = Int(min(max((stretch - 0.25).rounded(.up), 1), 16))
        }

        func write(_ source: Depth.ReadPixels, at middle: Point, _ covered: Double, to target: Depth.Pixels) {
            var sum = SIMD4<Float>.zero
            if steps == 1 {
                sum = color(of: source, at: middle)
            } else {
                for row in 0..<steps {
                    for column in 0..<steps {
                        let (x, y) = ((Double(column) + 0.5) / Double(steps), (Double(row) + 0.5) / Double(steps))
                        sum += color(of: source, at: Point(x: middle.x - 0.5 + x, y: middle.y - 0.5 + y))
                    }
                }
                sum /= Float(steps * steps)
            }
            sum = sum * Float(covered) + 0.5
            for channel in 0..<4 { target[channel] = Depth.Channel(min(sum[channel], Float(Depth.Channel.max))) }
        }

        @inline(__always)
        private func color(of source: Depth.ReadPixels, at place: Point) -> SIMD4<Float> {
            let inner = inverse.place(of: place)
            let x = min(max(inner.x - origin.x - 0.5, 0), Double(width - 1))
            let y = min(max(inner.y - origin.y - 0.5, 0), Double(height - 1))
            let (column, row) = (Int(x), Int(y))
            let (right, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
            let (u, v) = (Float(x - Double(column)), Float(y - Double(row)))
            func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
                let pixel = source + (row * width + column) * 4
                return SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3]))
            }
            let upper = pixel(column, row) * (1 - u) + pixel(right, row) * u
            let lower = pixel(column, below) * (1 - u) + pixel(right, below) * u
            return upper * (1 - v) + lower * v
        }
    }
}
