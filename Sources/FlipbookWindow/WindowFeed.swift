package import FlipbookCore
import Synchronization

/// The events of a window, which several players use in turn.
package final class WindowFeed: Sendable {
    private struct State {
        var size: PixelSize?
        var listener: AsyncStream<WindowNews>.Continuation?
        /// Events that arrived while there was no player, for the next player.
        var missed: [WindowNews] = []
    }

    private static let mostMissed = 64

    private let state = Mutex(State())

    package init() {}

    package internal(set) var size: PixelSize? {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// A stream of events, starting with keys that no player received. Ends the previous stream.
    package var events: AsyncStream<WindowNews> {
        // The buffer is unbounded: if a release event were lost, a finger would seem to stay on the screen.
        let (stream, continuation) = AsyncStream<WindowNews>.makeStream(bufferingPolicy: .unbounded)
        let former = state.withLock { state in
            for news in state.missed { continuation.yield(news) }
            defer { (state.listener, state.missed) = (continuation, []) }
            return state.listener
        }
        former?.finish()
        return stream
    }

    /// Sends an event. A size is sent only if it has changed.
    package func tell(_ event: WindowEvent, at time: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if case .resized(let size) = event {
                guard state.size != size else { return }
                state.size = size
            }
            let news = WindowNews(event, at: time)
            if let listener = state.listener {
                if case .terminated = listener.yield(news) { state.listener = nil } else { return }
            }
            if event.isKept, state.missed.count < Self.mostMissed { state.missed.append(news) }
        }
    }

    /// Puts unhandled events back for the next player, ahead of later ones.
    package func putBack(_ news: [WindowNews]) {
        state.withLock { state in
            state.missed = Array((news.filter(\.event.isKept) + state.missed).prefix(Self.mostMissed))
        }
    }

    func end() { state.withLock { exchange(&$0, with: State()).listener }?.finish() }
}

extension WindowEvent {
    /// A Boolean value that indicates whether the next player gets the event. Events with positions are dropped, since the
    /// positions would be outdated.
    fileprivate var isKept: Bool {
        switch self {
        case .key(_, let isRepeat): !isRepeat
        case .keyUp, .closed, .lost, .dropped: true
        default: false
        }
    }
}
