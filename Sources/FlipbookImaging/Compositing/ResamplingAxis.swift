package import FlipbookCore

/// The weights that turn a row of `source` pixels into one of `target` pixels.
///
/// Computed in whole numbers, so that they are the same on each machine.
/// Each result's weights sum to ``one`` and none is negative.
package struct ResamplingAxis: Sendable {
    /// The sum of the weights of a result.
    package static let one = 16384

    /// The number of source pixels.
    package let source: Int
    /// The number of results that are wanted: those in the visible part of the target.
    package let count: Int
    /// The most source pixels that any result is made of.
    package let tapCount: Int
    /// The first source pixel of each result.
    package let starts: [Int32]
    /// `tapCount` weights for each result; those past the end of the source are 0.
    package let weights: [Int16]

    /// The weights of the results in `visible`.
    /// - Parameters:
    ///   - source: The number of source pixels, at least 1.
    ///   - target: The number of pixels that the whole source is drawn on, at least 1.
    ///   - visible: Which of them are wanted.
    package init(from source: Int, to target: Int, visible: Range<Int>, filter: ScalingFilter) {
        precondition(source > 0 && target > 0 && visible.lowerBound >= 0 && visible.upperBound <= target)
        let spans = visible.map { index -> Span in
            switch filter {
            case .nearest: .nearest(index, source, target)
            case .automatic where target < source: .area(index, source, target)
            case .automatic, .bilinear: .bilinear(index, source, target)
            }
        }
        let tapCount = spans.map(\.weights.count).max() ?? 0
        self.source = source
        self.count = spans.count
        self.tapCount = tapCount
        self.starts = spans.map { Int32($0.start) }
        self.weights = spans.flatMap { $0.weights + [Int16](repeating: 0, count: tapCount - $0.weights.count) }
    }

    /// The source pixels that the results are made of.
    package var sourceRange: Range<Int> {
        guard let first = starts.first, let last = starts.last else { return 0..<0 }
        return Int(first)..<min(source, Int(last) + tapCount)
    }

    /// The source pixels of one result.
    private struct Span {
        var start: Int
        var weights: [Int16]

        static func nearest(_ index: Int, _ source: Int, _ target: Int) -> Span {
            Span(start: (2 * index + 1) * source / (2 * target), weights: [Int16(one)])
        }

        /// In units of 1 / (2 * target) of a source pixel, so that nothing is rounded but the weight.
        static func bilinear(_ index: Int, _ source: Int, _ target: Int) -> Span {
            let unit = 2 * target
            let place = (2 * index + 1) * source - target
            guard place > 0 else { return Span(start: 0, weights: [Int16(one)]) }
            let start = place / unit
            guard start < source - 1 else { return Span(start: source - 1, weights: [Int16(one)]) }
            let right = (one * (place % unit) + target) / unit
            return Span(start: start, weights: right == 0 ? [Int16(one)] : [Int16(one - right), Int16(right)])
        }

        /// The parts of the source pixels under a result, in units of 1 / target of a source pixel.
        ///
        /// The running sum is rounded, not each weight: so the weights of any
        /// number of pixels sum to one.
        static func area(_ index: Int, _ source: Int, _ target: Int) -> Span {
            let (left, right) = (index * source, (index + 1) * source)
            let start = left / target
            var weights: [Int16] = []
            var before = 0
            var pixel = start
            while pixel * target < right {
                let covered = min((pixel + 1) * target, right) - left
                let sum = (2 * one * covered + source) / (2 * source)
                weights.append(Int16(sum - before))
                before = sum
                pixel += 1
            }
            return Span(start: start, weights: weights)
        }
    }
}
