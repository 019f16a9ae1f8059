import FlipbookCore

/// What a scaling filter is defined to make one pixel of, along one axis: slow, and as plain as possible.
enum SamplingReference {
    /// The pixels of a row of `count`, drawn from `left` to `right`, that make pixel `index` of the canvas, and how
    /// much of each.
    ///
    /// The weights' sum is 1, or the part of the canvas's pixel that the row covers.
    static func weights(
        of count: Int,
        from left: Double,
        to right: Double,
        at index: Int,
        _ filter: ScalingFilter
    ) -> [(pixel: Int, weight: Double)] {
        let step = Double(count) / (right - left)
        let center = Double(index) + 0.5
        let place = (center - left) * step
        switch filter {
        case .nearest:
            guard center >= left, center < right else { return [] }
            return [(min(floor(place), count - 1), 1)]
        case .automatic where step > 1 + hair:
            let from = (max(Double(index), left) - left) * step
            let to = (min(Double(index + 1), right) - left) * step
            guard to > from else { return [] }
            return (0..<count).map { pixel in
                (pixel, (part(of: pixel, before: to, of: count) - part(of: pixel, before: from, of: count)) / step)
            }
        case .automatic, .bilinear:
            let coverage = min(Double(index + 1), right) - max(Double(index), left)
            guard coverage > 0 else { return [] }
            let between = min(max(place - 0.5, 0), Double(count - 1))
            let first = Int(between)
            let second = min(first + 1, count - 1)
            let share = between - Double(first)
            return [(first, coverage * (1 - share)), (second, coverage * share)]
        }
    }

    /// What floating point may miss a whole number by.
    static let hair = 1e-9

    /// The whole number below, or the one that floating point missed by a hair.
    static func floor(_ value: Double) -> Int { Int((value + hair).rounded(.down)) }

    /// How much of `pixel` lies before `place`, the cubic through what lies before the borders around it.
    private static func part(of pixel: Int, before place: Double, of count: Int) -> Double {
        func atBorder(_ border: Int) -> Double {
            // Beyond the ends the outer pixels go on.
            if border < 0 { return pixel == 0 ? Double(border) : 0 }
            return Double((0..<border).count { min($0, count - 1) == pixel })
        }
        let border = floor(place)
        let t = max(place - Double(border), 0)
        let (before, start) = (atBorder(border - 1), atBorder(border))
        let (end, after) = (atBorder(border + 1), atBorder(border + 2))
        // Hermite's form: the cubic's slope at a border is half of what lies in the pixels at its two sides.
        let (slopeAtStart, slopeAtEnd) = ((end - before) / 2, (after - start) / 2)
        return start * (1 + 2 * t) * (1 - t) * (1 - t) + slopeAtStart * t * (1 - t) * (1 - t)
            + end * t * t * (3 - 2 * t) + slopeAtEnd * t * t * (t - 1)
    }
}
