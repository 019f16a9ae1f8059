internal import FlipbookCore

/// The sources of the visible pixels along one axis of a picture, which may be sliced. Neighboring slices do not affect each
/// other.
struct ScalingAxis: Sendable {
    /// Consecutive visible pixels that are computed in the same way. Source pixels are addressed by places: place p is source
    /// pixel `base + p % period`, so that the taps of a result are consecutive even across the seam between two tiles.
    struct Run: Sendable {
        let target: Range<Int>
        /// The index of the source pixel at place 0.
        let base: Int
        /// The number of places after which the source repeats.
        let period: Int
        /// The number of places that taps read, including wrapped ones.
        let extent: Int
        /// A Boolean value that indicates whether the results are copies of consecutive source pixels, beginning at place
        /// `starts[0]`.
        let isCopied: Bool
        let starts: [Int32]
        let weights: [Int16]
        let tapCount: Int

        func source(_ place: Int) -> Int { base + place % period }
    }

    let runs: [Run]

    init(_ axis: ResamplingAxis, of source: Range<Int>) { runs = [Run(axis, of: source, to: 0..<axis.count)] }

    init(_ segments: [ResizableSegment], visible: Range<Int>, filter: ScalingFilter) {
        runs = segments.compactMap { segment in
            let part = segment.target.clamped(to: visible)
            guard !part.isEmpty else { return nil }
            let wanted = (part.lowerBound - segment.target.lowerBound)..<(part.upperBound - segment.target.lowerBound)
            let target = (part.lowerBound - visible.lowerBound)..<(part.upperBound - visible.lowerBound)
            switch segment.fill {
            case .copied: return Run(copying: segment.source, from: wanted.lowerBound, to: target)
            case .tiled(let scale) where scale.image == scale.output:
                return Run(copying: segment.source, from: wanted.lowerBound % segment.source.count, to: target)
            case .tiled(let scale):
                return Run(tiling: segment.source, wanted: wanted, to: target, scale: scale, filter: filter)
            case .stretched:
                let count = (segment.source.count, segment.target.count)
                let axis = ResamplingAxis(from: count.0, to: count.1, visible: wanted, filter: filter)
                return Run(axis, of: segment.source, to: target)
            }
        }
    }

    var tapCount: Int { runs.map(\.tapCount).max() ?? 0 }

    var sourceRange: Range<Int> {
        let first = runs.map(\.base).min() ?? 0
        return first..<(runs.map { $0.base + min($0.extent, $0.period) }.max() ?? first)
    }
}

extension ScalingAxis.Run {
    /// Copies source pixels, beginning at place `first`. After the last pixel, copying continues with the first one.
    fileprivate init(copying source: Range<Int>, from first: Int, to target: Range<Int>) {
        self.target = target
        (base, period, extent) = (source.lowerBound, source.count, source.count)
        isCopied = true
        starts = (0..<target.count).map { Int32((first + $0) % source.count) }
        weights = [Int16](repeating: Int16(ResamplingAxis.one), count: target.count)
        tapCount = 1
    }

    fileprivate init(_ axis: ResamplingAxis, of source: Range<Int>, to target: Range<Int>) {
        let used = axis.sourceRange
        self.target = target
        base = source.lowerBound + used.lowerBound
        // Taps with a weight of 0 extend beyond the end, and may read any value.
        (period, extent, isCopied) = (used.count, used.count, false)
        starts = axis.starts.map { $0 - Int32(used.lowerBound) }
        (weights, tapCount) = (axis.weights, axis.tapCount)
    }

    /// The maximum reduction of a tile by averaging. At larger reductions, the nearest pixels are used, which limits the number
    /// of taps.
    private static let largestReduction = 256.0

    fileprivate init(
        tiling source: Range<Int>,
        wanted: Range<Int>,
        to target: Range<Int>,
        scale: ResizableSegment.Scale,
        filter: ScalingFilter
    ) {
        let step = scale.image / scale.output
        let count = source.count
        // The result is rounded once, in the division. A multiplication by `step` would round twice.
        func place(_ position: Double) -> Double { position * scale.image / scale.output }
        let spans = wanted.map { index -> (start: Int, weights: [Int16]) in
            let position = Double(index)
            switch filter {
            case .automatic where step > 1 && step <= Self.largestReduction:
                return Self.area(from: place(position), to: place(position + 1), period: count)
            case .automatic where step <= 1, .bilinear:
                let center = place(position + 0.5) - 0.5
                let right = Int(((center - center.rounded(.down)) * Double(ResamplingAxis.one)).rounded())
                return (Self.wrapped(center, period: count), [Int16(ResamplingAxis.one - right), Int16(right)])
            case .nearest, .automatic:
                return (Self.wrapped(place(position + 0.5), period: count), [Int16(ResamplingAxis.one)])
            }
        }
        let tapCount = spans.map(\.weights.count).max() ?? 1
        self.target = target
        (base, period, extent) = (source.lowerBound, count, count + tapCount - 1)
        isCopied = false
        starts = spans.map { Int32($0.start) }
        weights = spans.flatMap { $0.weights + [Int16](repeating: 0, count: tapCount - $0.weights.count) }
        self.tapCount = tapCount
    }

    private static func area(from left: Double, to right: Double, period: Int) -> (start: Int, weights: [Int16]) {
        let first = left.rounded(.down)
        var weights: [Int16] = []
        var before = 0
        var border = first
        while border < right {
            border += 1
            // The running sum is rounded instead of each weight, so that the weights sum to one.
            let part = (min(border, right) - left) / (right - left)
            let sum = Int((part * Double(ResamplingAxis.one)).rounded())
            weights.append(Int16(sum - before))
            before = sum
        }
        return (wrapped(first, period: period), weights)
    }

    private static func wrapped(_ place: Double, period: Int) -> Int {
        let limit = 4_503_599_627_370_496.0
        let rest = Int(min(max(place.rounded(.down), -limit), limit)) % period
        return rest < 0 ? rest + period : rest
    }
}
