import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookScene
import FlipbookWindow
import GStreamer

/// A running playback. It handles one input at a time, and carries out the effects of state changes.
///
/// Each change of the schedule (a step, a speed, a loop) begins a *generation*: pending frames are discarded, the clock stops,
/// and a new schedule begins with the frame on the screen or the next one.
final actor Playback {
    let settings: PlaybackSettings
    let sources: PlaybackSources
    let tree: PlayedTree?
    let pipeline: PlaybackPipeline
    let meter: PlaybackMeter
    let mailbox: PlaybackMailbox
    let events: EventBroadcast
    let display: OnScreenDisplay
    let sound: SoundPlayer?
    /// The frame at which playback was paused, or `nil` while it runs.
    var standing: Int?
    private let windowNote: Explanation?
    let ownWindow: PlayerWindow?
    var inputTime = ContinuousClock.now
    var pointer = WindowPointer()
    var heldKey = HeldKey()
    private let requests: [PlaybackRequest]

    var state: PlayerState { didSet { display.show(state, pictures) } }
    private(set) var pictures: PlayedPictures { didSet { display.show(state, pictures) } }
    var controls: PlayerControls
    var touches: TouchTracker
    /// The viewer's touches on the scene, or `nil` if the scene has no gestures.
    var viewerTouches: ViewerTouches?
    var arrived: [PlaybackInput] = []
    /// The inputs waiting for the whole sequence, or `nil` once it is loaded.
    var deferred: [PlaybackInput]?
    /// Replies that are sent once their generation is on the screen.
    private var waiting: [(generation: UInt64, reply: PlaybackReply)] = []
    /// A Boolean value that indicates whether the clock is stopped and nothing new has been shown since.
    var isHalted = false
    var feeding: Task<Void, Never>?
    /// The pictures drawn ahead in the direction of the last step, or `nil` if there are none.
    var stepped: SteppedPictures?
    /// Draws the first frame while the pipeline is being created.
    var drawingFirst: Task<Void, Never>?
    var steppedFrom = 0
    var blinking, hovering: Task<Void, any Error>?
    var probing, listing: Task<Void, Never>?
    var noticeTimer: Task<Void, any Error>?
    var isOver = false
    var notes: [Explanation] = []
    /// The notes file, or `nil` if notes are not saved.
    let notesFile: NotesFile?
    var keptNotes: FrameNotes
    var misplacedNotes: PlaybackReport.MisplacedNotes?
    var opened: [FilePath] = []
    var chosenComparison: PlaybackReport.ChosenComparison?
    /// The notice about a path that was refused.
    var refusedNotice: DisplayOptions.Notice?
    /// The time at which Escape last closed something.
    var lastEscape: ContinuousClock.Instant?
    /// The distance in the list to the next sequence, or `nil` if none follows.
    var sequencesFurther: Int?
    /// The error of a state change, which a message usually explains.
    var refusal: GStreamerError?

    init(
        sequence: CheckedSequence,
        compared: CheckedSequence?,
        isPreview: Bool,
        opening: PlaybackOpening,
        sources: PlaybackSources,
        meter: PlaybackMeter,
        mailbox: PlaybackMailbox,
        events: EventBroadcast
    ) throws {
        var settings = opening.settings
        let undecodable = UndecodableFrames(
            note: { event in
                events.send(event)
                if case .substituted(_, let text) = event { mailbox.post { $0.show(substitution: text.description) } }
            },
            shortage: { shortage in mailbox.post { $0.tell(shortage.explanation) } }
        )
        var state = opening.state(of: sequence, isPreview: isPreview)
        let kept = opening.keptNotes
        (notesFile, state.notes) = (kept?.file, kept?.notes ?? FrameNotes())
        keptNotes = state.notes
        settings.notes += kept?.unreadable.map { "notes not read: \($0.description)" } ?? []
        var pictures = PlayedPictures(
            sequence,
            of: opening.sets,
            comparedWith: compared,
            in: state.view,
            settings.sequence,
            isFollowing: sources.watcher != nil,
            undecodable
        )
        if settings.carried != nil { pictures.redraw(state.view, state.options) }
        // The first frame is drawn while the window and the pipeline are created, if memory can keep it.
        let hasMemory = settings.sequence.memory.byteCount / 4 > 4 * sequence.outputSize.area
        if state.motion == .animating, hasMemory, opening.tree == nil {
            let first = state.transport.position
            let paired = pictures.paired(offset: state.options.comparison?.offset ?? 0)
            // A failure is tried again and reported when the frame is shown.
            drawingFirst = Task { _ = try? await paired.ownPicture(at: first) }
        }
        let size = state.options.pictureSize(of: sequence.outputSize)
        let window = opening.window(for: size, footer: state.options.footer)
        ownWindow = window
        windowNote = opening.note(on: window)
        state.options.view = window?.feed.size.map { [former = state.options.view] window in
            former?.showing(size, in: window) ?? WindowView(of: size, in: window)
        }
        state.options.view?.density = window?.density ?? 1
        state.options.isFullScreen = window?.isFullScreen ?? false
        state.options.divideWindow()
        display = OnScreenDisplay(state, pictures, settings: settings, meter: meter)
        settings.notes += pictures.comparisonNotes(at: settings.comparison?.offset ?? 0)
        do throws(GStreamerError) {
            sound = try settings.audio.map { track throws(GStreamerError) in
                try SoundPlayer(track, on: settings.audioSink, observe: settings.soundObserver)
            }
        } catch { throw PlaybackError(error, of: .audioSink) }
        pipeline = try PlaybackPipeline(
            size: size,
            rate: isPreview ? nil : sequence.rate,
            sink: settings.usedSink,
            terminal: settings.terminal,
            window: window,
            // Enough frames to supply the sink while other processes are busy.
            queueLength: Int(min(max(opening.expectedRate / 20, 2), 16)),
            overlay: { [display] serial, width, height in
                display.boxes(over: serial, in: PixelSize(width: width, height: height))
            }
        )
        if let view = state.options.view { pipeline.show(view) }
        if sound != nil { pipeline.runBySystemClock() }
        (self.settings, self.pictures, self.state, self.meter) = (settings, pictures, state, meter)
        (self.mailbox, self.events, self.sources, requests) = (mailbox, events, sources, opening.requests)
        tree = opening.tree
        deferred = isPreview ? [] : nil
        controls = PlayerControls(keyMap: settings.keyMap, width: sequence.outputSize.width)
        touches = TouchTracker(scale: sequence.scale.value)
        if let scene = settings.sequence.scene, scene.waitsForGestures { viewerTouches = ViewerTouches(scene.events) }
    }

    nonisolated var undecodable: UndecodableFrames { display.undecodable }

    /// Plays until the last cycle has ended, a viewer quits, or the window is closed.
    func run() async throws {
        let (pipeline, mailbox) = (pipeline, mailbox)
        let hearingWindow = Task { [ownWindow] in
            guard let window = ownWindow else { return }
            let events = window.feed.events
            // The window's size may have changed in the meantime.
            if let size = window.feed.size { mailbox.post(.window(WindowNews(.resized(size), at: .now))) }
            for await news in events { mailbox.post(.window(news)) }
        }
        let listening = [
            Task {
                for await message in pipeline.messages { mailbox.post(.bus(message)) }
                mailbox.post(.busEnded)
            },
            Task {
                for await event in pipeline.navigation.events {
                    mailbox.post(PlayerInput(event).map { .viewer($0) } ?? .reconfigured)
                }
            },
            Task { [sound] in await sound?.run(mailbox) },
            Task { while (try? await Task.sleep(for: .milliseconds(500))) != nil { await pipeline.probeWindow() } },
            Task { [tree] in
                // While playing, each picture is drawn from the tree anyway.
                while tree != nil, (try? await Task.sleep(for: .milliseconds(50))) != nil {
                    mailbox.post { await $0.lookAgain() }
                }
            },
            Task {
                guard pipeline.opensWindow, (try? await Display.current.waitUntilGone()) ?? false else { return }
                mailbox.post(.failed(.displayLost(sink: pipeline.sinkName)))
            },
        ]
        let outcome = await Result { try await play() }
        await keepLastNotes()
        hearingWindow.cancel()
        await hearingWindow.value
        answerEveryone()
        for task in [drawingFirst, feeding, listing] { task?.cancel() }
        listening.forEach { $0.cancel() }
        async let silence: Void? = sound?.stop()
        for task in [noticeTimer, blinking, hovering] { task?.cancel() }
        stepped?.cancel()
        await pipeline.stop()
        // A device that hangs must not keep the last sequence's window open.
        if sound != nil, isOver, opened.isEmpty, sequencesFurther == nil { ownWindow?.close() }
        await silence
        // The pipeline must not be used after this returns.
        await feeding?.value
        await stepped?.stop()
        await listing?.value
        await probing?.value
        for task in listening { await task.value }
        try outcome.get()
    }

    /// After the first frame is drawn, checks whether it is visible.
    private func lookForUnseen(after drawing: Task<Void, Never>?) {
        guard let drawing, settings.comparison == nil else { return }
        let (first, source) = (state.transport.position, pictures.source)
        Task { [mailbox] in
            await drawing.value
            // Failures are reported when the frame is shown.
            guard (try? await source.isUnseen(at: first)) == true else { return }
            mailbox.post { await $0.carryOut($0.state.showUnseen()) }
        }
    }

    private func play() async throws {
        lookForUnseen(after: drawingFirst)
        let meter = meter
        let stopHeart = Self.heartbeat(of: meter, to: mailbox)
        defer { stopHeart() }
        for request in requests {
            try await obey(request)
            if isOver { return }
        }
        show(settings.notes + (deferred == nil ? pictures.sequence.playedNotes : []))
        if let windowNote { tell(windowNote) }
        if ownWindow != nil, state.options.hasControls, state.options.notice == nil { hintOnce() }
        do throws(GStreamerError) {
            // Frames pending when the process was stopped are not late: they are pushed again.
            try await pipeline.open(latest: latest, refusing: { meter.hasStopped }) { [sound] observation in
                meter.observe(observation)
                sound?.note(observation)
            }
            await show()
        } catch { refusal = error }
        for await _ in mailbox.arrivals {
            arrived += mailbox.drain()
            while !arrived.isEmpty {
                try await hear(arrived.removeFirst())
                if isOver { return }
            }
            if state.needsShowing { await show() }
        }
        throw CancellationError()
    }

    /// Updates the state to match the frame on the screen.
    func arrive() { state = state.arrived(showing: meter.showing) }

    /// Stops a running clock, and updates the state to match the frame on the screen.
    func stopClock() async {
        guard state.generation > 0, state.transport.isPlaying, !state.needsShowing else { return }
        await halt()
        arrive()
        state.needsShowing = true
    }

    /// Changes the state, beginning with the frame on the screen. If the schedule changes, pending frames are discarded first.
    func change(_ change: (inout PlayerState) -> [PlayerEffect]) async {
        arrive()
        var next = state
        var effects = change(&next)
        if next.needsShowing, !state.needsShowing, state.transport.isPlaying {
            await stopClock()
            next = state
            effects = change(&next)
        }
        state = next
        await carryOut(effects)
    }

    func perform(_ command: PlayerCommand) async {
        await change { $0.perform(command, on: pictures.played, helpPageCount: helpPageCount) }
    }

    func replacePictures(with next: PlayedPictures) async {
        if next.source !== pictures.source {
            await stopClock()
            state.needsShowing = true
        }
        pictures = next
    }

    func answer(_ reply: PlaybackReply) {
        if state.needsShowing { waiting.append((state.generation + 1, reply)) } else { reply.answer(.success(())) }
    }

    /// Answers requests whose generation is on the screen.
    func answer(_ generation: UInt64) {
        for (wanted, reply) in waiting where wanted <= generation { reply.answer(.success(())) }
        waiting.removeAll { $0.generation <= generation }
    }

    private func answerEveryone() {
        let unheard = (deferred ?? []) + arrived + mailbox.close()
        (arrived, deferred) = ([], nil)
        for reply in waiting.map(\.reply) + unheard.compactMap(\.reply) { reply.answer(.failure(.notRunning)) }
        waiting = []
        // Unhandled events belong to the next player.
        ownWindow?.feed.putBack(unheard.compactMap { if case .window(let news) = $0 { news } else { nil } })
    }

    func toggleList() async {
        guard settings.sequenceCount > 1, let titles = settings.shelf?.titles
        else { return show("there is no other sequence") }
        // In a terminal or a sink's window, there is no pointer to select with.
        guard state.options.view != nil else {
            let lines = titles.enumerated().map { "\($0 == settings.sequenceNumber - 1 ? ">" : " ") \($1)" }
            return show(Explanation(lines.joined(separator: "\n")))
        }
        state.toggleList()
        beginListing()
        await carryOut(state.divideWindow())
    }

    /// Draws the thumbnails of the strip, nearest first.
    func beginListing() {
        guard state.options.list != nil, let shelf = settings.shelf, let strip = display.strip else { return }
        guard listing == nil else { return }
        let (current, room) = (settings.sequenceNumber - 1, strip.cell)
        listing = Task { [mailbox] in
            let places = shelf.titles.indices.sorted { ($0 - current).magnitude < ($1 - current).magnitude }
            for place in places where !Task.isCancelled {
                guard await shelf.prepare(place, fitting: room) else { continue }
                mailbox.post { if $0.state.options.list != nil { $0.state.refresh() } }
            }
        }
    }

    func hoverOverList(_ place: Point?) {
        guard let list = state.options.list else { return }
        let hovered = place.flatMap { display.strip?.place(at: $0) }
        guard hovered != list.hovered else { return }
        state.options.list?.hovered = hovered
        state.refresh()
    }

    /// Handles a button press on the strip. Returns whether it had an effect.
    func press(_ button: Int, onListAt place: Point) async -> Bool {
        guard let list = state.options.list, let strip = display.strip, let chosen = strip.place(at: place)
        else { return false }
        switch button {
        case 1:
            let distance = chosen - (settings.sequenceNumber - 1)
            if distance != 0 { await carryOut([.obey(.goToSequence(by: distance))]) }
        case 4, 5:
            let isMoved = button == 4 ? strip.first > 0 : strip.shown.upperBound < strip.count
            if isMoved { state.options.list?.scrolled = list.scrolled + (button == 4 ? -1 : 1) }
            state.refresh()
        default: break
        }
        return true
    }

    var view: ImageView { state.arrived(showing: meter.showing).imageView(of: pictures.sets) }

    var helpPageCount: Int { display.helpPageCount }

    var statistics: RenderStatistics { pictures.statistics }

    var report: PlaybackReport {
        var report = meter.report
        report.cacheHits = pictures.statistics.hits
        report.cachePeakBytes = pictures.peakByteCount
        report.undecodable = undecodable.count
        report.notesAtEnd = [pictures.sequence.strayNote, pictures.sequence.levelsNote].compactMap(\.self)
        report.notes = notes + undecodable.notes + report.notesAtEnd
        report.sequencesFurther = sequencesFurther
        report.opened = opened
        report.chosenComparison = chosenComparison
        report.restorable = restorable
        report.misplacedNotes = misplacedNotes
        report.isOver = isOver
        let state = state.arrived(showing: meter.showing)
        (report.carried, report.place) = (state, state.motion == .animating ? state.transport : nil)
        if let comparison = settings.comparison, let found = pictures.compared?.findings.summary {
            let (name, first) = (comparison.frames.name, found.firstDifference)
            report.comparison = PlaybackReport.Comparison(name: name, compared: found.count, firstDifference: first)
        }
        return report
    }

    private var restorable: RestorableState {
        var restorable = RestorableState()
        restorable.views = pictures.sequence.viewStates
        // A finished playback starts over.
        guard state.motion != .ended else { return restorable }
        let transport = state.arrived(showing: meter.showing).transport
        restorable.playback = RestorableState.Position(
            frame: transport.position,
            timeNs: pictures.played.timing.nanosecond(ofFrame: transport.position),
            cycle: meter.report.cycles,
            isAnimating: state.motion == .animating && transport.isPlaying
        )
        return restorable
    }

    var status: PlayerStatus {
        let state = state.arrived(showing: meter.showing)
        let transport = state.transport
        let played = pictures.played
        let frame = played.frames[transport.position]
        let shown = state.restPicture == .image ? PlayerState.Shown.still : .frame(transport.position)
        return PlayerStatus(
            transport: transport,
            number: frame.number,
            name: frame.path?.name.description,
            timecode: TimeCode(ofFrame: transport.position, in: played.timing).description,
            rateAsked: PlayerStatus.rate(played.timing, transport.rate),
            rateReached: transport.isPlaying ? meter.recentRate : nil,
            dropped: meter.droppedCount,
            undecodable: undecodable.count,
            cacheBytes: pictures.source.byteCount,
            prompt: state.options.prompt,
            notice: settings.terminal == nil
                ? state.options.notice?.lines(settings.wording).joined(separator: "  ") : nil,
            panel: settings.terminal == nil ? [] : display.panel(over: shown)
        )
    }
}
