internal import Dispatch
internal import Synchronization

/// Blocking calls into GStreamer that run one after another on a separate thread, since the thread pool for Swift's tasks must
/// not block. If a window system hangs, a call into its sink may never return. After ``giveUp()``, no task waits for such a
/// call.
package final class CallQueue: Sendable {
    private let queue: DispatchQueue
    private let state = Mutex(State())

    private struct State {
        var isGivenUp = false
        var latest: UInt64 = 0
        var waiting: [UInt64: @Sendable () -> Void] = [:]
    }

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a call in turn and returns its result, or `nil` if the queue is abandoned. In the latter case, the call still runs,
    /// but no task waits for it.
    package func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value? {
        // Taking the lock shows the thread sanitizer that the call ends before the task continues. The continuation already
        // guarantees this order, but the sanitizer recognizes only locks.
        defer { state.withLock { _ in } }
        return await withCheckedContinuation { continuation in
            let answer = Answer(continuation)
            let number = state.withLock { state -> UInt64? in
                guard !state.isGivenUp else { return nil }
                state.latest += 1
                state.waiting[state.latest] = { answer.give(nil) }
                return state.latest
            }
            queue.async { [self] in
                let value = call()
                if let number { _ = state.withLock { $0.waiting.removeValue(forKey: number) } }
                answer.give(value)
            }
            if number == nil { answer.give(nil) }
        }
    }

    package func enqueue(_ call: @escaping @Sendable () -> Void) { queue.async(execute: call) }

    /// Releases all waiting tasks. From now on, no task waits.
    package func giveUp() {
        let waiting = state.withLock { state in
            state.isGivenUp = true
            return exchange(&state.waiting, with: [:])
        }
        waiting.values.forEach { $0() }
    }

    package func giveUp(after seconds: Double) {
        // This cannot run on the queue itself, since the queue may hang.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.giveUp() }
    }

    package var isBusy: Bool { state.withLock { !$0.waiting.isEmpty } }

    private final class Answer<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

        init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

        func give(_ value: Value?) { continuation.withLock { $0.take() }?.resume(returning: value) }
    }
}
