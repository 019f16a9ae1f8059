public import FlipbookCore
public import FlipbookScene
internal import Synchronization

/// An event of a running player.
public enum PlayerEvent: Hashable, Sendable {
    /// A frame was shown, at this position in the cycle.
    case shown(frame: Int)
    /// The still picture of an image view that does not animate was shown.
    case stillShown
    /// Playback started.
    case playing
    /// Playback paused.
    case paused
    /// This many frames were dropped since the last such event.
    case dropped(Int)
    /// A cycle ended. The value is the number of cycles so far.
    case cycleEnded(Int)
    /// The last cycle has ended.
    case ended
    /// A frame could not be shown and was replaced, for the reason given.
    case substituted(frame: Int, reason: Explanation)
    /// The highlighted state changed.
    case highlighted(Bool)
    /// A sentence for the viewer.
    case note(Explanation)
    /// A finger or the mouse touched the image view.
    case touch(Touch)
    /// A touch was a tap that began at this point.
    case tapped(at: Point)
}

final class EventBroadcast: Sendable {
    private let listeners = Mutex<(next: Int, streams: [Int: AsyncStream<PlayerEvent>.Continuation])?>((0, [:]))

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
        for stream in listeners.withLock({ $0.map { Array($0.streams.values) } ?? [] }) { stream.yield(event) }
    }

    /// Ends all streams, including future ones.
    func finish() {
        for continuation in listeners.withLock({ $0.take()?.streams.values.map { $0 } }) ?? [] { continuation.finish() }
    }
}
