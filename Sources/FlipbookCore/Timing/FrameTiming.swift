/// When each frame of a repeating sequence is shown: slots in a cycle, equal ones or each of its own length.
///
/// Frames are counted on from cycle to cycle: of a sequence of 4, frame 4 is the
/// first of the second cycle. Each time is computed from the frame's index and
/// rounded down to a nanosecond once, so nothing accumulates: with the exact
/// beginning b(j) of frame j in its cycle, `PTS(k·n + j) = ⌊(k · D + b(j)) · 10⁹⌋` for
/// the cycle D and n frames; equal slots have `b(j) = j · D / n`.
public struct FrameTiming: Hashable, Sendable {
    /// Frames in one cycle; at least 1.
    public let frameCount: Int
    /// How long one cycle lasts; positive.
    public let cycleDuration: RationalTime

    private let slots: Slots

    private enum Slots: Hashable {
        /// PTS(g) = ⌊g · above / below⌋ nanoseconds.
        case equal(above: Int128, below: Int128)
        /// Each its own.
        case own(FrameSlots)
    }

    /// `frameCount` equal slots in `cycleDuration`.
    ///
    /// Returns `nil` without frames or where the duration is not positive.
    public init?(frameCount: Int, cycleDuration: RationalTime) {
        guard frameCount > 0, cycleDuration > .zero else { return nil }
        self.frameCount = frameCount
        self.cycleDuration = cycleDuration
        slots = .equal(
            above: Int128(cycleDuration.numerator) * 1_000_000_000,
            below: Int128(cycleDuration.denominator) * Int128(frameCount)
        )
    }

    /// A slot of its own length for each frame. The last one counts like the others.
    ///
    /// Returns `nil` without frames, where a duration is not positive, and where the durations
    /// have no common fraction of 64 bits.
    /// - Complexity: O(n).
    public init?(durations: [RationalTime]) {
        guard let own = FrameSlots(durations) else { return nil }
        frameCount = own.count
        cycleDuration = own.cycleDuration
        slots = .own(own)
    }

    /// A Boolean value that indicates frames that are shown equally long.
    public var isConstant: Bool {
        switch slots {
        case .equal: true
        case .own(let own): own.areEqual
        }
    }

    /// The slots, where each frame has its own.
    package var frameSlots: FrameSlots? {
        if case .own(let own) = slots { own } else { nil }
    }

    /// `frameCount` frames at `rate`. Returns `nil` without frames.
    public init?(frameCount: Int, rate: FrameRate) {
        self.init(frameCount: frameCount, cycleDuration: rate.duration(ofFrames: frameCount))
    }

    /// The time at which frame `index` begins, in nanoseconds since the start.
    ///
    /// - Complexity: O(1).
    public func presentationTime(ofFrame index: Int) -> Int64 {
        switch slots {
        case .equal(let above, let below):
            let (product, overflow) = Int128(index).multipliedReportingOverflow(by: above)
            if overflow { return index < 0 ? .min : .max }
            return Int64(clamping: floorDivide(product, below))
        case .own(let own):
            let cycle = floorDivide(Int128(index), Int128(frameCount))
            return own.beginning(ofFrame: positionInCycle(ofFrame: index), inCycle: Int(clamping: cycle))
        }
    }

    /// How long frame `index` is shown, in nanoseconds: up to the next frame's beginning.
    ///
    /// 0 where both beginnings are beyond what 64 bits of nanoseconds hold.
    public func duration(ofFrame index: Int) -> Int64 {
        guard index < .max else { return 0 }
        let (start, end) = (presentationTime(ofFrame: index), presentationTime(ofFrame: index + 1))
        return Int64(clamping: Int128(end) - Int128(start))
    }

    /// The frame shown at `time` nanoseconds since the start: the last one that has begun.
    ///
    /// The inverse of ``presentationTime(ofFrame:)``. Dividing the time by the slot
    /// instead would name the frame before wherever a beginning was rounded down.
    ///
    /// - Complexity: O(1), with slots of different lengths O(log n).
    public func frame(at time: Int64) -> Int {
        switch slots {
        case .equal(let above, let below):
            let (product, overflow) = (Int128(time) + 1).multipliedReportingOverflow(by: below)
            let (latest, underflow) = product.subtractingReportingOverflow(1)
            if overflow || underflow { return time < 0 ? .min : .max }
            return Int(clamping: floorDivide(latest, above))
        case .own(let own):
            let (cycle, position) = own.frame(at: time)
            return Int(clamping: Int128(cycle) * Int128(frameCount) + Int128(position))
        }
    }

    /// Where the frame at `position` of a cycle begins, in ticks of ``tick``; at ``frameCount`` the cycle's end.
    func ticks(before position: Int) -> Int128 {
        switch slots {
        case .equal: Int128(position)
        case .own(let own): Int128(own.beginnings[position])
        }
    }

    /// Nanoseconds in a tick, as an exact fraction.
    var tick: (above: Int128, below: Int128) {
        switch slots {
        case .equal(let above, let below): (above, below)
        case .own(let own): (1_000_000_000, Int128(own.ticksPerSecond))
        }
    }

    /// The frame's place within its cycle, from 0 up to ``frameCount``.
    public func positionInCycle(ofFrame index: Int) -> Int {
        let remainder = index % frameCount
        return remainder < 0 ? remainder + frameCount : remainder
    }
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
                guard let beginning = timing.beginning(ofFrame: index) else { return nil }
                beginnings.insert(beginning)
            }
        }
        let ends = beginnings.sorted().dropFirst() + [cycle]
        self.init(durations: zip([RationalTime.zero] + ends, ends).map { $1 - $0 })
    }

    /// The beginning of a frame as an exact fraction, or `nil` if that needs more than 64 bits.
    private func beginning(ofFrame index: Int) -> RationalTime? {
        let ticks = Int128(index / frameCount) * ticks(before: frameCount) + ticks(before: index % frameCount)
        return RationalTime(ticks * tick.above, tick.below * 1_000_000_000)
    }
}
