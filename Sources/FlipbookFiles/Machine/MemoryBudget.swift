internal import Dispatch
internal import Glibc
internal import Synchronization

/// Memory that pictures may take together, wherever they are: in the making, waiting for their turn, or kept for later.
///
/// Everything that holds pictures leases what it needs. A lease comes at once, or after waiting for others,
/// or in any case, for the one picture without which nothing would go on. What keeps pictures
/// for later leaves a quarter to what is in the making, and gives way to it.
public final class MemoryBudget: Sendable {
    /// So many bytes, until it is let go.
    package final class Lease: Sendable {
        package let byteCount: Int
        private let budget: MemoryBudget

        fileprivate init(_ byteCount: Int, from budget: MemoryBudget) {
            self.byteCount = byteCount
            self.budget = budget
        }

        deinit { budget.give(byteCount) }
    }

    private struct Holder {
        weak var holder: (any MemoryHolder)?
    }

    private struct Waiter {
        let byteCount: Int
        let turn: DispatchSemaphore
    }

    private struct State {
        /// Below 0 where something was lent in any case.
        var free: Int
        var waiting: [Waiter] = []
    }

    /// The number of bytes in all.
    public let byteCount: Int
    private let state: Mutex<State>
    private let holders = Mutex<[Holder]>([])
    private let pressure: MemoryPressure?
    /// Every cache of the process, whichever budget it has its memory from.
    private static let caches = Mutex<[Holder]>([])

    /// A budget of so many bytes, at least one. While the machine or the control group is under memory pressure, caches
    /// shrink and half of it is lent.
    public convenience init(byteCount: Int = defaultByteCount) { self.init(byteCount: byteCount, pressure: .ofProcess) }

    /// A budget that heeds this pressure; none where it is `nil`: its caches keep what they have, also where memory is short
    /// around them.
    package init(byteCount: Int, pressure: MemoryPressure?) {
        self.byteCount = max(1, byteCount)
        self.pressure = pressure
        state = Mutex(State(free: max(1, byteCount)))
    }

    /// A quarter of the memory that is free, by the machine, by the control groups of the process and by its limits; 4
    /// GiB at most.
    public static var defaultByteCount: Int { min(FreeMemory().byteCount / 4, 4 << 30) }

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

    /// So many bytes for a picture in the making, at once or not at all.
    /// - Parameter inAnyCase: Whether they are lent also where there are none: nothing else would go on without.
    package func lease(_ byteCount: Int, inAnyCase: Bool = false) -> Lease? {
        let byteCount = max(0, byteCount)
        let rest = isUnderPressure(lending: byteCount) ? self.byteCount / 2 : 0
        if rest > 0 { shrinkCaches() }
        if let lease = lend(byteCount, leaving: rest) ?? afterGivingWay(byteCount, leaving: rest) { return lease }
        guard inAnyCase else { return nil }
        state.withLock { $0.free -= byteCount }
        return Lease(byteCount, from: self)
    }

    /// So many bytes for a picture that is kept for later, as far as a quarter of all stays for what is in the making.
    /// - Parameter isSpare: Whether others need not give way to it.
    package func leaseToKeep(_ byteCount: Int, isSpare: Bool = false) -> Lease? {
        let byteCount = max(0, byteCount)
        guard !isUnderPressure(lending: byteCount) else { return nil }
        let rest = self.byteCount / 4
        return lend(byteCount, leaving: rest) ?? (isSpare ? nil : afterGivingWay(byteCount, leaving: rest))
    }

    package func add(_ holder: any MemoryHolder) { Self.add(holder, to: holders) }

    /// Asks `cache`, which has its memory from here, to give way from now on where the process, or the machine, has none left.
    package func addCache(_ cache: any MemoryHolder) { if pressure != nil { Self.addCache(cache) } }

    package static func addCache(_ cache: any MemoryHolder) { add(cache, to: caches) }

    private static func add(_ holder: any MemoryHolder, to list: borrowing Mutex<[Holder]>) {
        list.withLock { holders in
            holders.removeAll { $0.holder == nil }
            holders.append(Holder(holder: holder))
        }
    }

    /// Has every cache of the process let go of so many bytes; of all by default.
    package static func emptyCaches(of byteCount: Int = .max) {
        for cache in caches.withLock({ $0.compactMap(\.holder) }) { cache.giveWay(byteCount) }
    }

    private func isUnderPressure(lending byteCount: Int) -> Bool { pressure?.isShort(lending: byteCount) ?? false }

    /// Has caches let go of an eighth each time that memory is found short. Not for owners that keep something: a cache may
    /// have its lock.
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

    /// Bytes that are not leased at the moment; below 0 where a picture needed more than there were.
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

/// A holder of pictures that are not worth as much as others.
package protocol MemoryHolder: AnyObject, Sendable {
    /// Lets go of pictures until so many bytes are free, if it has as many.
    func giveWay(_ byteCount: Int)
}
