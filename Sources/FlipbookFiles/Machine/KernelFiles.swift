internal import Glibc

package struct KernelFiles: Sendable {
    package let root: String

    package init(root: String = "") { self.root = root }

    package struct Group: Sendable {
        package let folder: String
        /// A Boolean value that indicates whether this is a version 2 group. In version 2, all controllers share one tree.
        package let isUnified: Bool
    }

    package func groups(of controller: String) -> [Group] {
        guard let lines = text(of: "/proc/self/cgroup") else { return [] }
        return lines.split(separator: "\n").flatMap { line -> [Group] in
            // Version 2 has `0::/a/b`; version 1 has `5:memory,x:/a/b`.
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else { return [] }
            let mount = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/\(controller)"
            let path = parts[2].split(separator: "/")
            return (0...path.count).reversed().map { depth in
                Group(folder: path.prefix(depth).reduce(mount) { "\($0)/\($1)" }, isUnified: isUnified)
            }
        }
    }

    package func number(in path: String) -> Int? { numbers(in: path).first ?? nil }

    package func numbers(in path: String) -> [Int?] {
        guard let line = text(of: path)?.split(separator: "\n").first else { return [] }
        return line.split(separator: " ").map { Int($0) }
    }

    package func number(after words: String, in path: String) -> Int? {
        word(after: words, in: path).flatMap { Int($0) }
    }

    /// Finds a line that begins with the given words, and returns the word after them. If no words are given, returns the
    /// file's first word.
    package func word(after words: String?, in path: String) -> Substring? {
        // The C library does the search, because an unoptimized build takes milliseconds to split a long list.
        let words = words ?? ""
        return (bytes(of: path) + [0]).withUnsafeBytes { bytes in
            var line = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            while let start = line, start.pointee != 0 {
                let end = start + (strncmp(start, words, words.utf8.count) == 0 ? words.utf8.count : 0)
                let space = strspn(end, " \t")
                let length = strcspn(end + space, " \t\n")
                if words.isEmpty || end > start && space > 0, length > 0 {
                    return Substring(decoding: UnsafeRawBufferPointer(start: end + space, count: length), as: UTF8.self)
                }
                line = strchr(start, Int32(UInt8(ascii: "\n"))).map { UnsafePointer($0) + 1 }
            }
            return nil
        }
    }

    private func text(of path: String) -> String? {
        let bytes = bytes(of: path)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private func bytes(of path: String) -> ArraySlice<UInt8> {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0))
    }
}
