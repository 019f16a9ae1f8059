import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

/// Prepares the frames of a generation in advance, on all cores, and pushes them with their times.
struct PlaybackFeeder: Sendable {
    let source: PairedPictures
    /// Updates the scene of a live tree before a showing. `nil` for a sequence, whose frames are prepared in advance.
    let look: (@Sendable (Int) async -> Void)?
    let pipeline: PlaybackPipeline
    let meter: PlaybackMeter
    let generation: UInt64
    let schedule: PlaybackSchedule
    /// The first showing to push. Earlier ones are already on the screen.
    let first: Int
    let pacing: PlaybackSettings.Pacing
    /// The limit on frames that are being prepared or are waiting.
    let window: ProductionWindow
    let decorate: @Sendable (PictureSource.Drawn, Int) throws -> Picture
    let endPicture: @Sendable () async throws -> Picture?

    /// Pushes only the first frame, for a paused player.
    /// - Parameter stepped: The drawing of the frame, if a step has already begun it.
    func showFirst(_ stepped: SteppedPictures.Drawing?) async throws {
        let frame = schedule.frame(ofShowing: 0)
        await look?(0)
        let outcome = await stepped?.outcome
        // A drawing that was canceled before it began belongs to a frame that is no longer shown.
        if Task.isCancelled { return }
        if case .failure(is CancellationError)? = outcome { return }
        // A failed picture is tried again, and replaced if it fails again.
        let drawn = if case .success(let drawn)? = outcome { drawn } else { try await source.picture(at: frame) }
        try await showStill(try decorate(drawn, frame))
    }

    func showStill(_ picture: Picture?) async throws { if let picture { try await push(picture, showing: 0, slip: 0) } }

    func run() async throws {
        // The running mean of the time to draw a picture, in nanoseconds. Cached pictures are not included.
        let cost = Mutex(0.0)
        // The frame on the screen has already been shown for part of its duration.
        let start = -min(meter.timeOnScreen, schedule.presentationTime(ofShowing: first))
        var slip = start
        let line = ProductionLine<Int, PictureSource.Drawn?>(
            .init(
                count: schedule.count,
                ready: { showing in
                    guard !meter.hasStopped else { return nil }
                    if isOver(showing, in: -start) { return .some(nil) }
                    if look != nil { return nil }
                    return source.keptPicture(at: schedule.frame(ofShowing: showing)).map(Optional.some)
                },
                make: { showing in
                    // The process was stopped, so the following frames are not late.
                    if meter.hasStopped { throw CancellationError() }
                    let frame = schedule.frame(ofShowing: showing)
                    // A picture that cannot be ready in time is skipped. A tree is always drawn.
                    let isReady = look == nil && source.isReady(frame)
                    if isOver(showing, in: (isReady ? 0 : Int64(cost.withLock { $0 })) - start) { return nil }
                    let began = ContinuousClock.now
                    await look?(showing)
                    let drawn = try await source.picture(at: frame)
                    let taken = began.duration(to: .now) / .nanoseconds(1)
                    // A time below a tenth of a millisecond means a cache hit.
                    if taken > 100_000 { cost.withLock { $0 += (taken - $0) / ($0 == 0 ? 1 : 8) } }
                    return drawn
                }
            ),
            window: window
        )
        line.restart(at: first)
        try await line.deliver { showing, drawn in
            guard let drawn else { return meter.skip(generation: generation, showing: showing) }
            if pacing == .everyFrame, let now = pipeline.runningTime {
                // The clock waits: the following frames are delayed by the same time.
                slip = max(slip, now - schedule.presentationTime(ofShowing: showing))
            }
            try await push(try decorate(drawn, schedule.frame(ofShowing: showing)), showing: showing, slip: slip)
        }
        if let count = schedule.count {
            if let picture = try await endPicture() {
                // The end picture stays on the screen, so it is never late.
                pipeline.setLatest(nil)
                try await push(picture, showing: count, slip: slip)
            } else if first == count {
                // The last frame is already on the screen, and stays for the rest of its duration.
                let frame = schedule.frame(ofShowing: count - 1)
                let picture = try decorate(try await source.picture(at: frame), frame)
                try await push(picture, showing: count, at: 0, for: schedule.presentationTime(ofShowing: count) + slip)
            }
        }
        meter.notePushed()
        pipeline.endStream()
    }

    /// Returns whether a showing's time will be over in the given number of nanoseconds.
    private func isOver(_ showing: Int, in nanoseconds: Int64) -> Bool {
        guard pacing == .realtime, showing > first, let now = pipeline.runningTime else { return false }
        return now + nanoseconds > schedule.presentationTime(ofShowing: showing + 1)
    }

    private func push(_ picture: Picture, showing: Int, slip: Int64) async throws {
        let time = schedule.presentationTime(ofShowing: showing) + slip
        try await push(picture, showing: showing, at: time, for: schedule.duration(ofShowing: showing))
    }

    private func push(_ picture: Picture, showing: Int, at time: Int64, for duration: Int64) async throws {
        let serial = PlaybackMeter.serial(generation: generation, showing: showing)
        let isTaken = await pipeline.push(picture, presentationTime: time, duration: duration, serial: serial)
        if !isTaken { throw CancellationError() }
    }
}
