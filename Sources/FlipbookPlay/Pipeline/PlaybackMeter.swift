package import FlipbookCore
package import GStreamer
internal import Synchronization

/// Counts what the sink does with each frame, from any thread.
///
/// Each run of frames from a start, a seek or a change of speed is a generation with a schedule of its own; a
/// frame's serial number says of which it is, so that what comes late from an earlier one is not mistaken.
package final class PlaybackMeter: Sendable {
    fileprivate struct Shown {
        let showing: Int
        let clockTime: Int64
        let lateness: Int64
        /// A Boolean value that indicates whether it is the first of its generation.
        let isFirst: Bool
    }

    fileprivate struct State {
        var report = PlaybackReport()
        var histogram = LatenessHistogram()
        var generation: UInt64 = 0
        var schedule: PlaybackSchedule?
        var isRunning = false
        var isStill = false
        /// The latest frame of this generation, the clock running.
        var latest: Shown?
        /// The showing on the screen, the clock running or not.
        var onScreen: Int?
        /// Since when it is there, the clock running.
        var shownAt: ContinuousClock.Instant?
        var cycle = 0
        /// The intervals between frames that were shown one after the other: how many, and their sum in nanoseconds.
        var intervals = (count: 0, nanoseconds: Int64(0))
        /// The plan of the schedules for them: the number of turns, and their sum in nanoseconds.
        var planned = (count: 0, nanoseconds: Int64(0))
        /// A Boolean value that indicates whether frames were shown at another rate than the latest.
        var hadOtherRate = false
        /// The frames of the last second or so of this generation, for display.
        var recent: [Shown] = []
        var reportedDrops = 0
        var formerCycles = 0
        /// When the process was seen to run last, and whether it has not run for a while in this generation.
        var lastBeat: ContinuousClock.Instant?
        var hasStopped = false
        /// A Boolean value that indicates whether all pictures of this generation were pushed.
        var isPushed = false
    }

    /// From one ``beat()`` to the next at least, when the process did not run: so long no thread waits for its turn.
    package static let shortestStop = Duration.milliseconds(750)

    private let state = Mutex(State())
    private let began: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let notify: @Sendable (PlayerEvent) -> Void

    /// A meter that counts the time to the first frame from `began`, and tells `notify` what happens.
    package init(
        began: ContinuousClock.Instant,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        notify: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.began, self.now, self.notify) = (began, now, notify)
    }

    /// Notes that the process runs, to be called several times a second from a thread that does nothing else.
    ///
    /// What the sink says after a longer time in which it did not run (it was stopped, by Ctrl-Z for example) counts for
    /// nothing until the next generation begins: nothing was too slow, nothing was playing.
    /// - Returns: A Boolean value that indicates whether it did not run since the last call.
    package func beat() -> Bool {
        state.withLock { state in
            // Later than all that was asked before, so that it says of each stop that it was one.
            let time = now()
            defer { state.lastBeat = time }
            return state.isStopped(at: time)
        }
    }

    /// A Boolean value that indicates whether the process did not run for a while in this generation, while its clock ran.
    package var hasStopped: Bool {
        let time = now()
        return state.withLock { $0.isStopped(at: time) || $0.hasStopped }
    }

    package static func serial(generation: UInt64, showing: Int) -> UInt64 {
        generation << 40 | UInt64(truncatingIfNeeded: showing) & (1 << 40 - 1)
    }

    static func generation(of serial: UInt64) -> UInt64 { serial >> 40 }

    static func showing(of serial: UInt64) -> Int { Int(serial & (1 << 40 - 1)) }

    /// Begins a generation: what comes from now on follows `schedule`.
    /// - Parameters:
    ///   - isStill: Whether what stands is no frame of the schedule, but the picture of a view that does not animate.
    ///   - goesOn: A Boolean value that indicates whether the first showing is on the screen already.
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

    /// Notes what the sink did with a frame while the clock ran.
    package func observe(_ observation: SinkObservation) {
        let time = now()
        let events = state.withLock { state in Self.take(observation, at: time, into: &state, began: began) }
        events.forEach(notify)
    }

    /// Notes which frame the sink has got as the first one since it was stopped.
    ///
    /// While the clock stands, nothing else says that the first frame of the present generation is on the screen: it is counted
    /// as shown, and an event is sent. While the clock runs, ``observe(_:)`` does that at the frame's time.
    /// - Returns: Whether it was counted as shown: not while the clock runs, not a second time, and no frame of an earlier
    ///   generation.
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

    /// Notes that a showing is left out since there is no time for it.
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

    /// Whether no picture of the present generation follows: an end of the stream that comes before is a former one's.
    var isPushed: Bool { state.withLock { $0.isPushed } }

    package func finish() {
        let cycles = state.withLock { state in
            state.report.cycles += 1
            return state.report.cycles
        }
        notify(.cycleEnded(cycles))
    }

    /// The showing of the present generation on the screen, or `nil` before its first frame.
    package var showing: Int? { state.withLock { $0.onScreen } }

    /// The time that it has been there, in nanoseconds; 0 if the clock stands.
    package var timeOnScreen: Int64 {
        let time = now()
        return Int64(state.withLock { $0.shownAt?.duration(to: time) ?? .zero } / .nanoseconds(1))
    }

    /// Frames a second over the last second or so, or `nil` before there are two frames.
    ///
    /// Over the time in which they were shown or the time that they were to take, whichever is longer: a frame that makes up for
    /// a late one is no faster rate.
    package var recentRate: Double? {
        state.withLock { state in
            guard let schedule = state.schedule, let first = state.recent.first, let last = state.recent.last else {
                return nil
            }
            let planned =
                schedule.presentationTime(ofShowing: last.showing) - schedule.presentationTime(ofShowing: first.showing)
            let taken = max(last.clockTime - first.clockTime, planned)
            return taken > 0 ? Double(state.recent.count - 1) * 1e9 / Double(taken) : nil
        }
    }

    package var droppedCount: Int { state.withLock { $0.report.dropped } }

    /// The report until now, but for the cache.
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

    private static func take(
        _ observation: SinkObservation,
        at time: ContinuousClock.Instant,
        into state: inout State,
        began: ContinuousClock.Instant
    ) -> [PlayerEvent] {
        guard Self.generation(of: observation.serial) == state.generation, state.isRunning,
            let schedule = state.schedule
        else {
            return []
        }
        let showing = Self.showing(of: observation.serial)
        // The end picture belongs to no cycle.
        guard showing < schedule.count ?? .max else { return [] }
        // What the process has slept through is no late frame, yet one that was shown.
        let counts = !state.isStopped(at: time) && !state.hasStopped
        let cycle = schedule.cycle(ofShowing: showing)
        guard observation.isShown else {
            guard counts else { return [] }
            state.countDrop(in: cycle)
            return [.dropped(state.newDrops)]
        }
        state.noteFirstFrame(since: began)
        state.report.presented += 1
        (state.onScreen, state.shownAt) = (showing, time)
        var events = [PlayerEvent.shown(frame: schedule.frame(ofShowing: showing))]
        state.note(cycle: cycle)
        let isNewCycle = cycle > state.cycle
        if isNewCycle {
            state.report.cycles += cycle - state.cycle
            state.cycle = cycle
            events.append(.cycleEnded(state.report.cycles))
        }
        if counts {
            let shown = Shown(
                showing: showing,
                clockTime: observation.clockTime,
                lateness: observation.lateness,
                isFirst: state.latest == nil
            )
            state.measure(shown, in: schedule, isNewCycle: isNewCycle)
        }
        return events
    }
}

extension PlaybackMeter.State {
    /// Whether the process did not run just now, by the last time it was seen to, and the clock did not stand: a frame that is
    /// to stand is the same whenever it comes.
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
            // From when the first frame was due: one that came late does not make those after it faster.
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
