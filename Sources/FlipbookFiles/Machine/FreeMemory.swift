/// The memory that this process may still take: what the machine has available, what its control groups leave it, or
/// what is left of its address space (`ulimit -v`), whichever is least.
package struct FreeMemory {
    private let files: KernelFiles
    /// Measured: an export to H.264 maps plugins, and the stacks of a dozen threads.
    private static let librariesAndStacks = 64 << 20

    /// As the kernel's files say.
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
