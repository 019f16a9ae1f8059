internal import Dispatch
internal import Synchronization

#if canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Memory that several threads share: who needs some waits until there is enough.
///
/// Whoever waits longest comes first, so that a large picture gets its turn among many small ones. Waiting keeps a
/// thread, so it is for the threads of a ``WorkExecutor`` only.
package final class MemoryBudget: Sendable {
    private struct Waiter {
        let byteCount: Int
        let turn: DispatchSemaphore
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
    }

    /// How many bytes there are in all.
    package let byteCount: Int
    private let state: Mutex<State>

    /// A budget of so many bytes, at least one.
    package init(byteCount: Int) {
        self.byteCount = max(1, byteCount)
        state = Mutex(State(free: max(1, byteCount)))
    }

    /// What pictures that are only looked at may take together: 1 GiB, which is one picture of the largest size that
    /// is decoded, or a quarter of the machine's memory where that is less.
    package static let forPictures: Int = {
        let (pages, pageSize) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        let (all, overflow) = pages.multipliedReportingOverflow(by: pageSize)
        return pages > 0 && pageSize > 0 && !overflow ? min(1 << 30, all / 4) : 1 << 30
    }()

    /// Runs `body` as soon as there is room for so many bytes; more than there are in all count as all.
    package func withRoom<Value, Failure: Error>(
        for byteCount: Int,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let share = min(max(0, byteCount), self.byteCount)
        take(share)
        defer { give(share) }
        return try body()
    }

    /// Bytes that nobody has at the moment.
    package var freeByteCount: Int { state.withLock { $0.free } }

    private func take(_ byteCount: Int) {
        let turn: DispatchSemaphore? = state.withLock { state in
            if state.waiting.isEmpty, state.free >= byteCount {
                state.free -= byteCount
                return nil
            }
            let waiter = Waiter(byteCount: byteCount, turn: DispatchSemaphore(value: 0))
            state.waiting.append(waiter)
            return waiter.turn
        }
        turn?.wait()
    }

    private func give(_ byteCount: Int) {
        let woken = state.withLock { state in
            state.free += byteCount
            var woken: [DispatchSemaphore] = []
            while let first = state.waiting.first, state.free >= first.byteCount {
                state.free -= first.byteCount
                woken.append(state.waiting.removeFirst().turn)
            }
            return woken
        }
        for turn in woken { turn.signal() }
    }
}
