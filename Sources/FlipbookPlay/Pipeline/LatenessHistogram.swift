/// How late frames were, in fixed memory however long it plays: counted in steps of 10 µs up to 100 ms, then of 1 ms up to 10 s.
package struct LatenessHistogram: Sendable {
    private static let fineStep: Int64 = 10_000
    private static let fineCount = 10_000
    private static let coarseStep: Int64 = 1_000_000
    private static let coarseCount = 9_900

    private var counts = [Int](repeating: 0, count: fineCount + coarseCount)
    package private(set) var count = 0
    /// The largest lateness in nanoseconds; 0 before any.
    package private(set) var maximum: Int64 = 0

    package init() {}

    /// Counts a frame that was so many nanoseconds late; an early one counts as 0.
    package mutating func add(_ lateness: Int64) {
        let lateness = max(0, lateness)
        let fineEnd = Self.fineStep * Int64(Self.fineCount)
        let index =
            lateness < fineEnd
            ? Int(lateness / Self.fineStep)
            : Self.fineCount + Int(min((lateness - fineEnd) / Self.coarseStep, Int64(Self.coarseCount - 1)))
        counts[index] += 1
        count += 1
        maximum = max(maximum, lateness)
    }

    /// The lateness in nanoseconds that `share` of the frames did not exceed, to the step, or `nil` before any.
    package func percentile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (index, number) in counts.enumerated() where number > 0 {
            seen += number
            guard seen >= wanted else { continue }
            let end =
                index < Self.fineCount
                ? Int64(index + 1) * Self.fineStep
                : Int64(Self.fineCount) * Self.fineStep + Int64(index - Self.fineCount + 1) * Self.coarseStep
            return min(end, maximum)
        }
        return maximum
    }
}
