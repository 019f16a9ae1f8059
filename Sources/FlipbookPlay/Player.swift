public import FlipbookCore
import FlipbookFiles
public import FlipbookMedia
public import FlipbookScene
public import FlipbookSequences

/// Plays a sequence, an image view, or a tree of views in a window, each frame at its exact time.
///
/// ``run(noting:)`` opens the window and returns when playback is over. The other methods can be called from any task.
/// While the player runs, they return when their result is on the screen. Before the run, they determine how the run begins.
/// After the run, they have no effect, and return `false` or throw an error. Keys and the mouse in the window have the same
/// effects.
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
    /// A closure that finds the frames again when the player reloads from disk.
    public typealias Reload = @Sendable () async throws -> FrameList

    private enum Phase {
        /// The player has not started. The value contains requests to carry out at the start.
        case ready([PlaybackRequest])
        /// The player is running. The value is the ``Playback``, once it exists.
        case running(Playback?)
        /// The player has finished. The values are the player's report and view.
        case over(PlaybackReport, ImageView)
    }

    let settings: PlaybackSettings
    private let frames: PictureSets
    private var initialView: ImageView?
    private let tree: View?
    /// The view that shows a player's frames, with the changes made before the run.
    private lazy var openingView = ImageView(frames, settings, size: .zero)
    private let sources: PlaybackSources
    private let mailbox = PlaybackMailbox()
    private let broadcast = EventBroadcast()
    private var phase = Phase.ready([])

    /// Creates a player for frames.
    /// - Parameter reload: Finds the frames again. If `nil`, the same files are read again.
    /// - Parameter reloadHighlighted: Finds the frames of the highlighted state again.
    /// - Parameter watcher: Reports changed files. Its first report is about `frames`.
    public init(
        frames: FrameList,
        settings: PlaybackSettings,
        reload: Reload? = nil,
        reloadHighlighted: Reload? = nil,
        following watcher: SequenceWatcher? = nil
    ) {
        let (highlighted, isHighlighted) = (settings.highlightedFrames, settings.isHighlighted)
        self.frames = PictureSets(normal: frames, highlighted: highlighted, isHighlighted: isHighlighted)
        self.settings = settings
        tree = nil
        sources = PlaybackSources(reload: reload, reloadHighlighted: reloadHighlighted, watcher: watcher)
    }

    /// Creates a player for an image view. To change the view while it is shown, use ``update(_:)``.
    ///
    /// The view's properties take precedence over `settings`. The window is the same size as the view's bounds or, if these are
    /// empty, as the first picture. The still picture is shown unless `startAnimating()` was called.
    public init(_ view: ImageView, settings: PlaybackSettings = PlaybackSettings()) {
        frames = PictureSets(view)
        initialView = view
        tree = nil
        self.settings = settings
        sources = PlaybackSources()
    }

    /// Creates a player for a live tree of views. The tree follows the player's clock, receives the window's touches, and is
    /// drawn `frameRate` times per second, by default 60.
    ///
    /// The window is the same size as the root's bounds. A program may change the views at any time, even while playback is
    /// paused. Time does not run backward in a tree: seeking and stepping show its current state. The tree receives touches if
    /// its root does.
    public init(_ view: View, settings: PlaybackSettings = PlaybackSettings()) {
        frames = PictureSets(normal: .beneathViews, highlighted: nil, isHighlighted: false)
        tree = view
        self.settings = settings
        sources = PlaybackSources()
    }

    /// A stream of events from now on. It ends when ``run(noting:)`` returns. Each reader gets a separate stream. Up to 1024
    /// unread events are kept.
    public nonisolated var events: AsyncStream<PlayerEvent> { broadcast.stream() }

    /// Plays until the last cycle has ended, the viewer quits, or the window is closed.
    ///
    /// A player can run only once. To show the view again, create another player with its ``view``.
    /// - Parameter noting: Called with notes on the pictures before the first frame is shown. Each note is one sentence.
    /// - Returns: The cost of rendering the pictures.
    /// - Throws: ``PlaybackError``. Canceling the task throws ``PlaybackError/cancelled``, and a second call throws
    ///   ``PlaybackError/alreadyRan``. A frame that cannot be decoded is treated as missing, according to
    ///   `SequenceSettings.gaps`. Under `MissingFramePolicy.error`, the preceding frame is shown in its place, with a mark, and
    ///   ``PlaybackError/undecodable(_:)`` is thrown at the end. A player that follows files throws
    ///   `SequenceError.faultyFrames(_:)` at the end if some files still do not fit.
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

    private typealias Noting = @Sendable ([Explanation]) -> Void

    private func play(_ opening: PlaybackOpening, _ noting: Noting) async throws -> RenderStatistics {
        let settings = opening.settings
        let began = settings.began ?? .now
        if settings.terminal == nil, let obstacle = Display.current.obstacle(to: settings.usedSink) {
            throw PlaybackError.noDisplay(sink: settings.usedSink.element, reason: obstacle)
        }
        let audio = settings.audio
        if let audio { try AudioReader.checkFile(audio.file) }
        let sound = { (sequence: CheckedSequence) in [sequence.soundNote("played", beside: audio)].compactMap(\.self) }
        let preview = await opening.preview()
        // The headers of a long sequence are read while its first frame is already on the screen.
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
            noting(sequence.playedNotes + sequence.viewNotes + sound(sequence))
        } else {
            Task {
                do {
                    let sequence = try await full.value
                    for note in sequence.playedNotes + sound(sequence) { broadcast.send(.note(note)) }
                    mailbox.post(.sequence(sequence))
                } catch { mailbox.post(.failed(PlaybackError(error))) }
            }
        }
        let following = sources.watcher.map { watcher in
            let follower = SequenceFollower(watcher: watcher, settings: settings.sequence, mailbox: mailbox)
            return Task {
                // If the sequence fails, its error ends playback.
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

    /// The playback report so far.
    public var report: PlaybackReport {
        get async {
            switch phase {
            case .ready, .running(nil): PlaybackReport()
            case .running(let playback?): await playback.report
            case .over(let report, _): report
            }
        }
    }

    /// The pixels that the sink shows, in BGRx, or `nil` before the first picture.
    package var shownPixels: [UInt8]? {
        get async {
            // Between two pictures, the sink briefly has no picture.
            for _ in 0..<100 {
                if let bytes = playback?.pipeline.shownBytes { return bytes }
                try? await Task.sleep(for: .milliseconds(2))
            }
            return nil
        }
    }

    /// The player's status, or `nil` if it is not running.
    public var status: PlayerStatus? { get async { if let playback { await playback.status } else { nil } } }

    /// The image view on the screen. Before ``run(noting:)``, this is the view that will be shown first; afterward, the last
    /// one shown.
    ///
    /// Its animation runs as long as the player does, even while playback is paused.
    public var view: ImageView {
        get async {
            switch phase {
            case .running(let playback?): return await playback.view
            case .over(_, let last): return last
            case .ready, .running(nil): return initialView ?? openingView
            }
        }
    }

    /// Changes the image view, and returns when the change is visible. Before ``run(noting:)``, it returns immediately, and the
    /// run begins with the changed view.
    ///
    /// UIKit's methods and properties work as in UIKit: `startAnimating()` begins with the first picture, `stopAnimating()`
    /// shows `image`, and `isHighlighted` switches pictures. The window keeps its size.
    /// - Parameter change: Receives the current view. All its changes appear together.
    /// - Throws: ``PlaybackError`` if pictures cannot be shown, in which case nothing changes. ``PlaybackError/notRunning``
    ///   after the run, and ``PlaybackError/cancelled`` if the task is canceled.
    public func update(_ change: @escaping @Sendable (inout ImageView) -> Void) async throws(PlaybackError) {
        if case .ready = phase, initialView != nil {
            // Before the run, the window takes its size from the changed view.
            change(&initialView!)
        } else {
            if case .ready = phase { change(&openingView) }
            try await ask(.update(change)).get()
        }
    }

    /// Carries out a command, and returns when its result is visible. Before ``run(noting:)``, it returns immediately, and the
    /// run begins with the command.
    /// - Returns: `false` after the run, or if the task is canceled.
    @discardableResult
    public func perform(_ command: PlayerCommand) async -> Bool { (try? await ask(.command(command)).get()) != nil }

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

    /// Sends the player input from outside its window, for example from a terminal.
    public nonisolated func send(_ input: PlayerInput) { mailbox.post(.viewer(input)) }

    /// Shows the viewer a note, and sends it as an event.
    package nonisolated func tell(_ note: Explanation) { mailbox.post { $0.announce(note) } }

    /// A Boolean value that indicates whether the player might be idle, for example because it is paused. Programs use it to
    /// detect stalls.
    package nonisolated var mayRest: Bool { mailbox.mayRest }

    /// Ends playback with ``PlaybackError/displayLost(sink:)`` without waiting for the sink.
    package nonisolated func endWithoutDisplay() {
        mailbox.post(.failed(PlaybackError.displayLost(sink: settings.usedSink.element)))
        mailbox.loseDisplay()
    }

    /// Starts playback.
    @discardableResult
    public func play() async -> Bool { await perform(.play) }

    /// Pauses at the current frame.
    @discardableResult
    public func pause() async -> Bool { await perform(.pause) }

    /// Steps by `distance` frames, and pauses.
    @discardableResult
    public func step(by distance: Int) async -> Bool { await perform(.step(by: distance)) }

    /// Shows the frame at a zero-based position without pausing. Positions beyond the ends are clamped.
    @discardableResult
    public func seek(toFrame position: Int) async -> Bool { await perform(.seek(toFrame: position)) }

    /// The playback speed, negative in reverse, or 1 before playback begins.
    public var rate: PlaybackRate { get async { await status?.transport.rate ?? .normal } }

    /// Changes the speed from the current frame on.
    @discardableResult
    public func setRate(_ rate: PlaybackRate) async -> Bool { await perform(.setRate(rate)) }

    /// The behavior at the ends of the sequence.
    public var loopMode: LoopMode { get async { await status?.transport.loopMode ?? settings.loopMode } }

    /// Changes the behavior at the ends of the sequence.
    @discardableResult
    public func setLoopMode(_ mode: LoopMode) async -> Bool { await perform(.setLoopMode(mode)) }

    /// Plays between two positions. `nil` selects the whole sequence.
    @discardableResult
    public func setRange(_ range: ClosedRange<Int>?) async -> Bool { await perform(.setRange(range)) }
}
