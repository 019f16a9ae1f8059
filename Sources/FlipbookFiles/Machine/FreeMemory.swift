internal import Synchronization

/// The memory that this process can still use: the smallest of the machine's available memory, the rest of its control groups'
/// limits, and the rest of its address space (`ulimit -v`).
package struct FreeMemory {
    private let files: KernelFiles
    /// In measurements, an H.264 export maps about this much for plugins and for the stacks of a dozen threads.
    private static let librariesAndStacks = 64 << 20

    package init(_ files: KernelFiles = KernelFiles()) { self.files = files }

    package var byteCount: Int {
        let rooms = [limitedByteCount, available].compactMap(\.self)
        return rooms.min().flatMap { $0 == .max ? nil : max(0, $0) } ?? 1 << 30
    }

    package var limitedByteCount: Int? {
        (files.groups(of: "memory").compactMap(room) + [addressSpace].compactMap(\.self)).min()
    }

    /// `MemAvailable`: memory available without swapping, including the page cache.
    private var available: Int? {
        files.number(after: "MemAvailable:", in: "/proc/meminfo")?.multipliedClamping(by: 1024)
    }

    private var addressSpace: Int? { addresses.map { max(0, $0 - Self.librariesAndStacks) } }

    var addresses: Int? {
        guard let most = files.number(after: "Max address space", in: "/proc/self/limits"),
            let used = files.number(after: "VmSize:", in: "/proc/self/status")
        else { return nil }
        return most - min(most, used.multipliedClamping(by: 1024))
    }

    private func room(in group: KernelFiles.Group) -> Int? {
        let names =
            group.isUnified
            ? (limit: "memory.max", usage: "memory.current", reclaimable: "inactive_file")
            : (limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", reclaimable: "total_inactive_file")
        guard let most = files.number(in: "\(group.folder)/\(names.limit)"),
            let used = files.number(in: "\(group.folder)/\(names.usage)")
        else { return nil }
        // Cached files are included in the used memory, but can be evicted.
        let cached = files.number(after: names.reclaimable, in: "\(group.folder)/memory.stat") ?? 0
        return max(0, most - max(0, used - cached))
    }
}

extension Int {
    fileprivate func multipliedClamping(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}

/// A detector of memory pressure in the process's control groups and on the machine. Memory is short if tasks waited for it
/// during a tenth of the last ten seconds (`memory.pressure`, `/proc/pressure/memory`), if a control group throttled the
/// process at its limit since the last check (`memory.events`), or if less than 64 MiB would remain after lending.
package final class MemoryPressure: Sendable {
    private struct State {
        var lastLook: ContinuousClock.Instant?
        var lent = 0
        var isShort = false
        var isNews = false
        var events: [Int]?
    }

    private static var interval: Duration { .milliseconds(250) }
    private static var tolerableStall: Double { 10 }
    private static var leastFree: Int { 64 << 20 }
    /// The maximum number of bytes lent without a new check. A cache fills a gigabyte within a second.
    private static var mostUnseen: Int { 32 << 20 }

    private let files: KernelFiles
    private let state = Mutex(State())

    static let ofProcess = MemoryPressure()

    package init(_ files: KernelFiles = KernelFiles()) { self.files = files }

    /// Returns `true` if memory is short. Checks again after a while, or after a lot of memory has been lent.
    /// - Parameter byteCount: The number of bytes to lend now.
    package func isShort(lending byteCount: Int = 0, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            state.lent += min(max(0, byteCount), 1 << 40)
            if let last = state.lastLook, now - last < Self.interval, state.lent < Self.mostUnseen {
                return state.isShort
            }
            // Recently lent memory might not have been written to yet, so the system still considers it free.
            let needed = Self.leastFree + 2 * state.lent
            (state.lastLook, state.lent) = (now, 0)
            let events = held
            let wasHeld = state.events.map { zip($0, events).contains { $0 < $1 } } ?? false
            state.events = events
            state.isShort = wasHeld || isStalled || FreeMemory(files).byteCount < needed
            state.isNews = state.isShort
            return state.isShort
        }
    }

    package func takeNews() -> Bool { state.withLock { exchange(&$0.isNews, with: false) } }

    private var held: [Int] {
        files.groups(of: "memory").flatMap { group in
            group.isUnified
                ? ["high", "max"].map { files.number(after: $0, in: "\(group.folder)/memory.events") ?? 0 }
                : [files.number(in: "\(group.folder)/memory.failcnt") ?? 0]
        }
    }

    private var isStalled: Bool {
        let places = files.groups(of: "memory").filter(\.isUnified).map { "\($0.folder)/memory.pressure" }
        return (places + ["/proc/pressure/memory"]).contains { path in
            // some avg10=0.00 avg60=0.00 avg300=0.00 total=0
            let share = files.word(after: "some", in: path)?.split(separator: "=").last.flatMap { Double($0) }
            return share.map { $0 >= Self.tolerableStall } ?? false
        }
    }
}
