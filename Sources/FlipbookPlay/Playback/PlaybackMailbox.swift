import FlipbookMedia
import FlipbookScene
import FlipbookWindow
import GStreamer
import Synchronization

enum PlaybackRequest: Sendable {
    case command(PlayerCommand)
    case update(@Sendable (inout ImageView) -> Void)
}

/// The reply to a request: success once its result is visible, or an error.
typealias PlaybackReply = Reply<Result<Void, PlaybackError>>

enum PlaybackInput: Sendable {
    /// A message from the pipeline.
    case bus(BusMessage)
    case busEnded
    /// A viewer's input and its time.
    case viewer(PlayerInput, at: ContinuousClock.Instant = .now)
    case window(WindowNews)
    /// The window's size or the sink's format changed.
    case reconfigured
    /// A continuation after something finished or timed out.
    case then(Step)
    /// A program's request, answered when the result is visible.
    case request(PlaybackRequest, PlaybackReply)
    /// The whole sequence, which replaces its preview.
    case sequence(CheckedSequence)
    case followed(FollowedSequence)
    case failed(PlaybackError)

    typealias Step = @Sendable (isolated Playback) async -> Void

    var reply: PlaybackReply? { if case .request(_, let reply) = self { reply } else { nil } }

    /// Returns whether the input must wait for the whole sequence. Quitting does not wait.
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
        // This is a copy, because the controls handle the input again later.
        var controls = controls
        return viewer.map { !controls.commands(for: $0).contains(.quit) } ?? true
    }
}

/// Collects input that arrives while ``Playback`` is busy. Only the last position of a dragged mouse is kept.
final class PlaybackMailbox: Sendable {
    private let waiting = Mutex<[PlaybackInput]?>([])
    private let signal: AsyncStream<Void>.Continuation

    /// Yields a value when there is input to ``drain()``.
    let arrivals: AsyncStream<Void>

    init() { (arrivals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Answered when a frame is on the screen, or when none will be shown.
    let firstFrame = Reply<Void>()

    private struct Watch {
        var beats = 0, known = 0
        var pipeline: PlaybackPipeline?
        var isDisplayLost = false
    }

    private let watch = Mutex(Watch())

    /// Records that the process is running.
    func beat() { watch.withLock { $0.beats += 1 } }

    /// A Boolean value that indicates whether ``Playback`` has responded since the last query, and the pipeline is idle.
    var mayRest: Bool {
        watch.withLock { watch in
            defer { watch.known = watch.beats }
            return watch.beats != watch.known && watch.pipeline?.isBusy != true
        }
    }

    /// Watches a pipeline, so that it can be abandoned when the display is lost.
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

    /// Adds an input. After ``close()``, requests fail.
    func post(_ input: PlaybackInput) {
        let isOpen = waiting.withLock { inputs in
            inputs?.append(input)
            return inputs != nil
        }
        if isOpen { signal.yield() } else { input.reply?.answer(.failure(.notRunning)) }
    }

    func post(_ body: @escaping PlaybackInput.Step) { post(.then(body)) }

    /// Runs a closure after a delay, unless the task is canceled.
    @discardableResult
    func post(after delay: Duration, _ body: @escaping PlaybackInput.Step) -> Task<Void, any Error> {
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

    /// Closes the mailbox. Returns unhandled inputs; their requests fail.
    @discardableResult
    func close() -> [PlaybackInput] {
        let rest = waiting.withLock { $0.take() } ?? []
        for input in rest { input.reply?.answer(.failure(.notRunning)) }
        signal.finish()
        firstFrame.answer(())
        return rest
    }
}
