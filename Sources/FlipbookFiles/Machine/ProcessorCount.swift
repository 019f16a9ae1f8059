internal import Glibc

package struct ProcessorCount {
    package static let usable = ProcessorCount().count

    package let count: Int

    package init(_ files: KernelFiles = KernelFiles()) {
        let quotas = files.groups(of: "cpu").compactMap { group -> Int? in
            let words =
                group.isUnified
                ? files.numbers(in: "\(group.folder)/cpu.max")
                : ["cpu.cfs_quota_us", "cpu.cfs_period_us"].map { files.number(in: "\(group.folder)/\($0)") }
            // If there is no limit, the quota is `max`, or -1 in version 1.
            guard words.count == 2, let quota = words[0], let period = words[1], quota > 0, period > 0
            else { return nil }
            return quota / period + (quota % period == 0 ? 0 : 1)
        }
        // A virtual machine's mask can include processors that do not exist.
        let online = files.processors(after: nil, in: "/sys/devices/system/cpu/online")
        let allowed = files.processors(after: "Cpus_allowed_list:", in: "/proc/self/status")
        let affinity = allowed.map { online?.intersection($0) ?? $0 } ?? online
        let counts = quotas + [affinity?.count ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))]
        count = max(1, counts.min() ?? 1)
    }
}

extension KernelFiles {
    fileprivate func processors(after word: String?, in path: String) -> Set<Int>? {
        guard let list = self.word(after: word, in: path) else { return nil }
        var numbers: Set<Int> = []
        for range in list.split(separator: ",") {
            let ends = range.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last, last < 1 << 16 else { return nil }
            numbers.formUnion(first...last)
        }
        return numbers
    }
}
