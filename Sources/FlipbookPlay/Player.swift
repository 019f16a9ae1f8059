public import FlipbookCore
import FlipbookFiles
public import FlipbookMedia
public import FlipbookScene
public import FlipbookSequences

/// Plays a sequence, an image view or a tree of views in a window, each frame at its exact time.
///
/// ``run(noting:)`` opens the window and returns when the playback is over. The verbs may be used from any task. While it
/// runs they return when what they ask for is on the screen; before, it is what the run begins with; afterwards they do
/// nothing, and say so. Keys and the mouse in the window do the same.
///
/// ```swift
/// let player = Player(frames: frames, settings: settings)
/// async let ended: RenderStatistics = player.run()
/// await player.seek(toFrame: 12)
/// for await event in player.events {
///     if case .shown(let frame) = event { print(frame) }
/// }
/// _ = try await ended
/// ```
public actor Player {
    /// Finds the frames again, for a player that reads everything from the disk again.
    public typealias Reload = @Sendable () async throws -> FrameList

    private enum Phase {
        /// Not yet; what the run begins with.
        case ready([PlaybackRequest])
        /// It does; the playback once there is one.
        case running(Playback?)
        /// It is over; what it came to.
        case over(PlaybackReport, ImageView)
    }

    let settings: PlaybackSettings
    private let frames: PictureSets
    private var initialView: ImageView?
    private let tree: View?
    /// The view of a player of frames with the changes that were asked for before the run.
    private lazy var openingView = ImageView(frames, settings, size: .zero)
    private let sources: PlaybackSources
    private let mailbox = PlaybackMailbox()
    private let broadcast = EventBroadcast()
    private var phase = Phase.ready([])

    /// A player of `frames`.
    /// - Parameter reload: Finds the frames again; without it, the same files are read again.
    /// - Parameter reloadHighlighted: Finds the frames of the highlighted state again.
    /// - Parameter watcher: Tells of changes to the files, which are played from then on; its first change is `frames`.
    public init(
        frames: FrameList,
        settings: PlaybackSettings,
        reload: Reload? = nil,
        reloadHighlighted: Reload? = nil,
        following watcher: SequenceWatcher? = nil
    ) {
        self.frames = PictureSets(
            normal: frames,
            highlighted: settings.highlightedFrames,
            isHighlighted: settings.isHighlighted
        )
        self.settings = settings
        tree = nil
        sources = PlaybackSources(reload: reload, reloadHighlighted: reloadHighlighted, watcher: watcher)
    }

    /// A player of an image view, which shows what ``update(_:)`` makes of it.
    ///
    /// The view's properties count before those of `settings`; the window has the size of its bounds, or, where these
    /// are empty, of the first picture. Unless `startAnimating()` was called, its still picture is shown.
    public init(_ view: ImageView, settings: PlaybackSettings = PlaybackSettings()) {
        frames = PictureSets(view)
        initialView = view
        tree = nil
        self.settings = settings
        sources = PlaybackSources()
    }

    /// A player of a tree of views, which lives while it is played: it moves with the player's clock, takes the touches on
    /// the window, and is looked at again for each picture, `frameRate` times a second or, without one, 60 times.
    ///
    /// The window has the size of the root's bounds. A program changes the views themselves, also while the clock stands.
    /// Time does not run backwards in a tree: what seeks or steps shows it as it is. Touches go to the tree where the root
    /// takes any.
    public init(_ view: View, settings: PlaybackSettings = PlaybackSettings()) {
        frames = PictureSets(normal: .beneathViews, highlighted: nil, isHighlighted: false)
        tree = view
        self.settings = settings
        sources = PlaybackSources()
    }

    /// The events from now on, for each reader. Where none takes them, the latest 1024 wait. Ends with ``run(noting:)``.
    public nonisolated var events: AsyncStream<PlayerEvent> { broadcast.stream() }

    /// Plays until the last cycle has ended, the viewer quits, or the window is closed.
    ///
    /// A player runs once. To show the same again, make another one of its ``view``.
    ///
    /// - Parameter noting: Called, before the first frame is shown, with what a user might not
    ///   expect of the pictures, a sentence each.
    /// - Returns: The costs of rendering the pictures.
    /// - Throws: ``PlaybackError``; cancelling the task throws ``PlaybackError/cancelled``, a second call
    ///   ``PlaybackError/alreadyRan``. A frame that cannot be decoded is treated as a missing one, as `SequenceSettings.gaps` says,
    ///   also where only decoding finds it. Under `MissingFramePolicy.error` the frame before is shown, marked, and
    ///   ``PlaybackError/undecodable(_:)`` is thrown at the end.
    ///   The place where files are followed, `SequenceError.faultyFrames(_:)` is thrown at the end if some do not fit then.
    @discardableResult
    public func run(
        noting: @Sendable ([Explanation]) -> Void = { _ in }
    ) async throws(PlaybackError) -> RenderStatistics {
        guard case .ready(let requests) = phase else { throw .alreadyRan }
        phase = .running(nil)
        var settings = initialView.map(settings.showing) ?? settings
        if let tree { settings = await settings.showing(tree) }
        let opening = PlaybackOpening(
            view: initialView,
            tree: tree.map { PlayedTree($0, scale: settings.sequence.scale?.value ?? 1) },
            sets: initialView.map { PictureSets($0) } ?? frames,
            settings: settings,
            requests: requests
        )
        let outcome = await Result { try await play(opening, noting) }.mapError(PlaybackError.init)
        mailbox.close()
        var (report, last) = (PlaybackReport(), opening.initialView)
        if case .running(let playback?) = phase { (report, last) = (await playback.report, await playback.view) }
        phase = .over(report, last)
        broadcast.finish()
        return try outcome.get()
    }

    private func play(
        _ opening: PlaybackOpening,
        _ noting: @Sendable ([Explanation]) -> Void
    ) async throws -> RenderStatistics {
        let settings = opening.settings
        let began = settings.began ?? .now
        if settings.terminal == nil, let obstacle = Display.current.obstacle(to: settings.usedSink) {
            throw PlaybackError.noDisplay(sink: settings.usedSink.element, reason: obstacle)
        }
        if let audio = settings.audio { try AudioReader.checkFile(audio.file) }
        let preview = await opening.preview()
        // The headers of a long sequence are read while its first frame is on the screen already.
        let full = Task { [mailbox] in
            if preview != nil { _ = await mailbox.firstFrame.answer }
            return try await opening.checked(sizedAs: preview)
        }
        defer { full.cancel() }
        let sequence = if let preview { preview } else { try await full.value }
        let (broadcast, mailbox) = (broadcast, mailbox)
        try PlaybackError.require(.display)
        let compared = try await opening.compared(with: sequence)
        let playback = try Playback(
            sequence: sequence,
            compared: compared,
            isPreview: preview != nil,
            opening: opening,
            sources: sources,
            meter: PlaybackMeter(began: began) { broadcast.send($0) },
            mailbox: mailbox,
            events: broadcast
        )
        if preview == nil {
            noting(sequence.playedNotes + sequence.viewNotes)
        } else {
            Task {
                do {
                    let sequence = try await full.value
                    for note in sequence.playedNotes { broadcast.send(.note(note)) }
                    mailbox.post(.sequence(sequence))
                } catch {
                    mailbox.post(.failed(PlaybackError(error)))
                }
            }
        }
        let following = sources.watcher.map { watcher in
            let follower = SequenceFollower(watcher: watcher, settings: settings.sequence, mailbox: mailbox)
            return Task {
                // Where there is no sequence to follow, its error ends the playback.
                guard let first = try? await full.value else { return }
                await follower.run(from: first) { tell($0) }
            }
        }
        defer { following?.cancel() }
        phase = .running(playback)
        let pipeline = playback.pipeline
        mailbox.watch(pipeline)
        try await withTaskCancellationHandler {
            try await playback.run()
        } onCancel: {
            mailbox.close()
            pipeline.beginStopping()
        }
        try Task.checkCancellation()
        if let shortage = playback.undecodable.shortage { throw PlaybackError.shortage(shortage) }
        let undecodable = playback.undecodable.paths
        if settings.sequence.missing == .error, !undecodable.isEmpty { throw PlaybackError.undecodable(undecodable) }
        if let misfits = playback.undecodable.misfits { throw SequenceError.faultyFrames(misfits.faults) }
        return await playback.statistics
    }

    private var playback: Playback? { if case .running(let playback) = phase { playback } else { nil } }

    /// The report of the playback, until now or in all.
    public var report: PlaybackReport {
        get async {
            switch phase {
            case .ready, .running(nil): PlaybackReport()
            case .running(let playback?): await playback.report
            case .over(let report, _): report
            }
        }
    }

    /// The picture that the sink shows, 4 bytes a pixel: blue, green, red and one that does not matter. `nil` before the first.
    package var shownPixels: [UInt8]? {
        get async {
            // Between two pictures the sink has none for a moment.
            for _ in 0..<100 {
                if let bytes = playback?.pipeline.shownBytes { return bytes }
                try? await Task.sleep(for: .milliseconds(2))
            }
            return nil
        }
    }

    /// The way in which it stands, or `nil` if it does not run.
    public var status: PlayerStatus? {
        get async { if let playback { await playback.status } else { nil } }
    }

    /// The image view as it is on the screen; before ``run(noting:)`` as it will be, and afterwards as it was last.
    ///
    /// Its animation runs while the player's does, also where the clock stands in it.
    public var view: ImageView {
        get async {
            switch phase {
            case .running(let playback?): return await playback.view
            case .over(_, let last): return last
            case .ready, .running(nil): return initialView ?? openingView
            }
        }
    }

    /// Changes the image view, and returns when the change can be seen. Before ``run(noting:)`` it returns at once, and the
    /// run begins with the changed view.
    ///
    /// UIKit's verbs and properties do here what they do there: `startAnimating()` begins with the first picture,
    /// `stopAnimating()` shows `image`, another `isHighlighted` brings the other pictures. The size of the
    /// window stays.
    /// - Parameter change: Gets the view as it is now. What it changes together is shown together.
    /// - Throws: ``PlaybackError`` where pictures cannot be shown; then nothing has changed. ``PlaybackError/notRunning``
    ///   once the run is over, ``PlaybackError/cancelled`` where the task is cancelled while it waits.
    public func update(_ change: @escaping @Sendable (inout ImageView) -> Void) async throws(PlaybackError) {
        if case .ready = phase, initialView != nil {
            // The size of the window, and what is checked for it, are the changed view's.
            change(&initialView!)
        } else {
            if case .ready = phase { change(&openingView) }
            try await ask(.update(change)).get()
        }
    }

    /// Does what a command asks for, and returns when it can be seen. Before ``run(noting:)`` it returns at once, and the run
    /// begins with it.
    /// - Returns: Whether it is done; `false` once the run is over, and where the task is cancelled while it waits.
    @discardableResult
    public func perform(_ command: PlayerCommand) async -> Bool {
        (try? await ask(.command(command)).get()) != nil
    }

    private func ask(_ request: PlaybackRequest) async -> Result<Void, PlaybackError> {
        switch phase {
        case .ready(let requests):
            phase = .ready(requests + [request])
            return .success(())
        case .running:
            let reply = PlaybackReply()
            mailbox.post(.request(request, reply))
            return await reply.answer ?? .failure(.cancelled)
        case .over: return .failure(.notRunning)
        }
    }

    /// Tells the player what a viewer did outside the window, on a terminal for example.
    public nonisolated func send(_ input: PlayerInput) {
        mailbox.post(.viewer(input))
    }

    /// Tells the viewer something, in the picture and as a note.
    package nonisolated func tell(_ note: Explanation) { mailbox.post { $0.announce(note) } }

    /// Whether it may stand still, as one that was paused: for programs that watch whether anything moves.
    package nonisolated var mayRest: Bool { mailbox.mayRest }

    /// Ends the playback with ``PlaybackError/displayLost(sink:)``, without waiting for a sink that cannot answer any more: for programs
    /// that the window system informs itself, as Xlib tells of a server that is gone.
    package nonisolated func endWithoutDisplay() {
        mailbox.post(.failed(PlaybackError.displayLost(sink: settings.usedSink.element)))
        mailbox.loseDisplay()
    }
}

/// The verbs of a program, while a player runs.
extension Player {
    /// Runs the clock.
    @discardableResult
    public func play() async -> Bool { await perform(.play) }

    /// Stops the clock on the frame that is shown.
    @discardableResult
    public func pause() async -> Bool { await perform(.pause) }

    /// Stops, `distance` frames further on.
    @discardableResult
    public func step(by distance: Int) async -> Bool { await perform(.step(by: distance)) }

    /// Shows exactly the frame at a position, from 0, and runs on if it ran. Beyond the ends, the end is shown.
    @discardableResult
    public func seek(toFrame position: Int) async -> Bool { await perform(.seek(toFrame: position)) }

    /// The speed and direction; 1 if it does not run yet.
    public var rate: PlaybackRate {
        get async { await status?.transport.rate ?? .normal }
    }

    /// Plays at a rate from the frame that is shown.
    @discardableResult
    public func setRate(_ rate: PlaybackRate) async -> Bool { await perform(.setRate(rate)) }

    /// The behavior at the ends.
    public var loopMode: LoopMode {
        get async { await status?.transport.loopMode ?? settings.loopMode }
    }

    /// Does something else at the ends from now on.
    @discardableResult
    public func setLoopMode(_ mode: LoopMode) async -> Bool { await perform(.setLoopMode(mode)) }

    /// Plays between two positions, or `nil` for the whole sequence.
    @discardableResult
    public func setRange(_ range: ClosedRange<Int>?) async -> Bool { await perform(.setRange(range)) }
}
