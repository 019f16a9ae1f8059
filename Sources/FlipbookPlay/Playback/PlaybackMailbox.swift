import FlipbookFiles
import FlipbookMedia
import FlipbookScene
import FlipbookWindow
import GStreamer
import Synchronization

enum PlaybackRequest: Sendable {
    case command(PlayerCommand)
    case update(@Sendable (inout ImageView) -> Void)
}

/// The answer to a program that asked a player for something: done and to be seen, or why not.
typealias PlaybackReply = Reply<Result<Void, PlaybackError>>

enum PlaybackInput: Sendable {
    /// The pipeline reports something.
    case bus(BusMessage)
    case busEnded
    /// A viewer does something; when.
    case viewer(PlayerInput, at: ContinuousClock.Instant = .now)
    case window(WindowNews)
    /// The window has another size, or the sink wants something else than it gets.
    case reconfigured
    /// The consequence of something that the playback began and that is done now, or whose time is over.
    case then(@Sendable (isolated Playback) async -> Void)
    /// A program asks for something; the answer is given when it can be seen.
    case request(PlaybackRequest, PlaybackReply)
    /// The whole sequence has been checked, and is played instead of its preview.
    case sequence(CheckedSequence)
    case followed(FollowedSequence)
    case failed(PlaybackError)

    var reply: PlaybackReply? {
        if case .request(_, let reply) = self { reply } else { nil }
    }

    /// Returns whether it needs the whole sequence, and waits while only the preview of its first frame is there; ending does not.
    func needsSequence(_ controls: PlayerControls) -> Bool {
        var viewer: PlayerInput?
        switch self {
        case .viewer(let input, _): viewer = input
        case .window(let news):
            switch news.event {
            case .key(let key, _): viewer = .typed(PlayerKey(key))
            case .moved, .left, .resized, .dropped, .closed: return false
            default: break
            }
        case .request(.command(.quit), _): return false
        case .request, .followed: break
        default: return false
        }
        // A copy: the controls are to see it again.
        var controls = controls
        return viewer.map { !controls.commands(for: $0).contains(.quit) } ?? true
    }
}

/// Collects input, so that all that arrives in a while is dealt with together: of ten places of a
/// dragged mouse, only the last is shown.
final class PlaybackMailbox: Sendable {
    private let waiting = Mutex<[PlaybackInput]?>([])
    private let signal: AsyncStream<Void>.Continuation

    /// Yields whenever there is something to ``drain()``.
    let arrivals: AsyncStream<Void>

    init() {
        (arrivals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Answered once a frame is on the screen, or none will be.
    let firstFrame = Reply<Void>()

    private struct Watch {
        var beats = 0
        var known = 0
        var pipeline: PlaybackPipeline?
        var isDisplayLost = false
    }

    private let watch = Mutex(Watch())

    /// Notes that the process runs, several times a second.
    func beat() { watch.withLock { $0.beats += 1 } }

    /// A Boolean value that indicates whether the playback may stand still, as one does that was paused: its clock has gone on
    /// since the last question, and the pipeline owes no answer.
    var mayRest: Bool {
        watch.withLock { watch in
            defer { watch.known = watch.beats }
            return watch.beats != watch.known && watch.pipeline?.isBusy != true
        }
    }

    /// Watches a pipeline, which gives up once the display is lost.
    func watch(_ pipeline: PlaybackPipeline) {
        let isLost = watch.withLock { watch in
            watch.pipeline = pipeline
            return watch.isDisplayLost
        }
        if isLost { pipeline.giveUp() }
    }

    func loseDisplay() {
        let pipeline = watch.withLock { watch in
            watch.isDisplayLost = true
            return watch.pipeline
        }
        pipeline?.giveUp()
    }

    /// Adds an input. After ``close()`` the answer is that nothing runs.
    func post(_ input: PlaybackInput) {
        let isOpen = waiting.withLock { inputs in
            inputs?.append(input)
            return inputs != nil
        }
        if isOpen {
            signal.yield()
        } else {
            input.reply?.answer(.failure(.notRunning))
        }
    }

    func post(_ body: @escaping @Sendable (isolated Playback) async -> Void) { post(.then(body)) }

    /// Has something done in its turn after a while, unless the task is cancelled before.
    @discardableResult
    func post(
        after delay: Duration,
        _ body: @escaping @Sendable (isolated Playback) async -> Void
    ) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: delay)
            post(.then(body))
        }
    }

    func drain() -> [PlaybackInput] {
        waiting.withLock { inputs in
            defer { if inputs != nil { inputs = [] } }
            return inputs ?? []
        }
    }

    /// Takes no more, and answers what was not looked at: nothing runs. Returns that.
    @discardableResult
    func close() -> [PlaybackInput] {
        let rest = waiting.withLock { $0.take() } ?? []
        for input in rest { input.reply?.answer(.failure(.notRunning)) }
        signal.finish()
        firstFrame.answer(())
        return rest
    }
}
