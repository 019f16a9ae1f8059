/// The slots of one cycle with individual durations, as prefix sums over a common denominator.
package struct FrameSlots: Hashable, Sendable {
    /// The common denominator of all durations. All times are multiples of 1/``ticksPerSecond`` s.
    package let ticksPerSecond: Int64
    /// The start of each frame in ticks, followed by the end of the cycle.
    package let beginnings: [Int64]

    /// Creates slots of the given lengths. Returns `nil` if there are none, if one is not above 0, or if the common denominator
    /// or the cycle needs more than 62 bits.
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
        var end: Int128 = 0
        for duration in durations {
            guard duration > .zero else { return nil }
            end += Int128(duration.numerator) * Int128(common / duration.denominator)
            guard end < Self.limit else { return nil }
            beginnings.append(Int64(end))
        }
        ticksPerSecond = common
        self.beginnings = beginnings
    }

    private static let limit: Int64 = 1 << 62

    package static func noCommonFraction(name: String) -> String {
        "\(name): the frame durations have no common denominator below 2^62. Round them, for example to 0.001 s."
    }

    package var count: Int { beginnings.count - 1 }
    package var lengths: [Int64] { zip(beginnings, beginnings.dropFirst()).map { $1 - $0 } }
    package var cycleDuration: RationalTime { RationalTime(beginnings[count], ticksPerSecond) }
    package var areEqual: Bool { lengths.allSatisfy { $0 == beginnings[1] } }
    package var shortest: RationalTime { RationalTime(lengths.min() ?? 0, ticksPerSecond) }
    package var longest: RationalTime { RationalTime(lengths.max() ?? 0, ticksPerSecond) }
}
