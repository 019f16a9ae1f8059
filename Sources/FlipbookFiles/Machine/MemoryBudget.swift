internal import Dispatch
internal import Glibc
internal import Synchronization

/// A shared memory budget for pictures that are being made, waiting, or cached.
///
/// All owners of pictures lease their memory. A lease is granted at once, after waiting for other leases to end, or
/// unconditionally if work would otherwise stop. Caches leave a quarter of the budget to pictures that are being made, and
/// release memory for them.
public final class MemoryBudget: Sendable {
    /// A number of bytes that the budget gets back when the lease is released.
    package final class Lease: Sendable {
        package let byteCount: Int
        private let budget: MemoryBudget

        fileprivate init(_ byteCount: Int, from budget: MemoryBudget) {
            (self.byteCount, self.budget) = (byteCount, budget)
        }

        deinit { budget.give(byteCount) }
    }

    private struct Holder { weak var holder: (any MemoryHolder)? }

    private struct Waiter {
        let byteCount: Int
        let turn: DispatchSemaphore
    }

    private struct State {
        /// The number of free bytes, which is negative if bytes were lent unconditionally.
        var free: Int
        var waiting: [Waiter] = []
    }

    /// The total number of bytes.
    public let byteCount: Int
    private let state: Mutex<State>
    private let holders = Mutex<[Holder]>([])
    private let pressure: MemoryPressure?
    private static let caches = Mutex<[Holder]>([])

    /// Creates a budget of at least one byte. Under memory pressure, caches shrink and only half of the budget is lent.
    public convenience init(byteCount: Int = defaultByteCount) { self.init(byteCount: byteCount, pressure: .ofProcess) }

    /// Creates a budget that reacts to `pressure`. If `nil`, the budget's caches do not shrink when memory is short.
    package init(byteCount: Int, pressure: MemoryPressure?) {
        self.byteCount = max(1, byteCount)
        self.pressure = pressure
        state = Mutex(State(free: max(1, byteCount)))
    }

    /// A quarter of the free memory, considering the machine, the control groups, and the process's limits, but at most 4 GiB.
    public static var defaultByteCount: Int { min(FreeMemory().byteCount / 4, 4 << 30) }

    /// The memory for pictures that are only inspected: 1 GiB, or a quarter of the machine's memory if that is less.
    package static let forPictures: Int = {
        let (pages, pageSize) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        let (all, overflow) = pages.multipliedReportingOverflow(by: pageSize)
        return pages > 0 && pageSize > 0 && !overflow ? min(1 << 30, all / 4) : 1 << 30
    }()

    /// Runs `body` as soon as the bytes are available. A request above the budget takes the whole budget.
    package func withRoom<Value, Failure: Error>(for byteCount: Int, _ body: () throws(Failure) -> Value)
        throws(Failure) -> Value
    {
        let share = min(max(0, byteCount), self.byteCount)
        take(share)
        defer { give(share) }
        return try body()
    }

    /// Leases bytes for a picture that is being made, without waiting.
    /// - Parameter inAnyCase: A Boolean value that indicates whether the bytes are lent unconditionally.
    package func lease(_ byteCount: Int, inAnyCase: Bool = false) -> Lease? {
        let byteCount = max(0, byteCount)
        let rest = isUnderPressure(lending: byteCount) ? self.byteCount / 2 : 0
        if rest > 0 { shrinkCaches() }
        if let lease = lend(byteCount, leaving: rest) ?? afterGivingWay(byteCount, leaving: rest) { return lease }
        guard inAnyCase else { return nil }
        state.withLock { $0.free -= byteCount }
        return Lease(byteCount, from: self)
    }

    /// Leases bytes for a cached picture, if a quarter of the budget remains for pictures that are being made.
    /// - Parameter isSpare: A Boolean value that indicates whether the picture is optional. No other picture is discarded to
    ///   make room for an optional one.
    package func leaseToKeep(_ byteCount: Int, isSpare: Bool = false) -> Lease? {
        let byteCount = max(0, byteCount)
        guard !isUnderPressure(lending: byteCount) else { return nil }
        let rest = self.byteCount / 4
        return lend(byteCount, leaving: rest) ?? (isSpare ? nil : afterGivingWay(byteCount, leaving: rest))
    }

    package func add(_ holder: any MemoryHolder) { Self.add(holder, to: holders) }

    package func addCache(_ cache: any MemoryHolder) { if pressure != nil { Self.addCache(cache) } }

    package static func addCache(_ cache: any MemoryHolder) { add(cache, to: caches) }

    private static func add(_ holder: any MemoryHolder, to list: borrowing Mutex<[Holder]>) {
        list.withLock { holders in
            holders.removeAll { $0.holder == nil }
            holders.append(Holder(holder: holder))
        }
    }

    package static func emptyCaches(of byteCount: Int = .max) {
        for cache in caches.withLock({ $0.compactMap(\.holder) }) { cache.giveWay(byteCount) }
    }

    private func isUnderPressure(lending byteCount: Int) -> Bool { pressure?.isShort(lending: byteCount) ?? false }

    /// Makes caches release an eighth of the budget if memory is short. Do not call this for cached pictures, since the cache
    /// might hold its lock.
    private func shrinkCaches() {
        guard pressure?.takeNews() ?? false else { return }
        Self.emptyCaches(of: max(1, byteCount / 8))
        PictureMemory.shared.removeAll()
    }

    private func lend(_ byteCount: Int, leaving rest: Int) -> Lease? {
        let isLent = state.withLock { state in
            guard state.waiting.isEmpty, state.free >= byteCount, state.free - byteCount >= rest else { return false }
            state.free -= byteCount
            return true
        }
        return isLent ? Lease(byteCount, from: self) : nil
    }

    private func afterGivingWay(_ byteCount: Int, leaving rest: Int) -> Lease? {
        guard byteCount <= self.byteCount - rest else { return nil }
        for holder in holders.withLock({ $0.compactMap(\.holder) }) {
            let missing = state.withLock { byteCount + rest - $0.free }
            if missing > 0 { holder.giveWay(missing) }
        }
        return lend(byteCount, leaving: rest)
    }

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

package protocol MemoryHolder: AnyObject, Sendable { func giveWay(_ byteCount: Int) }
