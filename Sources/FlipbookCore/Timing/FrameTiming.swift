/// The times of the frames in a repeating sequence. The slots of a cycle are equal, or have individual durations. Frame numbers
/// continue from cycle to cycle: in a sequence of 4, frame 4 is the first of the second cycle. Each time is computed from the
/// frame's index, so errors do not accumulate.
public struct FrameTiming: Hashable, Sendable {
    /// The number of frames per cycle, at least 1.
    public let frameCount: Int
    /// The exact duration of one cycle in seconds, above 0.
    public let cycleDuration: RationalTime
    package let frameSlots: FrameSlots?
    /// The unit in which frame starts are counted: a tick of ``frameSlots``, or a slot if all are equal.
    let tick: Tick

    /// Creates `frameCount` equal slots in an exact number of seconds, or returns `nil` if either is not above 0.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard frameCount > 0, cycleDuration > .zero else { return nil }
        (self.frameCount, self.cycleDuration, frameSlots) = (frameCount, cycleDuration, nil)
        let parts = Int128(cycleDuration.denominator) * Int128(frameCount)
        tick = Tick(above: Int128(cycleDuration.numerator) * 1_000_000_000, below: parts)
    }

    /// Creates a slot with an exact duration in seconds for each frame, including the last one. Returns `nil` if there are no
    /// frames, if a duration is not above 0, or if the durations have no common denominator that fits in 64 bits.
    /// - Complexity: O(n).
    public init?(durations: [RationalTime]) {
        guard let own = FrameSlots(durations) else { return nil }
        (frameCount, cycleDuration, frameSlots) = (own.count, own.cycleDuration, own)
        tick = Tick(above: 1_000_000_000, below: Int128(own.ticksPerSecond))
    }

    /// Creates slots for `frameCount` frames at `rate`, or returns `nil` if there are no frames.
    public init?(frameCount: Int, rate: FrameRate) {
        self.init(frameCount: frameCount, cycleDuration: rate.duration(ofFrames: frameCount))
    }

    /// A Boolean value that indicates whether all frames have the same duration.
    public var isConstant: Bool { frameSlots?.areEqual ?? true }

    /// Returns the start of frame `index` in seconds: exact, or in nanoseconds if the fraction needs more than 64 bits.
    public func presentationTime(ofFrame index: Int) -> RationalTime {
        tick.exactTime(of: beginning(ofFrame: index)) ?? .nanoseconds(nanosecond(ofFrame: index))
    }

    /// Returns the duration of frame `index` in seconds, rounded like ``presentationTime(ofFrame:)``.
    public func duration(ofFrame index: Int) -> RationalTime {
        let position = positionInCycle(ofFrame: index)
        let ticks = ticks(before: position + 1) - ticks(before: position)
        return tick.exactTime(of: ticks) ?? .nanoseconds(tick.time(of: ticks))
    }

    /// Returns the frame that is shown at the given time, to the nanosecond. This is the inverse of
    /// ``presentationTime(ofFrame:)``.
    /// - Complexity: O(log n).
    public func frame(at time: RationalTime) -> Int { frame(atNanosecond: time.nanoseconds) }

    /// Returns the start of frame `index` in nanoseconds: ``presentationTime(ofFrame:)``, rounded down.
    package func nanosecond(ofFrame index: Int) -> Int64 { tick.time(of: beginning(ofFrame: index)) }

    /// Returns the nanoseconds between the start of a frame and the start of the next one, both rounded down. Returns 0 if a
    /// time needs more than 64 bits.
    package func nanosecondCount(ofFrame index: Int) -> Int64 {
        guard index < .max else { return 0 }
        let (start, end) = (nanosecond(ofFrame: index), nanosecond(ofFrame: index + 1))
        return Int64(clamping: Int128(end) - Int128(start))
    }

    /// Returns the frame that is shown at the given time in nanoseconds. This is the inverse of ``nanosecond(ofFrame:)``.
    package func frame(atNanosecond time: Int64) -> Int {
        let (cycle, position) = lastBegun(of: frameCount, at: tick.count(at: time), beginning: ticks(before:))
        return Int(clamping: cycle * Int128(frameCount) + Int128(position))
    }

    /// Returns the frame's position in its cycle, from 0 up to ``frameCount``.
    public func positionInCycle(ofFrame index: Int) -> Int {
        let remainder = index % frameCount
        return remainder < 0 ? remainder + frameCount : remainder
    }

    /// Returns the start of the frame at `position` in a cycle, in ticks. For ``frameCount``, this is the end of the cycle.
    func ticks(before position: Int) -> Int128 { Int128(frameSlots?.beginnings[position] ?? Int64(position)) }

    private func beginning(ofFrame index: Int) -> Int128 {
        let cycle = floorDivide(Int128(index), Int128(frameCount))
        return cycle * ticks(before: frameCount) + ticks(before: positionInCycle(ofFrame: index))
    }

    /// Combines sequences that run side by side. A slot lasts from the start of a frame in any sequence to the next such start.
    /// The last slot ends when all sequences start a cycle together again. Returns `nil` if there are more than `most` slots,
    /// or if there is no common denominator.
    package init?(together timings: [FrameTiming], most: Int = 1 << 20) {
        guard let first = timings.first else { return nil }
        guard timings.contains(where: { $0 != first }) else {
            self = first
            return
        }
        var cycle = first.cycleDuration
        for timing in timings {
            // If p / q is the ratio in lowest terms, q cycles of one sequence last as long as p cycles of the other.
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

/// The exact duration of a tick in nanoseconds, as a fraction.
struct Tick: Hashable {
    let above: Int128
    let below: Int128

    /// Returns the time of `ticks` in nanoseconds, rounded down and clamped to 64 bits.
    func time(of ticks: Int128) -> Int64 {
        let (product, overflow) = ticks.multipliedReportingOverflow(by: above)
        return overflow ? (ticks < 0 ? .min : .max) : Int64(clamping: floorDivide(product, below))
    }

    /// Returns the exact time of `ticks`, or `nil` if its lowest terms need more than 64 bits.
    func exactTime(of ticks: Int128) -> RationalTime? {
        let (numerator, isLong) = ticks.multipliedReportingOverflow(by: above)
        let (denominator, overflow) = below.multipliedReportingOverflow(by: 1_000_000_000)
        return isLong || overflow ? nil : RationalTime(numerator, denominator)
    }

    /// Returns the largest number of ticks whose time, rounded down, is not later than `time`.
    func count(at time: Int64) -> Int128 {
        // For whole numbers, ⌊x · above / below⌋ ≤ t means x · above ≤ (t + 1) · below - 1.
        let (product, overflow) = (Int128(time) + 1).multipliedReportingOverflow(by: below)
        return overflow ? (time < 0 ? .min / 2 : .max / 2) : floorDivide(product - 1, above)
    }
}

/// Finds the last moment that has begun by the given time, and the cycle that contains it. A cycle has `count` moments.
/// `beginning` returns the start of each moment, in ascending order. For `count`, it returns the end of the cycle.
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
