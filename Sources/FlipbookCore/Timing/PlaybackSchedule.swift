/// Computes the playback times of frames from a direction, a speed, a range, and the action at the ends of the range. Showings
/// are numbered from 0. The start of each showing is computed from exact fractions and rounded down once, so playback does not
/// drift.
package struct PlaybackSchedule: Hashable, Sendable {
    package let timing: FrameTiming
    package let range: ClosedRange<Int>
    package let loopMode: LoopMode
    package let rate: PlaybackRate
    /// The number of showings until the end, or `nil` for endless playback.
    package let count: Int?

    private let firstPhase: Int

    /// Creates a schedule that begins with the frame at `start`.
    /// - Parameter cycleCount: The number of cycles, including a partial first one; 0 for endless playback. With
    ///   ``LoopMode/once``, there is only one cycle.
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
        (self.rate, self.loopMode) = (rate, loopMode)
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

    /// The number of showings per cycle. Each frame is shown once per cycle. In ``LoopMode/pingPong``, all frames except the
    /// first and the last are shown twice.
    package var period: Int { Self.period(range, loopMode) }

    private static func period(_ range: ClosedRange<Int>, _ loopMode: LoopMode) -> Int {
        loopMode == .pingPong ? max(1, 2 * (range.count - 1)) : range.count
    }

    package func frame(ofShowing index: Int) -> Int {
        let phase = place(ofShowing: index).phase
        if loopMode == .pingPong {
            return range.lowerBound + (phase < range.count ? phase : 2 * (range.count - 1) - phase)
        }
        return rate.isReverse ? range.upperBound - phase : range.lowerBound + phase
    }

    package func cycle(ofShowing index: Int) -> Int { place(ofShowing: index).cycle }

    package func isReverse(atShowing index: Int) -> Bool {
        loopMode == .pingPong ? place(ofShowing: index).phase >= range.count : rate.isReverse
    }

    /// Returns the start of the showing, in nanoseconds after the start of the first one.
    package func presentationTime(ofShowing index: Int) -> Int64 {
        let (cycle, phase) = place(ofShowing: index)
        return tick.time(of: Int128(cycle) * ticks(until: period) + ticks(until: phase) - ticks(until: firstPhase))
    }

    package func duration(ofShowing index: Int) -> Int64 {
        presentationTime(ofShowing: index + 1) - presentationTime(ofShowing: index)
    }

    /// Returns the showing that is on the screen `time` nanoseconds after the start of the first one: the inverse of
    /// ``presentationTime(ofShowing:)``.
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

    private func ticks(until phase: Int) -> Int128 {
        let (low, high) = (range.lowerBound, range.upperBound)
        if loopMode != .pingPong, rate.isReverse {
            return timing.ticks(before: high + 1) - timing.ticks(before: high + 1 - phase)
        }
        guard phase > range.count else { return timing.ticks(before: low + phase) - timing.ticks(before: low) }
        let there = timing.ticks(before: high + 1) - timing.ticks(before: low)
        return there + timing.ticks(before: high) - timing.ticks(before: high - (phase - range.count))
    }

    private var tick: Tick {
        let tick = timing.tick
        return Tick(above: tick.above * Int128(rate.denominator), below: tick.below * Int128(rate.numerator.magnitude))
    }
}
