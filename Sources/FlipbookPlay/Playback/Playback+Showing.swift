import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import GStreamer

extension Playback {
    func show() async {
        let timing = pictures.sequence.timing
        // Drawings for other positions are no longer needed.
        let stepped = step(to: state.transport.schedule(timing: timing, cycleCount: 0).frame(ofShowing: 0))
        if state.generation > 0 {
            if !isHalted { await halt() }
            isHalted = false
            pipeline.resize(to: state.options.pictureSize(of: pictures.sequence.outputSize), state.options.view)
            await pipeline.resume()
        }
        let schedule = state.plan(timing, after: meter.showing)
        let (isPlaying, generation) = (state.transport.isPlaying, state.generation)
        let (isStill, goesOn) = (state.motion != .animating, state.firstShowing > 0)
        meter.begin(generation: generation, schedule: schedule, isRunning: isPlaying, isStill: isStill, goesOn: goesOn)
        hear(schedule)
        // The frame on the screen stays for the rest of its duration.
        pipeline.setTimes(latest: latest, showsFirstAtOnce: state.firstShowing == 0)
        let (feeder, mailbox, rest, drawingFirst) = (feeder(schedule), mailbox, state.restPicture, drawingFirst)
        self.drawingFirst = nil
        feeding = Task {
            // A new request would be queued behind all later frames.
            await drawingFirst?.value
            do {
                if isPlaying {
                    try await feeder.run()
                } else if let rest {
                    try await feeder.showStill(try await self.picture(rest))
                } else {
                    try await feeder.showFirst(stepped)
                }
            } catch {
                let error = PlaybackError(error)
                // Either the push was canceled intentionally, or the pipeline reports the reason.
                if case .cancelled = error { return }
                mailbox.post(.failed(error))
            }
        }
        await change(to: isPlaying ? .playing : .paused)
        probe()
        // During playback, the arrival of individual frames is not reported.
        if isPlaying { answer(generation) }
    }

    /// While paused, redraws a tree that a program has changed.
    func lookAgain() async { if let tree, !state.transport.isPlaying, await tree.hasChanged { state.refresh() } }

    /// Discards pending frames and stops the clock. If the sink were paused first, it would show its waiting frame.
    func halt() async {
        await pipeline.flush()
        await change(to: .paused)
        await stopFeeding()
        isHalted = true
    }

    /// Starts the sound with the pictures or, while paused, plays a blip at the new frame.
    private func hear(_ schedule: PlaybackSchedule) {
        let isRunning = state.transport.isPlaying && state.motion == .animating
        let position = schedule.frame(ofShowing: 0)
        sound?.begin(generation: state.generation, schedule, isRunning: isRunning)
        if !isRunning, state.motion == .animating, let standing, standing != position {
            sound?.blip(at: position, in: schedule.timing)
        }
        standing = isRunning ? nil : position
    }

    /// Returns the drawing of a frame reached by a step. The first step starts drawing ahead in the step's direction.
    private func step(to position: Int) -> SteppedPictures.Drawing? {
        let (former, range, paired) = (steppedFrom, state.transport.range, paired)
        steppedFrom = position
        let isStanding = !state.transport.isPlaying && state.motion == .animating
        if !isStanding || stepped?.leads(to: position, of: paired, in: range) != true {
            stepped?.cancel()
            stepped = nil
            // A step beyond one end continues at the other.
            let isAround = range.count > 2 && (position - former).magnitude == range.count - 1
            guard isStanding, isAround || (position - former).magnitude == 1, range.contains(position)
            else { return nil }
            let isReverse = (position < former) != isAround
            stepped = SteppedPictures(paired, from: position, isReverse: isReverse, in: range, window: window)
        }
        return stepped?.step(to: position)
    }

    /// Changes the pipeline's state. Failures are handled when the pipeline reports them.
    private func change(to state: Pipeline.State) async {
        do throws(GStreamerError) {
            try await pipeline.change(to: state)
        } catch { refusal = error }
    }

    private func feeder(_ schedule: PlaybackSchedule) -> PlaybackFeeder {
        let end = settings.endPicture
        let (timing, generation, source) = (schedule.timing, state.generation, pictures.source)
        var look: (@Sendable (Int) async -> Void)?
        if let tree {
            look = { source.show(await tree.scene(atNanosecond: timing.nanosecond(ofFrame: $0), of: generation)) }
        }
        return PlaybackFeeder(
            source: paired,
            look: look,
            pipeline: pipeline,
            meter: meter,
            generation: generation,
            schedule: schedule,
            first: state.firstShowing,
            pacing: state.pacing,
            window: window,
            decorate: decorator.decorate,
            endPicture: { try await self.picture(end) }
        )
    }

    var paired: PairedPictures { pictures.paired(offset: state.options.comparison?.offset ?? 0) }

    private var decorator: FrameDecorator {
        FrameDecorator(
            frames: pictures.played.frames,
            source: pictures.source,
            display: display,
            comparison: state.options.comparison?.layout,
            marksSubstitutes: settings.marksSubstitutes || settings.sequence.missing == .error,
            areExposed: pictures.isExposedWhenRead
        )
    }

    /// Returns the picture that is shown while nothing animates, or `nil` if it is already on the screen.
    private func picture(_ rest: PlaybackSettings.EndPicture) async throws -> Picture? {
        let isAnimating = state.motion == .animating
        let source = pictures.source
        switch state.place(of: rest) {
        case .still:
            let still = rest == .none ? nil : state.view.stillImage.map { Frame($0) }
            // A window that closes immediately does not need to show a blank picture.
            guard still != nil || settings.staysOpen || !isAnimating else { return nil }
            return try decorator.decorate(try await source.picture(still: still))
        case .frame where isAnimating && rest == .last && !settings.staysOpen: return nil
        case .frame(let position): return try decorator.decorate(try await paired.picture(at: position), at: position)
        }
    }

    /// The limit on prepared frames: a quarter of the memory, or one frame for a tree, which can change.
    private var window: ProductionWindow {
        if tree != nil { return changing(pictures.sequence.window) { $0.count = 1 } }
        var window = pictures.sequence.window
        let inAQuarter = window.memory.map { $0.byteCount / 4 / max(1, window.byteCount) } ?? 0
        window.count = min(max(inAQuarter, window.count), max(window.count, 16))
        return window
    }

    /// The largest lateness, in nanoseconds, at which frames are shown: one frame, but at least 10 ms.
    var latest: Int64? { state.pacing == .realtime ? Int64(min(max(1 / rate, 0.010), 0.100) * 1e9) : nil }

    var rate: Double { PlayerStatus.rate(pictures.sequence.timing, state.transport.rate) }
}
