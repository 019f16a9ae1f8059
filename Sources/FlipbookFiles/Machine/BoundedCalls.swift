internal import Dispatch
internal import Synchronization

/// Library calls that cannot be stopped. Each runs on its own thread, and is abandoned if it takes too long. Threads are
/// reused, since libraries keep data, such as fonts, for each thread.
package final class BoundedCalls: Sendable {
    package enum Ending<Value: Sendable>: Sendable {
        case done(Value)
        case leftBehind
        /// The call was not started, since too many abandoned calls are still running.
        case tooMany
    }

    /// The maximum number of abandoned calls. Each one occupies a processor and memory.
    private let mostLeftBehind: Int
    private let state = Mutex(State())

    private typealias Worker = (thread: SystemThread, calls: Calls)

    private struct State {
        var idle: [Worker] = []
        var leftBehind = 0
    }

    package init(mostLeftBehind: Int = 2) { self.mostLeftBehind = mostLeftBehind }

    /// Makes a call. Waits until its thread has used the given processor time, or until five times as much time has passed.
    package func run<Value: Sendable>(for limit: Duration, _ body: @escaping @Sendable () -> Value)
        throws(MachineShortage) -> Ending<Value>
    {
        let (worker, isFree) = state.withLock { state in
            state.leftBehind < mostLeftBehind ? (state.idle.popLast(), true) : (nil, false)
        }
        guard isFree else { return .tooMany }
        let call = Call<Value>()
        let runner: Worker
        if let worker {
            runner = worker
        } else {
            let calls = Calls()
            runner = (try SystemThread { calls.take() }, calls)
        }
        let start = runner.thread.processorTime
        runner.calls.make {
            let value = body()
            let wasLeft = call.outcome.withLock { outcome in
                outcome.value = value
                return outcome.isLeft
            }
            self.state.withLock { state in
                state.idle.append(runner)
                if wasLeft { state.leftBehind -= 1 }
            }
            call.ended.signal()
        }
        // Waits are counted instead of seconds, so that time during which the process is stopped is not included.
        var waited = Duration.zero
        while call.ended.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
            waited += .milliseconds(250)
            guard runner.thread.processorTime - start > limit || waited > limit * 5 else { continue }
            let isLeft = state.withLock { state in
                call.outcome.withLock { outcome in
                    guard outcome.value == nil else { return false }
                    outcome.isLeft = true
                    state.leftBehind += 1
                    return true
                }
            }
            if isLeft { return .leftBehind }
        }
        return call.outcome.withLock { $0.value }.map { .done($0) } ?? .leftBehind
    }
}

private final class Call<Value: Sendable>: Sendable {
    let ended = DispatchSemaphore(value: 0)
    let outcome = Mutex<(value: Value?, isLeft: Bool)>((nil, false))
}

private final class Calls: Sendable {
    private let next = Mutex<(@Sendable () -> Void)?>(nil)
    private let wanted = DispatchSemaphore(value: 0)

    func make(_ call: @escaping @Sendable () -> Void) {
        next.withLock { $0 = call }
        wanted.signal()
    }

    func take() {
        while true {
            wanted.wait()
            next.withLock { $0.take() }?()
        }
    }
}
