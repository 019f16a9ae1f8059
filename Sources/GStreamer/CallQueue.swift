internal import Dispatch
internal import Synchronization

/// Calls into GStreamer that may wait, one after the other on a thread of their own: the pool that runs Swift's tasks must
/// not wait. A sink whose window system hangs or is gone may never return from a call. After ``giveUp()`` no task waits for
/// it; the call keeps what it uses as long as it lasts.
package final class CallQueue: Sendable {
    private let queue: DispatchQueue
    private let state = Mutex(State())

    private struct State {
        var isGivenUp = false
        var latest: UInt64 = 0
        var waiting: [UInt64: @Sendable () -> Void] = [:]
    }

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Makes a call in its turn. Returns what it returned, or `nil` once the queue was given up; then it is still made when its
    /// turn comes, and no task waits for it.
    package func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value? {
        // Puts the call before what the waiting task does next. The continuation does so already, which the thread sanitizer
        // does not know; it knows locks.
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

    /// Makes a call in its turn, without waiting for it.
    package func enqueue(_ call: @escaping @Sendable () -> Void) { queue.async(execute: call) }

    /// Lets no task wait any more, now and later.
    package func giveUp() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isGivenUp = true
            return state.waiting.values
        }
        waiting.forEach { $0() }
    }

    package func giveUp(after seconds: Double) {
        // Not on the queue itself, which may be what hangs.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.giveUp() }
    }

    /// A Boolean value that tells whether a call is under way, or waits for its turn, and a task waits for it.
    package var isBusy: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// A task that waits, and is answered once.
    private final class Answer<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

        init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

        func give(_ value: Value?) { continuation.withLock { $0.take() }?.resume(returning: value) }
    }
}
