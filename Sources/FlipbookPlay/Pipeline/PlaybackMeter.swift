package import FlipbookCore
package import GStreamer
internal import Synchronization

/// Measures the frames that the sink shows. It can be used from any thread.
///
/// Each start, seek, or speed change begins a generation. A frame's serial number identifies its generation, so that late
/// frames of earlier generations are ignored.
package final class PlaybackMeter: Sendable {
    fileprivate struct Shown {
        let showing: Int
        let clockTime, lateness: Int64
        let isFirst: Bool
    }

    fileprivate struct State {
        var report = PlaybackReport()
        var histogram = LatenessHistogram()
        var generation: UInt64 = 0
        var schedule: PlaybackSchedule?
        var isRunning = false, isStill = false
        var latest: Shown?
        /// The showing on the screen, while playing or paused.
        var onScreen: Int?
        /// While playing, the time at which the showing on the screen appeared.
        var shownAt: ContinuousClock.Instant?
        var cycle = 0
        /// The number of intervals between consecutive frames, and the sum of the intervals in nanoseconds.
        var intervals = (count: 0, nanoseconds: Int64(0))
        /// The number and the sum of the scheduled intervals between the frames that `intervals` includes.
        var planned = (count: 0, nanoseconds: Int64(0))
        /// A Boolean value that indicates whether earlier frames had a different rate.
        var hadOtherRate = false
        /// The frames of about the last second, for the display.
        var recent: [Shown] = []
        var reportedDrops = 0, formerCycles = 0
        /// The time of the last beat.
        var lastBeat: ContinuousClock.Instant?
        var hasStopped = false, isPushed = false
    }

    /// The shortest gap between two beats that is taken to mean that the process was stopped.
    package static let shortestStop = Duration.milliseconds(750)

    private let state = Mutex(State())
    private let began: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let notify: @Sendable (PlayerEvent) -> Void

    /// Creates a meter that measures the time to the first frame from `began`.
    package init(
        began: ContinuousClock.Instant,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        notify: @escaping @Sendable (PlayerEvent) -> Void
    ) { (self.began, self.now, self.notify) = (began, now, notify) }

    /// Records that the process is running. Call it several times per second. Returns whether the process was stopped.
    ///
    /// After a gap, the sink's reports are ignored until the next generation, because playback did not cause the delay.
    package func beat() -> Bool {
        state.withLock { state in
            // The time is taken after waiting for the lock, so that each stop is noticed.
            let time = now()
            defer { state.lastBeat = time }
            return state.isStopped(at: time)
        }
    }

    /// A Boolean value that indicates whether the process was stopped while this generation played.
    package var hasStopped: Bool {
        let time = now()
        return state.withLock { $0.isStopped(at: time) || $0.hasStopped }
    }

    package static func serial(generation: UInt64, showing: Int) -> UInt64 {
        generation << 40 | UInt64(truncatingIfNeeded: showing) & (1 << 40 - 1)
    }

    static func generation(of serial: UInt64) -> UInt64 { serial >> 40 }

    static func showing(of serial: UInt64) -> Int { Int(serial & (1 << 40 - 1)) }

    /// Begins a generation.
    /// - Parameter isStill: A Boolean value that indicates whether a still picture is shown instead of the schedule.
    /// - Parameter goesOn: A Boolean value that indicates whether the first showing is already on the screen.
    package func begin(
        generation: UInt64,
        schedule: PlaybackSchedule,
        isRunning: Bool,
        isStill: Bool = false,
        goesOn: Bool = false
    ) {
        state.withLock { state in
            (state.generation, state.schedule) = (generation, schedule)
            (state.isRunning, state.isStill) = (isRunning, isStill)
            (state.latest, state.onScreen, state.cycle, state.recent) = (nil, goesOn ? 0 : nil, 0, [])
            if !goesOn { state.shownAt = nil }
            (state.hasStopped, state.isPushed, state.formerCycles) = (false, false, state.report.cycles)
            let rate = PlayerStatus.rate(schedule.timing, schedule.rate)
            if state.planned.count > 0, rate != state.report.rateAsked { state.hadOtherRate = true }
            state.report.rateAsked = rate
        }
    }

    /// Records the sink's report of a frame while playing.
    package func observe(_ observation: SinkObservation) {
        let time = now()
        state.withLock { $0.take(observation, at: time, since: began) }.forEach(notify)
    }

    /// Records the first frame that a paused sink received. While the sink is paused, nothing else reports this frame.
    /// - Returns: `false` while playing, for a repeated call, and for a frame of an earlier generation.
    package func noteStanding(_ serial: UInt64) -> Bool {
        let event = state.withLock { state -> PlayerEvent? in
            guard serial == Self.serial(generation: state.generation, showing: 0) else { return nil }
            state.noteFirstFrame(since: began)
            guard !state.isRunning, state.onScreen == nil else { return nil }
            state.onScreen = 0
            if state.isStill { return .stillShown }
            return state.schedule.map { .shown(frame: $0.frame(ofShowing: 0)) }
        }
        if let event { notify(event) }
        return event != nil
    }

    /// Records a showing that was skipped for lack of time.
    package func skip(generation: UInt64, showing: Int) {
        let time = now()
        let drops = state.withLock { state in
            guard generation == state.generation, let schedule = state.schedule else { return 0 }
            guard !state.isStopped(at: time), !state.hasStopped else { return 0 }
            state.countDrop(in: schedule.cycle(ofShowing: showing))
            return state.newDrops
        }
        if drops > 0 { notify(.dropped(drops)) }
    }

    func notePushed() { state.withLock { $0.isPushed = true } }

    /// A Boolean value that indicates whether all pictures were pushed. An earlier end of stream belongs to a previous
    /// generation.
    var isPushed: Bool { state.withLock { $0.isPushed } }

    package func finish() {
        let cycles = state.withLock { state in
            state.report.cycles += 1
            return state.report.cycles
        }
        notify(.cycleEnded(cycles))
    }

    package var showing: Int? { state.withLock { $0.onScreen } }

    /// The number of nanoseconds for which the showing has been on the screen, or 0 while paused.
    package var timeOnScreen: Int64 {
        let time = now()
        return Int64(state.withLock { $0.shownAt?.duration(to: time) ?? .zero } / .nanoseconds(1))
    }

    /// The rate over about the last second, in frames per second, or `nil` before the second frame.
    ///
    /// Catching up after a late frame does not raise the rate.
    package var recentRate: Double? {
        state.withLock { state in
            guard let schedule = state.schedule, let first = state.recent.first, let last = state.recent.last
            else { return nil }
            let planned =
                schedule.presentationTime(ofShowing: last.showing) - schedule.presentationTime(ofShowing: first.showing)
            let taken = max(last.clockTime - first.clockTime, planned)
            return taken > 0 ? Double(state.recent.count - 1) * 1e9 / Double(taken) : nil
        }
    }

    package var droppedCount: Int { state.withLock { $0.report.dropped } }

    /// The report so far, without the cache's values.
    package var report: PlaybackReport {
        state.withLock { state in
            var report = state.report
            func lateness(_ share: Double) -> Duration { .nanoseconds(state.histogram.percentile(share) ?? 0) }
            report.lateness.median = lateness(0.5)
            report.lateness.p95 = lateness(0.95)
            report.lateness.p99 = lateness(0.99)
            report.lateness.max = .nanoseconds(state.histogram.maximum)
            if state.intervals.nanoseconds > 0 {
                report.rateReached = Double(state.intervals.count) * 1e9 / Double(state.intervals.nanoseconds)
            }
            if state.hadOtherRate {
                report.rateAsked = Double(state.planned.count) * 1e9 / Double(state.planned.nanoseconds)
            }
            return report
        }
    }

}

extension PlaybackMeter.State {
    fileprivate typealias Instant = ContinuousClock.Instant

    fileprivate mutating func take(_ new: SinkObservation, at time: Instant, since began: Instant) -> [PlayerEvent] {
        guard PlaybackMeter.generation(of: new.serial) == generation, isRunning, let schedule else { return [] }
        let showing = PlaybackMeter.showing(of: new.serial)
        // The end picture does not belong to a cycle.
        guard showing < schedule.count ?? .max else { return [] }
        // A frame delayed by a stopped process is counted as shown, but not as late.
        let counts = !isStopped(at: time) && !hasStopped
        let cycle = schedule.cycle(ofShowing: showing)
        guard new.isShown else {
            guard counts else { return [] }
            countDrop(in: cycle)
            return [.dropped(newDrops)]
        }
        noteFirstFrame(since: began)
        report.presented += 1
        (onScreen, shownAt) = (showing, time)
        var events = [PlayerEvent.shown(frame: schedule.frame(ofShowing: showing))]
        note(cycle: cycle)
        let isNewCycle = cycle > self.cycle
        if isNewCycle {
            report.cycles += cycle - self.cycle
            self.cycle = cycle
            events.append(.cycleEnded(report.cycles))
        }
        if counts {
            let (isFirst, time) = (latest == nil, new.clockTime)
            let shown = PlaybackMeter.Shown(showing: showing, clockTime: time, lateness: new.lateness, isFirst: isFirst)
            measure(shown, in: schedule, isNewCycle: isNewCycle)
        }
        return events
    }

    /// Returns whether the process was just stopped while playing. A delay makes no difference to a paused frame.
    fileprivate mutating func isStopped(at time: ContinuousClock.Instant) -> Bool {
        guard isRunning, let lastBeat, lastBeat.duration(to: time) > PlaybackMeter.shortestStop else { return false }
        hasStopped = true
        return true
    }

    fileprivate mutating func measure(_ shown: PlaybackMeter.Shown, in schedule: PlaybackSchedule, isNewCycle: Bool) {
        histogram.add(shown.lateness)
        if shown.lateness > schedule.duration(ofShowing: shown.showing) / 2 { report.late += 1 }
        if let latest {
            let gap = shown.clockTime - latest.clockTime
            // The first frame's time is measured from its due time, so that its lateness does not raise the rate.
            let lead = latest.isFirst ? max(0, latest.lateness) : 0
            intervals.count += 1
            intervals.nanoseconds += gap + lead
            planned.count += shown.showing - latest.showing
            planned.nanoseconds +=
                schedule.presentationTime(ofShowing: shown.showing)
                - schedule.presentationTime(ofShowing: latest.showing)
            if isNewCycle { report.seamGap = max(report.seamGap ?? .zero, .nanoseconds(gap)) }
        }
        latest = shown
        recent.append(shown)
        while recent.count > 241 || shown.clockTime - recent[0].clockTime > 1_000_000_000 { recent.removeFirst() }
    }

    fileprivate mutating func note(cycle: Int) {
        let missing = min(formerCycles &+ cycle &+ 1, PlaybackReport.listedCycles) - report.droppedByCycle.count
        if missing > 0 { report.droppedByCycle += repeatElement(0, count: missing) }
    }

    fileprivate mutating func countDrop(in cycle: Int) {
        report.dropped += 1
        note(cycle: cycle)
        let place = formerCycles &+ cycle
        if report.droppedByCycle.indices.contains(place) { report.droppedByCycle[place] += 1 }
    }

    fileprivate mutating func noteFirstFrame(since began: ContinuousClock.Instant) {
        guard report.timeToFirstFrame == nil else { return }
        report.timeToFirstFrame = began.duration(to: .now)
    }

    fileprivate var newDrops: Int {
        mutating get {
            defer { reportedDrops = report.dropped }
            return report.dropped - reportedDrops
        }
    }
}
