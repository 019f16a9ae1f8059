/// The step that rising numbers keep, and what they leave out by it.
struct FrameGrid: Hashable {
    /// The distance of neighbours; 1 where the numbers keep none.
    let step: Int
    /// The numbers that are left out.
    let missing: FrameSet
    /// The numbers that are there, and those that are left out.
    let expected: FrameSet

    /// Finds the step of numbers, which rise.
    /// - Complexity: O(number of ranges).
    init(of numbers: FrameSet) {
        guard let first = numbers.first, let last = numbers.last else {
            (step, missing, expected) = (1, FrameSet(), FrameSet())
            return
        }
        let distances = Distances(numbers)
        let (step, hasOddFirst, hasOddLast) = distances.grid
        self.step = step
        missing = numbers.gaps(step: step)
        var builder = FrameSetBuilder()
        if hasOddFirst { builder.append(FrameRange(first)) }
        builder.append(
            FrameRange(
                hasOddFirst ? first + distances.first - (distances.first - 1) / step * step : first,
                through: hasOddLast ? last - 1 : last,
                by: step
            )
        )
        if hasOddLast { builder.append(FrameRange(last)) }
        expected = builder.set
    }
}

/// How often each distance between neighbours occurs.
private struct Distances {
    private(set) var first = 0
    private var last = 0
    private var all = 0
    private var times: [Int: Int] = [:]

    init(_ numbers: FrameSet) {
        var previous: FrameRange?
        for range in numbers.ranges {
            if let previous { note(range.first - previous.last, times: 1) }
            if range.count > 1 { note(range.step, times: range.count - 1) }
            previous = range
        }
    }

    private mutating func note(_ distance: Int, times count: Int) {
        if all == 0 { first = distance }
        last = distance
        all += count
        times[distance, default: 0] += count
    }

    /// The step, and whether the first and the last number stand beside it.
    var grid: (step: Int, hasOddFirst: Bool, hasOddLast: Bool) {
        if let step = regular { return (step, false, false) }
        // A bar of 0, 15, 30 to 90 and 100 goes by 15, and ends where it is full. Shorter steps than five are left by
        // mistake.
        guard let (step, count) = times.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), step >= 5, count >= 4,
            count * 2 > all
        else { return (1, false, false) }
        let odd = times.filter { $0.key % step != 0 }
        let (isFirstOdd, isLastOdd) = (first % step != 0, last % step != 0)
        let atEnds = (isFirstOdd ? 1 : 0) + (isLastOdd ? 1 : 0)
        guard odd.values.reduce(0, +) == atEnds else { return (1, false, false) }
        return (step, isFirstOdd, isLastOdd)
    }

    /// The distance that divides all others and is that of half of the neighbours at least.
    private var regular: Int? {
        guard let smallest = times.keys.min(), let count = times[smallest], count >= 2, count * 2 >= all,
            times.keys.allSatisfy({ $0 % smallest == 0 })
        else { return nil }
        return smallest
    }
}

extension FrameSet {
    /// The numbers that rising numbers leave out between the first and the last, counted by `step`.
    ///
    /// Between the first two they are counted back from the second, since the first may stand beside the step.
    fileprivate func gaps(step: Int) -> FrameSet {
        var builder = FrameSetBuilder()
        var isFirst = true
        func note(from first: Int, to next: Int) {
            defer { isFirst = false }
            guard next - first > step else { return }
            let start = isFirst ? next - (next - first - 1) / step * step : first + step
            builder.append(FrameRange(start, through: next - 1, by: step))
        }
        var previous: FrameRange?
        for range in ranges {
            if let previous { note(from: previous.last, to: range.first) }
            if range.step > step {
                for index in 1..<range.count { note(from: range[index - 1], to: range[index]) }
            } else if range.count > 1 {
                isFirst = false
            }
            previous = range
        }
        return builder.set
    }
}
