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
    let sources: PlaybackSources
    /// What was asked for before it ran.
    private let requests: [PlaybackRequest]
    /// The files that something stands in for.
    let undecodable: UndecodableFrames

    /// The sequence that is played, and its pictures.
    var source: PictureSource
    /// How the sequence is shown, with what was changed meanwhile.
    var appearance: SequenceSettings
    /// The picture sets of the view's two states, and the pictures of the one that is not shown as far as they are kept.
    var sets: PictureSets
    var transport: Transport
    /// Whether the animation runs, as an image view has it: from its start to its end, also while the clock stands.
    var isAnimating: Bool
    var restPicture = PlaybackSettings.EndPicture.image
    /// The image view that a program gave or changed; `nil` where the settings say it all.
    var storedView: ImageView?
    var controls: PlayerControls
    private var touches: TouchTracker
    /// Whether late frames are left out.
    var pacing: PlaybackSettings.Pacing

    /// Whether only the first frame is there yet, and what was asked for meanwhile.
    var isPreview: Bool
    var deferred: [PlaybackInput] = []
    /// What came and was not dealt with yet.
    var arrived: [PlaybackInput] = []

    var schedule: PlaybackSchedule?
    var generation: UInt64 = 0
    var feeding: Task<Void, Never>?
    /// Cycles that ended before the present generation.
    var completedCycles = 0
    /// Hits of caches that are no longer used, and the highest of their peaks.
    var formerCaches = (hits: 0, peak: 0)
    /// Ends the time of what is to be read in the picture.
    var noticeTimer: Task<Void, any Error>?
    private var waiting: [(generation: UInt64, reply: Reply)] = []

    /// Whether something changed that has to be put on the screen.
    var needsShowing = false
    var isOver = false
    /// Why the pipeline did not reach a state. What is the matter is in a message that follows, or, without one, only this.
    private var refusal: GStreamerError?
    var isAtEnd = false

    init(
        sequence: CheckedSequence,
        isPreview: Bool,
        opening: PlaybackOpening,
        sources: PlaybackSources,
        meter: PlaybackMeter,
        mailbox: PlaybackMailbox,
        events: EventBroadcast
    ) throws(PlaybackError) {
        let settings = opening.settings
        self.settings = settings
        do throws(GStreamerError) {
            pipeline = try PlaybackPipeline(
                size: sequence.outputSize,
                rate: isPreview ? nil : sequence.rate,
                sink: settings.sink,
                terminal: settings.terminal,
                // What the sink can go on with while something else has the processors.
                queueLength: Int(min(max(opening.expectedRate / 20, 2), 16))
            )
        } catch {
            throw PlaybackError(error)
        }
        self.meter = meter
        self.mailbox = mailbox
        self.events = events
        self.sources = sources
        requests = opening.requests
        undecodable = UndecodableFrames { events.send($0) }
        self.isPreview = isPreview
        sets = opening.sets
        storedView = opening.view
        let isAnimating = opening.view?.isAnimating ?? true
        self.isAnimating = isAnimating
        appearance = settings.sequence
        pacing = settings.pacing
        source = try PictureSource(playing: sequence, settings.sequence, undecodable)
        transport = Transport(
            frameCount: sequence.timing.frameCount,
            isPlaying: isAnimating && !settings.startsPaused && !isPreview,
            loopMode: settings.loopMode
        )
        controls = PlayerControls(keyMap: settings.keyMap, width: sequence.outputSize.width)
        touches = TouchTracker(scale: sequence.scale.value)
    }

    /// Plays until the last cycle has ended, a viewer quits, or the window is closed.
    func run() async throws(PlaybackError) {
        let (pipeline, mailbox) = (pipeline, mailbox)
        let listening = [
            Task {
                for await message in pipeline.messages { mailbox.post(.bus(message)) }
                mailbox.post(.busEnded)
            },
            Task {
                for await event in pipeline.navigation.events {
                    mailbox.post(PlayerInput(event).map(PlaybackInput.viewer) ?? .reconfigured)
                }
            },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(500))
                    await pipeline.probeWindow()
                }
            },
            Task {
                guard pipeline.opensWindow, (try? await Display.current.waitUntilGone()) ?? false else { return }
                mailbox.post(.failed(PlaybackError.displayLost(sink: pipeline.sinkName)))
            },
        ]
        let outcome = await Result { () async throws(PlaybackError) in try await play() }
        answerEveryone()
        feeding?.cancel()
        noticeTimer?.cancel()
        listening.forEach { $0.cancel() }
        await pipeline.stop()
        // Nobody uses the pipeline any more when this returns.
        await feeding?.value
        for task in listening { await task.value }
        try outcome.get()
    }

    private func play() async throws(PlaybackError) {
        let meter = meter
        let stopHeart = Self.heartbeat(of: meter, to: mailbox)
        defer { stopHeart() }
        for request in requests {
            try await obey(request)
            if isOver { return }
        }
        do throws(GStreamerError) {
            try await pipeline.open(latest: latest) { meter.observe($0) }
            await show()
        } catch {
            refusal = error
        }
        needsShowing = false
        for await _ in mailbox.arrivals {
            arrived = mailbox.drain()
            while !arrived.isEmpty {
                let input = arrived.removeFirst()
                try await obey(input)
                if isOver { return }
            }
            guard needsShowing else { continue }
            needsShowing = false
            await show()
        }
        throw .cancelled
    }

    private func obey(_ input: PlaybackInput) async throws(PlaybackError) {
        if isPreview, putOff(input) { return }
        switch input {
        // Where the process was stopped, the sink has thrown away what came before.
        case .bus(.endOfStream): if !meter.hasStopped { await end() }
        case .bus(.error(let error)):
            if Self.saysWindowClosed(error) {
                isOver = true
                return
            }
            // Whoever waits to push is answered now.
            await pipeline.stop()
            await stopFeeding()
            throw explain(error)
        case .bus(.closeRequested): isOver = true
        case .bus(.prerolled):
            pipeline.watchWindow()
            guard let serial = pipeline.shownSerial, meter.noteStanding(serial) else { break }
            mailbox.noteFirstFrame()
            answer(generation)
        case .bus(.warning): break
        case .busEnded:
            if let refusal { throw PlaybackError(refusal) }
            throw Task.isCancelled ? .cancelled : .pipeline(element: "pipeline", message: "it ended by itself")
        case .wasStopped: goOnAfterStop()
        case .reconfigured, .noticeEnded:
            // The next frame has the new size; where none follows, the same one is shown again.
            if !transport.isPlaying, meter.showing != nil { needsShowing = true }
        case .viewer(let input):
            if isUserInteractionEnabled, let events = touches.events(for: input, in: storedView) {
                events.forEach(self.events.send)
                return
            }
            if closesHelp(input) { return }
            for command in controls.commands(for: input) {
                let former = transport
                await obey(command)
                tell(of: command, since: former)
            }
        case .request(let request, let reply):
            do throws(PlaybackError) {
                try await obey(request)
                answer(reply)
            } catch {
                reply.answer(.failure(error))
            }
        case .sequence(let sequence): try adopt(sequence)
        case .followed(let followed): try follow(followed)
        case .failed(let error): throw error
        }
    }

    private func obey(_ request: PlaybackRequest) async throws(PlaybackError) {
        switch request {
        case .command(let command): await obey(command)
        case .update(let change): try await update(change)
        }
    }

    /// Answers once what was asked for is on the screen.
    private func answer(_ reply: Reply) {
        if needsShowing { waiting.append((generation + 1, reply)) } else { reply.answer(.success(())) }
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
        isAnimating = false
        restPicture = settings.endPicture
        isAtEnd = true
        completedCycles = 0
        isOver = !settings.staysOpen
        answer(generation)
    }

    /// Asks for a state; what stands in its way is dealt with when the pipeline says so.
    func change(to state: Pipeline.State) async {
        do throws(GStreamerError) {
            try await pipeline.change(to: state)
        } catch {
            refusal = error
        }
    }

    /// Waits until the feeder has stopped.
    func stopFeeding() async {
        feeding?.cancel()
        await feeding?.value
    }

    /// Tells those who wait for a generation that it is on the screen.
    func answer(_ generation: UInt64) {
        for (wanted, reply) in waiting where wanted <= generation { reply.answer(.success(())) }
        waiting.removeAll { $0.generation <= generation }
    }

    /// Answers what nobody will see any more.
    private func answerEveryone() {
        let unseen = waiting.map(\.reply) + (deferred + arrived).compactMap(\.reply)
        for reply in unseen { reply.answer(.failure(.notRunning)) }
        (waiting, deferred, arrived) = ([], [], [])
        mailbox.close()
    }

    /// Plays from another source from now on.
    func replace(_ source: PictureSource) {
        formerCaches = (formerCaches.hits + self.source.hits, max(formerCaches.peak, self.source.peakByteCount))
        self.source = source
        needsShowing = true
    }
}
