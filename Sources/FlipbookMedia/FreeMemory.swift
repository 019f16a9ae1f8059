import Glibc

/// The memory that this process may still take: what the machine has available, or what its control groups leave it,
/// whichever is less.
package struct FreeMemory {
    /// Where the kernel's files are; another folder in tests.
    package var root = ""

    /// The machine's own.
    package init() {}

    /// Files below another folder than `/`.
    package init(root: String) { self.root = root }

    /// Bytes; 1 GiB where nothing says how much.
    package var byteCount: Int {
        var least = available ?? Int.max
        for room in groupRooms { least = min(least, room) }
        return least == .max ? 1 << 30 : max(0, least)
    }

    /// `MemAvailable`: what can be had without swapping, page cache that can be dropped included.
    private var available: Int? {
        text(of: "/proc/meminfo").flatMap { Self.number(of: "MemAvailable:", in: $0) }?.multipliedClamping(by: 1024)
    }

    /// What is left below the limit of each control group that the process is in.
    private var groupRooms: [Int] {
        guard let groups = text(of: "/proc/self/cgroup") else { return [] }
        return groups.split(separator: "\n").flatMap { line -> [Int] in
            // 0::/a/b in version 2; 5:memory,x:/a/b in version 1.
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            if parts[0] == "0", parts[1].isEmpty {
                return rooms("/sys/fs/cgroup", parts[2], "memory.max", "memory.current", "inactive_file")
            }
            guard parts[1].split(separator: ",").contains("memory") else { return [] }
            return rooms(
                "/sys/fs/cgroup/memory",
                parts[2],
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file"
            )
        }
    }

    /// The room in a group and those above it.
    private func rooms(
        _ mount: String,
        _ group: Substring,
        _ limit: String,
        _ usage: String,
        _ reclaimable: String
    ) -> [Int] {
        var found: [Int] = []
        var path = group.split(separator: "/")
        while true {
            let folder = ([mount] + path.map(String.init)).joined(separator: "/")
            if let most = number("\(folder)/\(limit)"), let used = number("\(folder)/\(usage)") {
                // Files that were read and may be forgotten count as used and are not.
                let cached = text(of: "\(folder)/memory.stat").flatMap { Self.number(of: reclaimable, in: $0) } ?? 0
                found.append(max(0, most - max(0, used - cached)))
            }
            guard !path.isEmpty else { return found }
            path.removeLast()
        }
    }

    /// The number in a file; `nil` for `max`.
    private func number(_ path: String) -> Int? {
        text(of: path).flatMap { Int($0.prefix { $0 != "\n" }) }
    }

    /// The number behind a word that begins a line.
    private static func number(of word: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count >= 2, parts[0] == word { return Int(parts[1]) }
        }
        return nil
    }

    private func text(of path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}

extension Int {
    fileprivate func multipliedClamping(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
