/// A histogram of lateness in bounded memory, with steps of 10 µs up to 100 ms and of 1 ms up to 10 s.
package struct LatenessHistogram: Sendable {
    /// The number of frames in each step, keyed by the step's end in nanoseconds.
    private var counts: [Int64: Int] = [:]
    package private(set) var count = 0
    package private(set) var maximum: Int64 = 0

    package init() {}

    /// Adds a frame's lateness in nanoseconds. For early frames, it is 0.
    package mutating func add(_ lateness: Int64) {
        let lateness = max(0, lateness)
        let step: Int64 = lateness < 100_000_000 ? 10_000 : 1_000_000
        counts[(min(lateness, 9_999_999_999) / step + 1) * step, default: 0] += 1
        count += 1
        maximum = max(maximum, lateness)
    }

    /// Returns the lateness, in nanoseconds, that the given share of the frames did not exceed, rounded up to the step.
    package func percentile(_ share: Double) -> Int64? {
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        let step = counts.sorted { $0.key < $1.key }.first { step in
            seen += step.value
            return seen >= wanted
        }
        return step.map { min($0.key, maximum) }
    }
}
