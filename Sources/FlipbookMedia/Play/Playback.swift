import FlipbookCore
import FlipbookImaging
import GStreamer

/// One running playback: takes what viewers, programs and the pipeline say, one after the other, and keeps the
/// right frames coming.
///
/// Whatever changes which frame is shown when (a step, a speed, a loop) ends a *generation*: the clock is stopped, what
/// is on its way is thrown away, and a new schedule begins at the frame that was on the screen.
final actor Playback {
    let settings: PlaybackSettings
    let pipeline: PlaybackPipeline
    let meter: PlaybackMeter
    let mailbox: PlaybackMailbox
    let presentation = Presentation()
    let events: EventBroadcast
    let reload: Player.Reload?

    /// The sequence that is played, and its pictures.
    var source: PictureSource
    var transport: Transport
    private var controls: PlayerControls
    private var touches: TouchTracker
    /// Whether late frames are left out.
    var pacing: PlaybackSettings.Pacing

    /// Whether only the first frame is there yet, and what was asked for meanwhile.
    private var isPreview: Bool
    private var deferred: [PlaybackInput] = []

    private var schedule: PlaybackSchedule?
    private var generation: UInt64 = 0
    private var feeding: Task<Void, Never>?
    /// Cycles that ended before the present generation.
    private var completedCycles = 0
    /// Hits of caches that are no longer used, and the highest of their peaks.
    private var formerCaches = (hits: 0, peak: 0)
    private var waiting: [(generation: UInt64, reply: PlaybackInput.Reply)] = []

    /// Whether something changed that has to be put on the screen.
    var needsShowing = false
    private var isOver = false
    /// Why the pipeline did not reach a state. What is the matter is in a message that follows, or, without one, only this.
    private var refusal: (any Error)?
    private var isAtEnd = false

    init(
        sequence: CheckedSequence,
        isPreview: Bool,
        settings: PlaybackSettings,
        pipeline: PlaybackPipeline,
        meter: PlaybackMeter,
        mailbox: PlaybackMailbox,
        events: EventBroadcast,
        reload: Player.Reload?
    ) throws(CanvasError) {
        self.settings = settings
        self.pipeline = pipeline
        self.meter = meter
        self.mailbox = mailbox
        self.events = events
        self.reload = reload
        self.isPreview = isPreview
        pacing = settings.pacing
        source = try PictureSource(
            sequence,
            memoryBudget: settings.sequence.memoryBudget,
            policy: settings.sequence.missing,
            note: { events.send($0) }
        )
        transport = Transport(
            frameCount: sequence.timing.frameCount,
            isPlaying: !settings.startsPaused && !isPreview,
            loopMode: settings.loopMode
        )
        controls = PlayerControls(keyMap: settings.keyMap, width: sequence.outputSize.width)
        touches = TouchTracker(scale: Double(settings.sequence.scale ?? sequence.frames.frames.first?.scale ?? 1))
    }

    /// Plays until the last cycle has ended, a viewer quits, or the window is closed.
    func run() async throws {
        let (pipeline, mailbox) = (pipeline, mailbox)
        let listening = [
            Task {
                for await message in pipeline.messages { mailbox.post(.bus(message)) }
                mailbox.post(.busEnded)
            },
            Task {
                for await event in pipeline.navigationEvents() { mailbox.post(.viewer(PlayerInput(event))) }
            },
        ]
        defer {
            feeding?.cancel()
            listening.forEach { $0.cancel() }
            answerEveryone()
        }
        let meter = meter
        do {
            try pipeline.open(latest: latest) { meter.observe($0) }
            try await show()
        } catch let error as GStreamerError {
            refusal = error
        }
        for await _ in mailbox.arrivals {
            for input in mailbox.drain() {
                try await take(input)
                if isOver { return }
            }
            guard needsShowing else { continue }
            needsShowing = false
            try await show()
        }
        throw CancellationError()
    }

    private func take(_ input: PlaybackInput) async throws {
        if isPreview, try await putOff(input) { return }
        switch input {
        case .bus(.endOfStream): await end()
        case .bus(.error(let error)):
            if Self.saysWindowClosed(error) {
                isOver = true
                return
            }
            // Whoever waits to push is answered now.
            pipeline.stop()
            await stopFeeding()
            throw explain(error)
        case .bus(.prerolled):
            guard let serial = pipeline.shownSerial, meter.noteStanding(serial) else { break }
            mailbox.noteFirstFrame()
            answer(generation)
        case .bus(.warning), .bus(.navigation): break
        case .busEnded: throw refusal ?? CancellationError()
        case .viewer(let input):
            if settings.isUserInteractionEnabled, let events = touches.events(for: input) {
                events.forEach(self.events.send)
                return
            }
            for command in controls.commands(for: input) { try await obey(command) }
        case .command(let command, let reply):
            try await obey(command)
            if needsShowing { waiting.append((generation + 1, reply)) } else { reply.continuation?.resume() }
        case .sequence(let sequence): try await adopt(sequence)
        case .failed(let error): throw error
        }
    }

    /// Keeps for later what needs the whole sequence. Returns whether it does; ending does not.
    private func putOff(_ input: PlaybackInput) async throws -> Bool {
        switch input {
        case .viewer(let viewer):
            // A copy: the controls are to see it again.
            var controls = controls
            if controls.commands(for: viewer).contains(.quit) {
                isOver = true
            } else {
                deferred.append(input)
            }
            return true
        case .command(.quit, _): return false
        case .command:
            deferred.append(input)
            return true
        case .bus, .busEnded, .sequence, .failed: return false
        }
    }

    /// Plays the whole sequence after its preview.
    private func adopt(_ sequence: CheckedSequence) async throws {
        isPreview = false
        let events = events
        replace(
            try PictureSource(
                sequence,
                memoryBudget: settings.sequence.memoryBudget,
                policy: settings.sequence.missing,
                note: { events.send($0) }
            )
        )
        transport = Transport(
            frameCount: sequence.timing.frameCount,
            isPlaying: !settings.startsPaused,
            loopMode: settings.loopMode
        )
        let waiting = deferred
        deferred = []
        for input in waiting { try await take(input) }
    }

    /// Does what someone asks for.
    private func obey(_ command: PlayerCommand) async throws {
        if command == .quit {
            isOver = true
            return
        }
        arrive()
        let before = transport
        if transport.obey(command, timing: source.sequence.timing, numbers: source.sequence.frames.frames) {
            // The same again shows nothing new, but a step to the same frame stops.
            if transport != before || isAtEnd { needsShowing = true }
            if transport.isPlaying != before.isPlaying { events.send(transport.isPlaying ? .playing : .paused) }
            return
        }
        try await obeyAboutView(command)
    }

    /// Brings the transport to the frame that is on the screen.
    private func arrive() {
        guard !needsShowing, transport.isPlaying, let schedule else { return }
        let showing = min(meter.showing ?? 0, (schedule.count ?? .max) - 1)
        transport.arrive(at: schedule.frame(ofShowing: showing), isReverse: schedule.isReverse(atShowing: showing))
    }

    /// Puts what the transport says on the screen.
    private func show() async throws {
        if generation > 0 {
            if let showing = meter.showing { completedCycles += schedule?.cycle(ofShowing: showing) ?? 0 }
            change(to: .paused)
            pipeline.flush()
            await stopFeeding()
            pipeline.resume()
        }
        isAtEnd = false
        generation += 1
        let cycles = settings.sequence.animationRepeatCount
        let schedule = transport.schedule(
            timing: source.sequence.timing,
            cycleCount: cycles > 0 ? max(1, cycles - completedCycles) : 0
        )
        self.schedule = schedule
        meter.begin(generation: generation, schedule: schedule, isRunning: transport.isPlaying)
        pipeline.setLatest(latest)
        let feeder = feeder(schedule)
        let (mailbox, isPlaying, generation) = (mailbox, transport.isPlaying, generation)
        feeding = Task {
            do {
                if isPlaying { try await feeder.run() } else { try await feeder.showFirst() }
            } catch is CancellationError {
                // That is what was asked for, or the pipeline says why it takes no more.
            } catch {
                mailbox.post(.failed(error))
            }
        }
        change(to: isPlaying ? .playing : .paused)
        // While it runs, frames are shown one after the other without anyone being told.
        if isPlaying { answer(generation) }
    }

    private func feeder(_ schedule: PlaybackSchedule) -> PlaybackFeeder {
        let (source, presentation, end) = (source, presentation, settings.endPicture)
        let decorator = FrameDecorator(
            sequence: source.sequence,
            presentation: presentation,
            meter: meter,
            marksSubstitutes: settings.marksSubstitutes,
            keyMap: settings.keyMap,
            rate: transport.rate,
            loopMode: transport.loopMode,
            cachedBytes: { source.byteCount }
        )
        let last = (schedule.count).map { schedule.frame(ofShowing: $0 - 1) } ?? 0
        let image = settings.image
        return PlaybackFeeder(
            source: source,
            pipeline: pipeline,
            meter: meter,
            generation: generation,
            schedule: schedule,
            pacing: pacing,
            window: window,
            decorate: decorator.decorate,
            endPicture: {
                switch end {
                case .image: try await image.asyncMap { try await source.picture(of: $0) }
                case .last: try await source.picture(at: last).picture
                case .first: try await source.picture(at: 0).picture
                case .none: nil
                }
            }
        )
    }

    /// How many frames are made or wait: enough to even out what differs in the making, in a quarter of the memory.
    private var window: Int {
        let bytes = max(1, source.sequence.outputSize.area * 4)
        let least = source.sequence.window
        return min(max(settings.sequence.memoryBudget / 4 / bytes, least), max(least, 16))
    }

    /// How late in nanoseconds a frame may come and still be shown: until its turn is over, but not so early that every
    /// little delay drops one; `nil` for however late.
    private var latest: Int64? {
        guard pacing == .realtime else { return nil }
        let timing = source.sequence.timing
        let mean = timing.cycleDuration.seconds / Double(timing.frameCount) / transport.rate.value.magnitude
        return Int64(min(max(mean, 0.010), 0.100) * 1e9)
    }

    /// The last cycle has been shown.
    private func end() async {
        await stopFeeding()
        meter.finish()
        if let schedule, let count = schedule.count {
            transport.arrive(at: schedule.frame(ofShowing: count - 1), isReverse: transport.rate.isReverse)
        }
        transport.pause()
        events.send(.ended)
        isAtEnd = true
        completedCycles = 0
        isOver = !settings.staysOpen
        answer(generation)
    }

    private func change(to state: Pipeline.State) {
        do {
            try pipeline.change(to: state)
        } catch {
            refusal = error
        }
    }

    /// Waits until the feeder has stopped.
    private func stopFeeding() async {
        feeding?.cancel()
        await feeding?.value
    }

    private func answer(_ generation: UInt64) {
        for (wanted, reply) in waiting where wanted <= generation { reply.continuation?.resume() }
        waiting.removeAll { $0.generation <= generation }
    }

    private func answerEveryone() {
        answer(.max)
        for case .command(_, let reply) in deferred { reply.continuation?.resume() }
        mailbox.close()
    }

    /// Plays from another source from now on.
    func replace(_ source: PictureSource) {
        formerCaches = (formerCaches.hits + self.source.hits, max(formerCaches.peak, self.source.peakByteCount))
        self.source = source
        needsShowing = true
    }

    /// What rendering the frames of the present source has cost until now.
    var statistics: RenderStatistics { source.statistics }

    /// What it came to until now.
    var report: PlaybackReport {
        var report = meter.report
        report.cacheHits = formerCaches.hits + source.hits
        report.cachePeakBytes = max(formerCaches.peak, source.peakByteCount)
        return report
    }

    /// How it stands.
    var status: PlayerStatus {
        arrive()
        let frame = source.sequence.frames.frames[transport.position]
        let timing = source.sequence.timing
        return PlayerStatus(
            transport: transport,
            number: frame.number,
            name: frame.path?.lastComponent.escapingControlCharacters,
            timecode: Timecode(ofFrame: transport.position, in: timing).description,
            rateAsked: Double(timing.frameCount) / timing.cycleDuration.seconds * transport.rate.value.magnitude,
            rateReached: transport.isPlaying ? meter.recentRate : nil,
            dropped: meter.droppedCount,
            cacheBytes: source.byteCount,
            prompt: presentation.state.prompt
        )
    }

    private func explain(_ error: PipelineError) -> PlaybackError {
        let isAboutDevice = error.kind == .cannotOpen || error.kind == .cannotWrite
        return isAboutDevice && pipeline.opensWindow
            ? .noDisplay(sink: pipeline.sinkName, reason: error.message)
            : .pipeline(element: error.element, message: error.message)
    }

    /// X11 and GL sinks report the viewer's closing of the window as an error.
    private static func saysWindowClosed(_ error: PipelineError) -> Bool {
        error.message.contains("window was closed")
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        if let value = self { try await transform(value) } else { nil }
    }
}
