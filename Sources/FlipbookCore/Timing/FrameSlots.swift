/// The slots of one cycle, each of its own length: prefix sums over one common denominator.
package struct FrameSlots: Hashable, Sendable {
    /// The common denominator of all durations: all times are whole numbers of 1/``ticksPerSecond`` s.
    package let ticksPerSecond: Int64
    /// In ticks, where each frame begins, and after the last one where the cycle ends.
    package let beginnings: [Int64]

    /// Slots of the given lengths.
    ///
    /// Returns `nil` without any, where one is not positive, and where the common denominator or the
    /// cycle in its units needs more than 62 bits.
    package init?(_ durations: [RationalTime]) {
        guard !durations.isEmpty else { return nil }
        var common: Int64 = 1
        for duration in durations where common % duration.denominator != 0 {
            let factor = duration.denominator / greatestCommonDivisor(common, duration.denominator)
            let (product, overflow) = common.multipliedReportingOverflow(by: factor)
            guard !overflow, product < Self.limit else { return nil }
            common = product
        }
        var beginnings: [Int64] = [0]
        beginnings.reserveCapacity(durations.count + 1)
        var end: Int64 = 0
        for duration in durations {
            guard duration > .zero else { return nil }
            let (length, overflow) = duration.numerator.multipliedReportingOverflow(
                by: common / duration.denominator
            )
            let (sum, sumOverflow) = end.addingReportingOverflow(length)
            guard !overflow, !sumOverflow, sum < Self.limit else { return nil }
            end = sum
            beginnings.append(end)
        }
        ticksPerSecond = common
        self.beginnings = beginnings
    }

    private static let limit: Int64 = 1 << 62

    /// What to say of a sequence whose durations make no slots.
    package static func noCommonFraction(name: String) -> String {
        "\(name): the durations of its frames have no common fraction that 62 bits hold. "
            + "Round them, to 0.001 s for example."
    }

    /// Slots in the cycle.
    package var count: Int { beginnings.count - 1 }

    /// How long the cycle lasts.
    package var cycleDuration: RationalTime { RationalTime(beginnings[count], ticksPerSecond) ?? .zero }

    /// A Boolean value that indicates slots of one length.
    package var areEqual: Bool {
        let first = beginnings[1]
        return zip(beginnings, beginnings.dropFirst()).allSatisfy { $1 - $0 == first }
    }

    /// The shortest slot.
    package var shortest: RationalTime { extreme(by: <) }

    /// The longest slot.
    package var longest: RationalTime { extreme(by: >) }

    private func extreme(by precedes: (Int64, Int64) -> Bool) -> RationalTime {
        let length = zip(beginnings, beginnings.dropFirst()).lazy.map { $1 - $0 }.min(by: precedes) ?? 0
        return RationalTime(length, ticksPerSecond) ?? .zero
    }

    /// Nanoseconds from the start to the beginning of a frame, rounded down.
    func beginning(ofFrame position: Int, inCycle cycle: Int) -> Int64 {
        // The whole nanoseconds of a cycle apart from the rest, so that 128 bits hold any cycle.
        let ticks = Int128(ticksPerSecond)
        let whole = (Int128(beginnings[count]) * 1_000_000_000).quotientAndRemainder(dividingBy: ticks)
        let rest = Int128(cycle) * whole.remainder + Int128(beginnings[position]) * 1_000_000_000
        let (start, overflow) = Int128(cycle).multipliedReportingOverflow(by: whole.quotient)
        guard !overflow else { return cycle < 0 ? .min : .max }
        let (sum, sumOverflow) = start.addingReportingOverflow(floorDivide(rest, ticks))
        guard !sumOverflow else { return cycle < 0 ? .min : .max }
        return Int64(clamping: sum)
    }

    /// The frame shown `time` nanoseconds after the start: the last whose rounded beginning is not later.
    func frame(at time: Int64) -> (cycle: Int, position: Int) {
        // ⌊x · 10⁹ / ticks⌋ ≤ t is x · 10⁹ ≤ (t + 1) · ticks - 1 for whole numbers.
        let latest = (Int128(time) + 1) * Int128(ticksPerSecond) - 1
        let length = Int128(beginnings[count]) * 1_000_000_000
        let cycle = floorDivide(latest, length)
        let within = latest - cycle * length
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int128(beginnings[middle]) * 1_000_000_000 <= within { low = middle } else { high = middle }
        }
        return (Int(clamping: cycle), low)
    }
}
