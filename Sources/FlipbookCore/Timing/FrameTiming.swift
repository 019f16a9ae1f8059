/// When each frame of a repeating sequence is shown: slots in a cycle, equal ones or each of its own length.
///
/// Frames are counted on from cycle to cycle: of a sequence of 4, frame 4 is the first of the second cycle. Each time
/// is computed from the frame's index, so nothing accumulates: with the exact beginning b(j) of frame j in its cycle,
/// frame k·n + j begins at `k · D + b(j)` for the cycle D and n frames; equal slots have `b(j) = j · D / n`.
public struct FrameTiming: Hashable, Sendable {
    /// Frames in one cycle; at least 1.
    public let frameCount: Int
    /// The exact duration of one cycle in seconds; positive.
    public let cycleDuration: RationalTime
    package let frameSlots: FrameSlots?
    /// The unit in which frames begin: that of ``frameSlots``, else an equal slot.
    let tick: Tick

    /// `frameCount` equal slots in `cycleDuration`, an exact number of seconds.
    ///
    /// Returns `nil` without frames or where the duration is not positive.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard frameCount > 0, cycleDuration > .zero else { return nil }
        (self.frameCount, self.cycleDuration, frameSlots) = (frameCount, cycleDuration, nil)
        tick = Tick(
            above: Int128(cycleDuration.numerator) * 1_000_000_000,
            below: Int128(cycleDuration.denominator) * Int128(frameCount)
        )
    }

    /// A slot of its own exact length in seconds for each frame. The last one counts like the others.
    ///
    /// Returns `nil` without frames, where a duration is not positive, and where the durations
    /// have no common fraction of 64 bits.
    /// - Complexity: O(n).
    public init?(durations: [RationalTime]) {
        guard let own = FrameSlots(durations) else { return nil }
        (frameCount, cycleDuration, frameSlots) = (own.count, own.cycleDuration, own)
        tick = Tick(above: 1_000_000_000, below: Int128(own.ticksPerSecond))
    }

    /// `frameCount` frames at `rate`. Returns `nil` without frames.
    public init?(frameCount: Int, rate: FrameRate) {
        self.init(frameCount: frameCount, cycleDuration: rate.duration(ofFrames: frameCount))
    }

    /// A Boolean value that indicates frames that are shown equally long.
    public var isConstant: Bool { frameSlots?.areEqual ?? true }

    /// The time in seconds at which frame `index` begins, since the start: exact, or to the nanosecond below where the
    /// fraction needs more than 64 bits.
    ///
    /// - Complexity: O(1).
    public func presentationTime(ofFrame index: Int) -> RationalTime {
        tick.exactTime(of: beginning(ofFrame: index)) ?? .nanoseconds(nanosecond(ofFrame: index))
    }

    /// The time in seconds for which frame `index` is shown, up to the next frame's beginning; as exact as
    /// ``presentationTime(ofFrame:)``.
    public func duration(ofFrame index: Int) -> RationalTime {
        let position = positionInCycle(ofFrame: index)
        let ticks = ticks(before: position + 1) - ticks(before: position)
        return tick.exactTime(of: ticks) ?? .nanoseconds(tick.time(of: ticks))
    }

    /// The frame shown at a time in seconds since the start: the last one that has begun, to the nanosecond.
    ///
    /// The inverse of ``presentationTime(ofFrame:)``.
    ///
    /// - Complexity: O(log n).
    public func frame(at time: RationalTime) -> Int { frame(atNanosecond: time.nanoseconds) }

    /// The nanosecond in which frame `index` begins, since the start: ``presentationTime(ofFrame:)`` rounded down.
    package func nanosecond(ofFrame index: Int) -> Int64 { tick.time(of: beginning(ofFrame: index)) }

    /// The nanoseconds from frame `index`'s beginning to the next one's, each rounded down; 0 where both are beyond 64 bits.
    package func nanosecondCount(ofFrame index: Int) -> Int64 {
        guard index < .max else { return 0 }
        let (start, end) = (nanosecond(ofFrame: index), nanosecond(ofFrame: index + 1))
        return Int64(clamping: Int128(end) - Int128(start))
    }

    /// The frame shown at a nanosecond since the start.
    ///
    /// The inverse of ``nanosecond(ofFrame:)``. Dividing the time by the slot
    /// instead would name the frame before wherever a beginning was rounded down.
    package func frame(atNanosecond time: Int64) -> Int {
        let (cycle, position) = lastBegun(of: frameCount, at: tick.count(at: time), beginning: ticks(before:))
        return Int(clamping: cycle * Int128(frameCount) + Int128(position))
    }

    /// The frame's place within its cycle, from 0 up to ``frameCount``.
    public func positionInCycle(ofFrame index: Int) -> Int {
        let remainder = index % frameCount
        return remainder < 0 ? remainder + frameCount : remainder
    }

    /// The place where the frame at `position` of a cycle begins, in ticks; at ``frameCount`` the cycle's end.
    func ticks(before position: Int) -> Int128 { Int128(frameSlots?.beginnings[position] ?? Int64(position)) }

    /// The place where a frame begins, in ticks since the start.
    private func beginning(ofFrame index: Int) -> Int128 {
        let cycle = floorDivide(Int128(index), Int128(frameCount))
        return cycle * ticks(before: frameCount) + ticks(before: positionInCycle(ofFrame: index))
    }
}

/// A unit of time: its nanoseconds as an exact fraction.
struct Tick: Hashable {
    let above: Int128
    let below: Int128

    /// The time of so many ticks in nanoseconds, rounded down, or the nearest that 64 bits hold.
    func time(of ticks: Int128) -> Int64 {
        let (product, overflow) = ticks.multipliedReportingOverflow(by: above)
        return overflow ? (ticks < 0 ? .min : .max) : Int64(clamping: floorDivide(product, below))
    }

    /// The exact time of so many ticks, or `nil` if its lowest terms need more than 64 bits.
    func exactTime(of ticks: Int128) -> RationalTime? {
        let (numerator, isLong) = ticks.multipliedReportingOverflow(by: above)
        let (denominator, overflow) = below.multipliedReportingOverflow(by: 1_000_000_000)
        return isLong || overflow ? nil : RationalTime(numerator, denominator)
    }

    /// The most ticks whose time, rounded down, is not later.
    func count(at time: Int64) -> Int128 {
        // ⌊x · above / below⌋ ≤ t is x · above ≤ (t + 1) · below - 1 for whole numbers.
        let (product, overflow) = (Int128(time) + 1).multipliedReportingOverflow(by: below)
        return overflow ? (time < 0 ? .min / 2 : .max / 2) : floorDivide(product - 1, above)
    }
}

/// The last of `count` moments of a cycle that has begun, and the cycle.
/// - Parameter beginning: The moments in their order; that of `count` is the cycle's end.
package func lastBegun(of count: Int, at ticks: Int128, beginning: (Int) -> Int128) -> (cycle: Int128, position: Int) {
    let length = beginning(count)
    let cycle = floorDivide(ticks, length)
    let within = ticks - cycle * length
    var (low, high) = (0, count)
    while high - low > 1 {
        let middle = low + (high - low) / 2
        if beginning(middle) <= within { low = middle } else { high = middle }
    }
    return (cycle, low)
}

extension FrameTiming {
    /// When any of several sequences that run side by side shows its next frame: a slot up to each of these moments, over
    /// the time after which all of them begin together again.
    ///
    /// Returns `nil` for no sequence, where that time has more than `most` slots, and where they have no common fraction.
    package init?(together timings: [FrameTiming], most: Int = 1 << 20) {
        guard let first = timings.first else { return nil }
        guard timings.contains(where: { $0 != first }) else {
            self = first
            return
        }
        var cycle = first.cycleDuration
        for timing in timings {
            // Of a ratio p / q in lowest terms, q cycles of the one are p of the other.
            guard let ratio = cycle.divided(by: timing.cycleDuration),
                let common = cycle.multiplied(by: RationalTime(ratio.denominator))
            else { return nil }
            cycle = common
        }
        var beginnings: Set<RationalTime> = []
        for timing in timings {
            guard let cycles = cycle.divided(by: timing.cycleDuration)?.numerator, cycles <= most / timing.frameCount
            else { return nil }
            for index in 0..<Int(cycles) * timing.frameCount {
                guard let beginning = timing.tick.exactTime(of: timing.beginning(ofFrame: index)) else { return nil }
                beginnings.insert(beginning)
            }
        }
        let ends = beginnings.sorted().dropFirst() + [cycle]
        self.init(durations: zip([RationalTime.zero] + ends, ends).map { $1 - $0 })
    }
}
