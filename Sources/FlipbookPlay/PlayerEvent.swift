public import FlipbookCore
public import FlipbookScene
internal import Synchronization

/// Something that happened in a running player.
public enum PlayerEvent: Hashable, Sendable {
    /// A frame came onto the screen; its position in the cycle.
    case shown(frame: Int)
    /// The still picture of an image view that does not animate came onto the screen.
    case stillShown
    /// The clock runs.
    case playing
    /// The clock stands.
    case paused
    /// So many frames were left out since the last such event.
    case dropped(Int)
    /// A cycle was shown to its end; how many that makes.
    case cycleEnded(Int)
    /// The last cycle has ended.
    case ended
    /// A frame's file could not be shown and something stands in for it: what, in a sentence.
    case substituted(frame: Int, reason: Explanation)
    /// The highlighted state is shown, or no longer.
    case highlighted(Bool)
    /// Something that a viewer wants to know, a sentence.
    case note(Explanation)
    /// A finger or the mouse touched the image view.
    case touch(Touch)
    /// A touch was a tap; where it began, in points.
    case tapped(at: Point)
}

final class EventBroadcast: Sendable {
    private let listeners = Mutex<(next: Int, streams: [Int: AsyncStream<PlayerEvent>.Continuation])?>((0, [:]))

    /// The events from now on, the latest 1024 where they are not taken.
    func stream() -> AsyncStream<PlayerEvent> {
        let (stream, continuation) = AsyncStream<PlayerEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        let key = listeners.withLock { state in
            guard let (next, _) = state else { return Int?.none }
            state?.streams[next] = continuation
            state?.next = next + 1
            return next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0?.streams.removeValue(forKey: key) }
        }
        return stream
    }

    func send(_ event: PlayerEvent) {
        for continuation in listeners.withLock({ $0.map { Array($0.streams.values) } ?? [] }) {
            continuation.yield(event)
        }
    }

    /// Ends all streams, those that are asked for later too.
    func finish() {
        for continuation in listeners.withLock({ $0.take()?.streams.values.map { $0 } }) ?? [] { continuation.finish() }
    }
}
