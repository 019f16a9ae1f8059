import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Synchronization

/// Makes the frames of one generation ahead on all cores and pushes them at their times.
struct PlaybackFeeder: Sendable {
    let source: PairedPictures
    /// Has the picture of a showing be that of a tree as it is then; `nil` for frames, which are made ahead.
    let look: (@Sendable (Int) async -> Void)?
    let pipeline: PlaybackPipeline
    let meter: PlaybackMeter
    let generation: UInt64
    let schedule: PlaybackSchedule
    /// The first showing that is pushed: those before it are on the screen.
    let first: Int
    let pacing: PlaybackSettings.Pacing
    /// The most frames that are made or wait.
    let window: ProductionWindow
    let decorate: @Sendable (PictureSource.Drawn, Int) throws -> Picture
    let endPicture: @Sendable () async throws -> Picture?

    /// Pushes the first frame and nothing else, for a clock that stands.
    /// - Parameter stepped: The frame as steps have begun it, or `nil` if none have.
    func showFirst(_ stepped: SteppedPictures.Drawing?) async throws {
        let frame = schedule.frame(ofShowing: 0)
        await look?(0)
        let outcome = await stepped?.outcome
        // A drawing that was called off before it began is of a frame that steps have left.
        if Task.isCancelled { return }
        if case .failure(is CancellationError)? = outcome { return }
        // A picture that cannot be made is tried again when it is shown, and something stands in for it.
        let drawn = if case .success(let drawn)? = outcome { drawn } else { try await source.picture(at: frame) }
        try await showStill(try decorate(drawn, frame))
    }

    func showStill(_ picture: Picture?) async throws {
        if let picture { try await push(picture, showing: 0, slip: 0) }
    }

    func run() async throws {
        // The nanoseconds that drawing a picture takes: a running mean of those that were not there already.
        let cost = Mutex(0.0)
        // What is on the screen has had a part of its time.
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
                    // The frames after this one are not late: nothing was playing.
                    if meter.hasStopped { throw CancellationError() }
                    let frame = schedule.frame(ofShowing: showing)
                    // A picture that would be ready only when its turn is over is not begun. A tree is drawn in any case.
                    let isReady = look == nil && source.isReady(frame)
                    if isOver(showing, in: (isReady ? 0 : Int64(cost.withLock { $0 })) - start) {
                        return nil
                    }
                    let began = ContinuousClock.now
                    await look?(showing)
                    let drawn = try await source.picture(at: frame)
                    let taken = began.duration(to: .now) / .nanoseconds(1)
                    // Less than a tenth of a millisecond is a look into the cache.
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
                // The clock waits: what follows comes later by as much as this frame is late.
                slip = max(slip, now - schedule.presentationTime(ofShowing: showing))
            }
            let picture = try decorate(drawn, schedule.frame(ofShowing: showing))
            try await push(picture, showing: showing, slip: slip)
        }
        if let count = schedule.count {
            if let picture = try await endPicture() {
                // It stays: nothing comes that would make up for it.
                pipeline.setLatest(nil)
                try await push(picture, showing: count, slip: slip)
            } else if first == count {
                // The last frame is on the screen, and has the rest of its time.
                let frame = schedule.frame(ofShowing: count - 1)
                let picture = try decorate(try await source.picture(at: frame), frame)
                let end = schedule.presentationTime(ofShowing: count) + slip
                try await push(picture, showing: count, at: 0, for: end)
            }
        }
        meter.notePushed()
        pipeline.endStream()
    }

    /// Returns whether the turn of a showing will be over after a time in nanoseconds, so that it is left out.
    private func isOver(_ showing: Int, in nanoseconds: Int64) -> Bool {
        guard pacing == .realtime, showing > first, let now = pipeline.runningTime else { return false }
        return now + nanoseconds > schedule.presentationTime(ofShowing: showing + 1)
    }

    private func push(_ picture: Picture, showing: Int, slip: Int64) async throws {
        let time = schedule.presentationTime(ofShowing: showing) + slip
        try await push(picture, showing: showing, at: time, for: schedule.duration(ofShowing: showing))
    }

    private func push(_ picture: Picture, showing: Int, at time: Int64, for duration: Int64) async throws {
        let isTaken = await pipeline.push(
            picture,
            presentationTime: time,
            duration: duration,
            serial: PlaybackMeter.serial(generation: generation, showing: showing)
        )
        if !isTaken { throw CancellationError() }
    }
}
