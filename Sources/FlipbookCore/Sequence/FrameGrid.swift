struct FrameGrid: Hashable {
    /// The distance between neighbors, or 1 if the numbers have no common step.
    let step: Int
    let missing: FrameSet
    let expected: FrameSet

    private typealias Ways = (from: Int, distance: Int, count: Int)

    init(of numbers: FrameSet) {
        guard let first = numbers.first, let last = numbers.last else {
            (step, missing, expected) = (1, FrameSet(), FrameSet())
            return
        }
        var (ways, previous): ([Ways], FrameRange?) = ([], nil)
        for range in numbers.ranges {
            if let previous { ways.append((previous.last, range.first - previous.last, 1)) }
            if range.count > 1 { ways.append((range.first, range.step, range.count - 1)) }
            previous = range
        }
        let (step, hasOddFirst, hasOddLast) = Self.step(of: ways)
        // If the first number does not fit the step, the grid is extended backward from the second number.
        let second = first + (ways.first?.distance ?? 0)
        let start = hasOddFirst ? second - (second - first - 1) / step * step : first
        var (missing, expected) = (FrameSetBuilder(), FrameSetBuilder())
        for (index, way) in ways.enumerated() where way.distance > step {
            for from in (0..<way.count).lazy.map({ way.from + $0 * way.distance }) {
                let next = from + way.distance
                let behind = index == 0 && from == first ? next - (way.distance - 1) / step * step : from + step
                missing.append(FrameRange(behind, through: next - 1, by: step))
            }
        }
        if hasOddFirst { expected.append(FrameRange(first)) }
        expected.append(FrameRange(start, through: hasOddLast ? last - 1 : last, by: step))
        if hasOddLast { expected.append(FrameRange(last)) }
        (self.step, self.missing, self.expected) = (step, missing.set, expected.set)
    }

    private static func step(of ways: [Ways]) -> (step: Int, hasOddFirst: Bool, hasOddLast: Bool) {
        let all = ways.reduce(0) { $0 + $1.count }
        let times = Dictionary(ways.map { ($0.distance, $0.count) }, uniquingKeysWith: +)
        // A step that divides all distances and separates at least half of the pairs of neighbors.
        if let (smallest, count) = times.min(by: { $0.key < $1.key }), count >= 2, count * 2 >= all,
            times.keys.allSatisfy({ $0 % smallest == 0 })
        {
            return (smallest, false, false)
        }
        // For example, the numbers 0, 15, 30 to 90, and 100 have a step of 15 and an irregular end. Distances below five are
        // gaps instead.
        guard let (step, count) = times.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), step >= 5, count >= 4,
            count * 2 > all, let first = ways.first?.distance, let last = ways.last?.distance
        else { return (1, false, false) }
        let (isFirstOdd, isLastOdd) = (first % step != 0, last % step != 0)
        let odd = times.reduce(0) { $0 + ($1.key % step == 0 ? 0 : $1.value) }
        let isRegular = odd == (isFirstOdd ? 1 : 0) + (isLastOdd ? 1 : 0)
        return isRegular ? (step, isFirstOdd, isLastOdd) : (1, false, false)
    }
}
