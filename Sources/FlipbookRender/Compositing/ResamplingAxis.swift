package import FlipbookCore

/// The weights that resample a row of source pixels to the canvas. The sum of the weights for a result is ``one``, or a
/// fraction of it if the picture's edge lies inside the result. The weights are computed with only the basic operations of IEEE
/// 754 and then rounded to integers, so that they are the same on every machine.
package struct ResamplingAxis: Sendable {
    package static let one = 16384
    package let source: Int
    /// The number of results, which cover the visible part of the target.
    package let count: Int
    package let tapCount: Int
    package let starts: [Int32]
    /// `tapCount` weights for each result. Weights for taps beyond the end of the source are 0.
    package let weights: [Int16]

    package init(from source: Int, to target: Int, visible: Range<Int>, filter: ScalingFilter) {
        precondition(target > 0 && visible.lowerBound >= 0 && visible.upperBound <= target)
        self.init(from: source, left: 0, right: Double(target), visible: visible, filter: filter)
    }

    /// Creates the weights of the results in `visible` for a picture whose edges on the canvas may lie inside pixels.
    package init(from source: Int, left: Double, right: Double, visible: Range<Int>, filter: ScalingFilter) {
        precondition(source > 0 && source <= Int32.max && right > left)
        let edges = Edges(source: source, left: left, right: right)
        let spans = visible.map { Span($0, edges, filter) }
        let tapCount = spans.map(\.weights.count).max() ?? 0
        (self.source, self.count, self.tapCount) = (source, spans.count, tapCount)
        self.starts = spans.map { Int32($0.start) }
        self.weights = spans.flatMap { $0.weights + [Int16](repeating: 0, count: tapCount - $0.weights.count) }
    }

    package var sourceRange: Range<Int> {
        guard let first = starts.first, let last = starts.last else { return 0..<0 }
        return Int(first)..<min(source, Int(last) + tapCount)
    }
}

extension [Int16] {
    /// Returns the weights in the layout that the kernel requires: an even number of taps, with weights in pairs, which are
    /// repeated for each channel.
    func paired(results: Int, taps: Int) -> [Int16] {
        let evenTaps = taps + taps % 2
        var pairs = [Int16](repeating: 0, count: results * evenTaps * 4)
        for index in 0..<results {
            for tap in 0..<taps {
                let pair = (index * evenTaps + tap - tap % 2) * 4 + tap % 2
                for channel in 0..<4 { pairs[pair + channel * 2] = self[index * taps + tap] }
            }
        }
        return pairs
    }
}

private struct Edges {
    let source: Int
    let left, right: Double

    var shrinks: Bool { right - left < Double(source) }

    /// Returns the source coordinate for a canvas coordinate. Multiplying before dividing keeps whole quotients exact.
    func place(of position: Double) -> Double {
        min(max((position - left) * Double(source) / (right - left), 0), Double(source))
    }
}

private struct Span {
    var start: Int
    var weights: [Int16]

    init(_ index: Int, _ edges: Edges, _ filter: ScalingFilter) {
        let from = min(max(Double(index), edges.left), edges.right)
        let to = min(max(Double(index + 1), edges.left), edges.right)
        let center = edges.place(of: Double(index) + 0.5)
        switch filter {
        case .nearest:
            // A pixel is either covered or not, since partial coverage would soften the edge.
            let isInside = Double(index) + 0.5 >= edges.left && Double(index) + 0.5 < edges.right
            // The added value corrects tiny floating-point errors at borders.
            self.init(start: min(Int(center + 1e-9), edges.source - 1), parts: [isInside ? 1 : 0])
        case .automatic where edges.shrinks:
            self.init(area: edges.place(of: from), edges.place(of: to), of: edges.source, covering: to - from)
        case .automatic, .bilinear: self.init(bilinear: center - 0.5, of: edges.source, covering: to - from)
        }
    }

    /// Rounds the running sum instead of each part, so that the sum of the weights is exact.
    private init(start: Int, parts: [Double]) {
        var (sum, before) = (0.0, 0)
        self.start = start
        weights = parts.map { part in
            sum += part
            let rounded = Int((sum * Double(ResamplingAxis.one) + 0.5).rounded(.down))
            defer { before = rounded }
            return Int16(rounded - before)
        }
    }

    /// Interpolates between the two pixels whose centers are nearest to `place`. Beyond the outermost centers, the value is
    /// constant.
    private init(bilinear place: Double, of source: Int, covering coverage: Double) {
        let start = min(Int(max(place, 0)), source - 1)
        let right = start < source - 1 ? max(place, 0) - Double(start) : 0
        let parts = right * Double(ResamplingAxis.one) < 0.5 ? [coverage] : [coverage * (1 - right), coverage * right]
        self.init(start: start, parts: parts)
    }

    /// Averages from `left` to `right`. Each source pixel is already a mean, so the running sum is known at each border.
    /// Between borders, the sum is interpolated with the cubic through the four nearest borders (Catmull-Rom), which
    /// reconstructs an edge inside a pixel from the neighboring pixels. Linear interpolation would result in the plain area
    /// mean, which is softer.
    private init(area left: Double, _ right: Double, of source: Int, covering coverage: Double) {
        let (first, last) = (Int(left), Int(right))
        let start = max(first - 1, 0)
        let end = min(last + 2, source)
        guard right > left else {
            self.init(start: min(first, source - 1), parts: [0])
            return
        }
        var parts = [Double](repeating: 0, count: end - start)
        for pixel in first..<last { parts[pixel - start] += 1 }
        func add(_ part: Double, _ pixel: Int) { parts[min(max(pixel, 0), source - 1) - start] += part }
        for (place, sign) in [(left, -1.0), (right, 1.0)] {
            let pixel = Int(place)
            let f = place - Double(pixel)
            guard f > 0 else { continue }
            add(sign * 0.5 * f * (1 - f) * (1 - f), pixel - 1)
            add(sign * f * (0.5 + f * (1.5 - f)), pixel)
            add(sign * -0.5 * f * f * (1 - f), pixel + 1)
        }
        let factor = coverage / (right - left)
        let used = parts.indices.filter { parts[$0] != 0 }
        let range = (used.first ?? 0)...(used.last ?? 0)
        self.init(start: start + range.lowerBound, parts: parts[range].map { $0 * factor })
    }
}
