package import FlipbookCore
import Synchronization

/// The news of a window, for one player after the other.
package final class WindowFeed: Sendable {
    private struct State {
        var size: PixelSize?
        var listener: AsyncStream<WindowNews>.Continuation?
        /// The news that came while no player listened, for the next one.
        var missed: [WindowNews] = []
    }

    private static let mostMissed = 64

    private let state = Mutex(State())

    package init() {}

    /// The size of what the window shows, in pixels, or `nil` while it is not open.
    package internal(set) var size: PixelSize? {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// The news from now on, after the keys that no player heard. The former stream ends.
    package var events: AsyncStream<WindowNews> {
        // However many wait: a finger whose end is lost would stay on the screen.
        let (stream, continuation) = AsyncStream<WindowNews>.makeStream(bufferingPolicy: .unbounded)
        let former = state.withLock { state in
            for news in state.missed { continuation.yield(news) }
            defer { (state.listener, state.missed) = (continuation, []) }
            return state.listener
        }
        former?.finish()
        return stream
    }

    /// Tells what happened. Of sizes, only another one.
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

    /// Keeps for the next player what the present one has not dealt with, before all that came later.
    package func putBack(_ news: [WindowNews]) {
        state.withLock { state in
            state.missed = Array((news.filter(\.event.isKept) + state.missed).prefix(Self.mostMissed))
        }
    }

    /// Ends what players hear: the window is closed.
    func end() {
        let listener = state.withLock { state in
            defer { state = State() }
            return state.listener
        }
        listener?.finish()
    }
}

extension WindowEvent {
    /// A Boolean value that indicates whether the next player deals with it if none listened. The pointer's place says
    /// nothing by then.
    fileprivate var isKept: Bool {
        switch self {
        case .key(_, let isRepeat): !isRepeat
        case .keyUp, .closed, .lost, .dropped: true
        default: false
        }
    }
}
