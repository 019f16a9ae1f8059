package import FlipbookCore

/// One axis of a picture that is drawn in parts: what each visible pixel is made of.
///
/// As ``ResamplingAxis``, but that each part has weights of its own, so nothing
/// of one part bleeds into another, and that a part may be repeated.
package struct SliceAxis: Sendable {
    /// Visible pixels in a row that are made in one way.
    ///
    /// What they are made of is counted by places: place p is source pixel
    /// `base + p % period`. So the pixels behind a tile's end are those of its
    /// beginning, and a result across the seam has its taps in a row as any other.
    package struct Part: Sendable {
        /// The results, counted from the first visible one.
        package let target: Range<Int>
        /// The source pixel of place 0.
        package let base: Int
        /// The places after which the source begins again.
        package let period: Int
        /// The places that taps read, the wrapped ones included.
        package let extent: Int
        /// Whether the results are source pixels one after the other, from place `starts[0]` on.
        package let isCopied: Bool
        /// The first place of each result.
        package let starts: [Int32]
        /// `tapCount` weights for each result.
        package let weights: [Int16]
        /// The places that each result is made of.
        package let tapCount: Int

        /// The source pixel at a place.
        package func source(_ place: Int) -> Int { base + place % period }
    }

    /// The visible parts in their order.
    package let parts: [Part]

    /// The parts of `segments` that lie in `visible`.
    package init(_ segments: [ResizableSegment], visible: Range<Int>, filter: ScalingFilter) {
        parts = segments.compactMap { segment in
            let part = segment.target.clamped(to: visible)
            guard !part.isEmpty else { return nil }
            let wanted = (part.lowerBound - segment.target.lowerBound)..<(part.upperBound - segment.target.lowerBound)
            let target = (part.lowerBound - visible.lowerBound)..<(part.upperBound - visible.lowerBound)
            switch segment.fill {
            case .copied:
                return Part(copying: segment.source, from: wanted.lowerBound, to: target)
            case .tiled(let scale) where scale.image == scale.output:
                return Part(copying: segment.source, from: wanted.lowerBound % segment.source.count, to: target)
            case .tiled(let scale):
                return Part(tiling: segment.source, wanted: wanted, to: target, scale: scale, filter: filter)
            case .stretched:
                let count = (segment.source.count, segment.target.count)
                let axis = ResamplingAxis(from: count.0, to: count.1, visible: wanted, filter: filter)
                return Part(axis, of: segment.source, to: target)
            }
        }
    }

    /// The most places that a result is made of.
    package var tapCount: Int { parts.map(\.tapCount).max() ?? 0 }

    /// The source pixels from the first to the last that is used.
    package var sourceRange: Range<Int> {
        let first = parts.map(\.base).min() ?? 0
        return first..<(parts.map { $0.base + min($0.extent, $0.period) }.max() ?? first)
    }

    /// The part that makes visible pixel `index`.
    func part(_ index: Int) -> Int? { parts.firstIndex { $0.target.contains(index) } }
}

extension SliceAxis.Part {
    /// Source pixels as they are, from place `first` on, again from the beginning where they end.
    fileprivate init(copying source: Range<Int>, from first: Int, to target: Range<Int>) {
        self.target = target
        base = source.lowerBound
        period = source.count
        extent = source.count
        isCopied = true
        starts = (0..<target.count).map { Int32((first + $0) % source.count) }
        weights = [Int16](repeating: Int16(ResamplingAxis.one), count: target.count)
        tapCount = 1
    }

    /// All of `source` on more or fewer pixels.
    fileprivate init(_ axis: ResamplingAxis, of source: Range<Int>, to target: Range<Int>) {
        let used = axis.sourceRange
        self.target = target
        base = source.lowerBound + used.lowerBound
        // Taps of weight 0 reach past the end; any value that they read will do.
        period = used.count
        extent = used.count + axis.tapCount - 1
        isCopied = false
        starts = axis.starts.map { $0 - Int32(used.lowerBound) }
        weights = axis.weights
        tapCount = axis.tapCount
    }

    /// How often a tile may be larger than its copies before its nearest pixels stand for it: what a
    /// result is made of stays small.
    private static let largestReduction = 256.0

    /// `source` repeated at another scale.
    fileprivate init(
        tiling source: Range<Int>,
        wanted: Range<Int>,
        to target: Range<Int>,
        scale: ResizableSegment.Scale,
        filter: ScalingFilter
    ) {
        let step = scale.image / scale.output
        let count = source.count
        // One rounding each: the quotient's. A product with `step` would have two.
        func place(_ position: Double) -> Double { position * scale.image / scale.output }
        let spans = wanted.map { index -> (start: Int, weights: [Int16]) in
            let position = Double(index)
            switch filter {
            case .automatic where step > 1 && step <= Self.largestReduction:
                return Self.area(from: place(position), to: place(position + 1), period: count)
            case .automatic where step <= 1, .bilinear:
                let center = place(position + 0.5) - 0.5
                let right = Int(((center - center.rounded(.down)) * Double(ResamplingAxis.one)).rounded())
                let start = Self.wrapped(center, period: count)
                return (start, [Int16(ResamplingAxis.one - right), Int16(right)])
            case .nearest, .automatic:
                return (Self.wrapped(place(position + 0.5), period: count), [Int16(ResamplingAxis.one)])
            }
        }
        let tapCount = spans.map(\.weights.count).max() ?? 1
        self.target = target
        base = source.lowerBound
        period = count
        extent = count + tapCount - 1
        isCopied = false
        starts = spans.map { Int32($0.start) }
        weights = spans.flatMap { $0.weights + [Int16](repeating: 0, count: tapCount - $0.weights.count) }
        self.tapCount = tapCount
    }

    /// The pixels between two places, by how much of each lies there.
    private static func area(from left: Double, to right: Double, period: Int) -> (start: Int, weights: [Int16]) {
        let first = left.rounded(.down)
        var weights: [Int16] = []
        var before = 0
        var border = first
        while border < right {
            border += 1
            // The running sum is rounded, not each weight, so that they sum to one.
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
