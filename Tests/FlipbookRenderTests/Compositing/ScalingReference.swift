import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport

/// What scaling is defined to give, in floating point and one number at a time.
enum ScalingReference {
    /// What `filter` makes of a row of `values` that is drawn from `left` to `right` on `count` pixels of a canvas.
    ///
    /// Where the row covers a part of a pixel, that part of its mean.
    static func row(
        _ values: [Double],
        left: Double,
        right: Double,
        on count: Int,
        _ filter: ScalingFilter
    ) -> [Double] {
        let step = Double(values.count) / (right - left)
        return (0..<count).map { index in
            let from = max(Double(index), left)
            let to = min(Double(index + 1), right)
            let center = (Double(index) + 0.5 - left) * step
            if filter == .nearest {
                guard center >= 0, center < Double(values.count) else { return 0 }
                return values[Int(center)]
            }
            guard to > from else { return 0 }
            if filter == .automatic, step > 1 {
                return (sum(of: values, to: (to - left) * step) - sum(of: values, to: (from - left) * step)) / step
            }
            let place = min(max(center - 0.5, 0), Double(values.count - 1))
            let first = min(Int(place), values.count - 1)
            let part = place - Double(first)
            let line = values[first] * (1 - part) + values[min(first + 1, values.count - 1)] * part
            return line * (to - from)
        }
    }

    /// What `filter` makes of `values`, drawn on `target` pixels.
    static func row(_ values: [Double], to target: Int, _ filter: ScalingFilter) -> [Double] {
        row(values, left: 0, right: Double(target), on: target, filter)
    }

    /// The sum of the pixels before `place`: at a border their plain sum, between borders Catmull and Rom's cubic.
    private static func sum(of values: [Double], to place: Double) -> Double {
        func atBorder(_ border: Int) -> Double {
            // Beyond the ends the outer pixels go on.
            if border < 0 { return Double(border) * values[0] }
            let inside = values.prefix(border).reduce(0, +)
            return inside + Double(max(0, border - values.count)) * values[values.count - 1]
        }
        // A border that floating point missed by a hair is that border.
        let nearest = place.rounded()
        if abs(place - nearest) < 1e-9 { return atBorder(Int(nearest)) }
        let border = Int(place.rounded(.down))
        let t = place - Double(border)
        let (p0, p1, p2, p3) = (atBorder(border - 1), atBorder(border), atBorder(border + 1), atBorder(border + 2))
        let cubic = 3 * p1 - p0 - 3 * p2 + p3
        let square = 2 * p0 - 5 * p1 + 4 * p2 - p3
        return p1 + t * ((p2 - p0) + t * (square + t * cubic)) / 2
    }

    /// The rows of `picture`, premultiplied, after `scale` has drawn its rows and then its columns.
    ///
    /// Channels are kept within 0 to 255 and colors within their alpha.
    static func premultiplied(
        _ picture: Picture,
        scaledBy scale: (_ values: [Double], _ horizontally: Bool) -> [Double]
    ) -> [[[Double]]] {
        let channels = (0..<4).map { channel in
            let rows = (0..<picture.size.height).map { y in
                scale(
                    (0..<picture.size.width).map { x in
                        let pixel = picture.pixel(x, y)
                        return Double(pixel[channel]) * (channel == 3 ? 1 : Double(pixel[3]) / 255)
                    },
                    true
                )
            }
            return rows[0].indices.map { x in scale(rows.map { $0[x] }, false) }
        }
        return channels[0][0].indices.map { y in
            channels[0].indices.map { x in
                let alpha = min(max(channels[3][x][y], 0), 255)
                return (0..<3).map { min(max(channels[$0][x][y], 0), alpha) } + [alpha]
            }
        }
    }
}
