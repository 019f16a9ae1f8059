internal import Glibc

/// What the kernel says of this process in its files: its limits and its control groups.
package struct KernelFiles: Sendable {
    /// Where the files are; another folder than `/` in tests.
    package let root: String

    /// The machine's own files, or those below another folder.
    package init(root: String = "") { self.root = root }

    /// A control group that the process is in, or one above it.
    package struct Group: Sendable {
        /// The folder of the group's files.
        package let folder: String
        /// Whether it is of version 2, where all controllers share one tree.
        package let isUnified: Bool
    }

    /// The control groups that bound what `controller` hands out, the innermost first.
    package func groups(of controller: String) -> [Group] {
        guard let lines = text(of: "/proc/self/cgroup") else { return [] }
        return lines.split(separator: "\n").flatMap { line -> [Group] in
            // 0::/a/b in version 2; 5:memory,x:/a/b in version 1.
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else { return [] }
            let mount = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/\(controller)"
            let path = parts[2].split(separator: "/")
            return (0...path.count).reversed().map { depth in
                let folder = ([mount] + path.prefix(depth).map(String.init)).joined(separator: "/")
                return Group(folder: folder, isUnified: isUnified)
            }
        }
    }

    /// The number that a file begins with; `nil` where it is not there, or says `max`.
    package func number(in path: String) -> Int? { numbers(in: path).first ?? nil }

    /// The words of a file's first line as numbers, `nil` for a word that is none.
    package func numbers(in path: String) -> [Int?] {
        guard let line = text(of: path)?.split(separator: "\n").first else { return [] }
        return line.split(separator: " ").map { Int($0) }
    }

    /// The number behind the words that begin a line of a file.
    package func number(after words: String, in path: String) -> Int? {
        word(after: words, in: path).flatMap { Int($0) }
    }

    /// The word behind those that begin a line of a file; the file's first word where none are named.
    package func word(after words: String?, in path: String) -> Substring? {
        let words = words?.split(separator: " ") ?? []
        for line in text(of: path)?.split(separator: "\n") ?? [] {
            let parts = line.split { $0 == " " || $0 == "\t" }
            if parts.starts(with: words), parts.count > words.count { return parts[words.count] }
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
