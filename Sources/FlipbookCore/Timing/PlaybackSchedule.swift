/// The times of frames from some moment on: a direction, a speed, the frames between two points,
/// and what happens at their ends.
///
/// The schedule counts showings, from 0: the first is the frame it starts with, and
/// each begins a time after it that is computed from the frames' exact fractions and rounded down once. So loops,
/// reversed play and any speed drift as little as plain play: not at all.
package struct PlaybackSchedule: Hashable, Sendable {
    /// The times of the frames at the sequence's own rate.
    package let timing: FrameTiming
    package let range: ClosedRange<Int>
    package let loopMode: LoopMode
    package let rate: PlaybackRate
    /// Showings until the end, or `nil` without one.
    package let count: Int?

    /// The place of the first showing in its period.
    private let firstPhase: Int

    /// A schedule that begins with the frame at `start`.
    ///
    /// - Parameters:
    ///   - range: The positions that are played; what lies outside the sequence is cut off.
    ///   - start: The first frame; moved into the range.
    ///   - cycleCount: Whole cycles until the end, the one of the first frame counted as if it had been
    ///     played from its beginning; 0 for without end. With ``LoopMode/once`` there is one.
    package init(
        timing: FrameTiming,
        range: ClosedRange<Int>,
        start: Int,
        rate: PlaybackRate = .normal,
        loopMode: LoopMode = .loop,
        cycleCount: Int = 0
    ) {
        self.timing = timing
        self.range = range.clamped(to: 0...timing.frameCount - 1)
        self.rate = rate
        self.loopMode = loopMode
        let (low, high) = (self.range.lowerBound, self.range.upperBound)
        let position = min(max(start, low), high)
        switch (loopMode, rate.isReverse) {
        case (.pingPong, true) where position > low && position < high: firstPhase = 2 * (high - low) - (position - low)
        case (.pingPong, _), (_, false): firstPhase = position - low
        case (_, true): firstPhase = high - position
        }
        let period = Self.period(self.range, loopMode)
        let cycles = loopMode == .once ? 1 : cycleCount
        let (total, overflow) = period.multipliedReportingOverflow(by: cycles)
        count = cycles > 0 ? (overflow ? .max : total) - firstPhase : nil
    }

    /// Showings in one cycle: each frame once; in ``LoopMode/pingPong`` there and back, the two ends once.
    package var period: Int { Self.period(range, loopMode) }

    private static func period(_ range: ClosedRange<Int>, _ loopMode: LoopMode) -> Int {
        loopMode == .pingPong ? max(1, 2 * (range.count - 1)) : range.count
    }

    /// The position of the frame that is shown.
    package func frame(ofShowing index: Int) -> Int {
        let phase = place(ofShowing: index).phase
        if loopMode == .pingPong {
            return range.lowerBound + (phase < range.count ? phase : 2 * (range.count - 1) - phase)
        }
        return rate.isReverse ? range.upperBound - phase : range.lowerBound + phase
    }

    /// The number of cycles that ended before the showing.
    package func cycle(ofShowing index: Int) -> Int { place(ofShowing: index).cycle }

    /// Returns `true` if frames are shown from the last to the first at the showing, as far as that is known.
    package func isReverse(atShowing index: Int) -> Bool {
        loopMode == .pingPong ? place(ofShowing: index).phase >= range.count : rate.isReverse
    }

    /// The beginning of the showing, in nanoseconds after the first one's.
    package func presentationTime(ofShowing index: Int) -> Int64 {
        let (cycle, phase) = place(ofShowing: index)
        return tick.time(of: Int128(cycle) * ticks(until: period) + ticks(until: phase) - ticks(until: firstPhase))
    }

    /// The duration of the showing in nanoseconds: up to the beginning of the next.
    package func duration(ofShowing index: Int) -> Int64 {
        presentationTime(ofShowing: index + 1) - presentationTime(ofShowing: index)
    }

    /// The showing that is due `time` nanoseconds after the first one began: the last that has begun.
    ///
    /// The inverse of ``presentationTime(ofShowing:)``; before the first one it is 0.
    /// - Complexity: O(log n).
    package func showing(at time: Int64) -> Int {
        guard time > 0 else { return 0 }
        let elapsed = tick.count(at: time) + ticks(until: firstPhase)
        let (cycle, phase) = lastBegun(of: period, at: elapsed, beginning: ticks(until:))
        let (before, overflow) = Int(clamping: cycle).multipliedReportingOverflow(by: period)
        return overflow ? .max : max(0, before + phase - firstPhase)
    }

    private func place(ofShowing index: Int) -> (cycle: Int, phase: Int) {
        let (cycle, phase) = (index + firstPhase).quotientAndRemainder(dividingBy: period)
        return phase < 0 ? (cycle - 1, phase + period) : (cycle, phase)
    }

    /// Ticks of the sequence's timing from the beginning of a cycle to the showing at `phase` in it.
    private func ticks(until phase: Int) -> Int128 {
        let (low, high) = (range.lowerBound, range.upperBound)
        if loopMode != .pingPong, rate.isReverse {
            return timing.ticks(before: high + 1) - timing.ticks(before: high + 1 - phase)
        }
        guard phase > range.count else { return timing.ticks(before: low + phase) - timing.ticks(before: low) }
        let there = timing.ticks(before: high + 1) - timing.ticks(before: low)
        return there + timing.ticks(before: high) - timing.ticks(before: high - (phase - range.count))
    }

    /// A tick of the sequence's timing as it lasts at the rate.
    private var tick: Tick {
        let tick = timing.tick
        return Tick(above: tick.above * Int128(rate.denominator), below: tick.below * Int128(rate.numerator.magnitude))
    }
}
