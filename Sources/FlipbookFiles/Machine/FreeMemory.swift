internal import Synchronization

/// The memory that this process may still take: what the machine has available, what its control groups leave it, or
/// what is left of its address space (`ulimit -v`), whichever is least.
package struct FreeMemory {
    private let files: KernelFiles
    /// Measured: an export to H.264 maps plugins, and the stacks of a dozen threads.
    private static let librariesAndStacks = 64 << 20

    package init(_ files: KernelFiles = KernelFiles()) { self.files = files }

    /// Bytes; 1 GiB where nothing says how much.
    package var byteCount: Int {
        let rooms = [limitedByteCount, available].compactMap(\.self)
        return rooms.min().flatMap { $0 == .max ? nil : max(0, $0) } ?? 1 << 30
    }

    /// The memory that control groups and the address space leave, or `nil` if neither is limited.
    package var limitedByteCount: Int? {
        (files.groups(of: "memory").compactMap(room) + [addressSpace].compactMap(\.self)).min()
    }

    /// `MemAvailable`: what can be had without swapping, page cache that can be dropped included.
    private var available: Int? {
        files.number(after: "MemAvailable:", in: "/proc/meminfo")?.multipliedClamping(by: 1024)
    }

    /// The rest of the addresses without those of libraries and stacks to come, or `nil` if these are not limited.
    private var addressSpace: Int? { addresses.map { max(0, $0 - Self.librariesAndStacks) } }

    /// The rest of the addresses that the process may use, or `nil` if these are not limited.
    var addresses: Int? {
        guard let most = files.number(after: "Max address space", in: "/proc/self/limits"),
            let used = files.number(after: "VmSize:", in: "/proc/self/status")
        else { return nil }
        return most - min(most, used.multipliedClamping(by: 1024))
    }

    /// The memory below the limit of a control group, or `nil` if it has none.
    private func room(in group: KernelFiles.Group) -> Int? {
        let names =
            group.isUnified
            ? (limit: "memory.max", usage: "memory.current", reclaimable: "inactive_file")
            : (limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", reclaimable: "total_inactive_file")
        guard let most = files.number(in: "\(group.folder)/\(names.limit)"),
            let used = files.number(in: "\(group.folder)/\(names.usage)")
        else { return nil }
        // Files that were read and may be forgotten count as used and are not.
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

/// A watch for short memory around the process: in a control group that it is in, or on the machine.
///
/// Three signs, of which one is enough: tasks waited for memory in a tenth of the last ten seconds (`memory.pressure`,
/// `/proc/pressure/memory`), a control group held the process back at its limit since the last look (`memory.events`), or
/// less than 64 MiB can still be had besides what is being lent.
package final class MemoryPressure: Sendable {
    private struct State {
        var lastLook: ContinuousClock.Instant?
        /// The number of bytes that were lent since then.
        var lent = 0
        var isShort = false
        /// A Boolean value that indicates whether that was found and nothing was done about it yet.
        var isNews = false
        var events: [Int]?
    }

    private static var interval: Duration { .milliseconds(250) }
    /// Per cent of the last ten seconds in which some task waited for memory.
    private static var tolerableStall: Double { 10 }
    private static var leastFree: Int { 64 << 20 }
    /// The number of bytes that are lent without another look: a cache takes in a gigabyte within a second.
    private static var mostUnseen: Int { 32 << 20 }

    private let files: KernelFiles
    private let state = Mutex(State())

    /// The watch of all budgets, so that the kernel's files are read once for all of them.
    static let ofProcess = MemoryPressure()

    package init(_ files: KernelFiles = KernelFiles()) { self.files = files }

    /// Returns `true` if memory is short. Looks again where the last look is a while ago, or much was lent since.
    /// - Parameter byteCount: What is to be lent now, if there is room.
    package func isShort(lending byteCount: Int = 0, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            state.lent += min(max(0, byteCount), 1 << 40)
            if let last = state.lastLook, now - last < Self.interval, state.lent < Self.mostUnseen {
                return state.isShort
            }
            // Memory that was lent lately may not have been written to, and counts as free yet.
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

    /// Returns `true` if a look has found memory short since this was asked last.
    package func takeNews() -> Bool {
        state.withLock { state in
            defer { state.isNews = false }
            return state.isNews
        }
    }

    /// The number of times that each control group held the process back.
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
