/// The policy for file names that make a sequence's frames or their order ambiguous.
public enum NamingPolicy: Hashable, Sendable {
    /// Reject two files with the same number. In a folder, also reject counters that restarted, and files that belong to the
    /// sequence but do not match its pattern.
    case error
    /// Reject two files with the same number. Hints list the files that a folder's pattern leaves out. This policy is used when
    /// the user selects frames by number, which determines the frames and their order.
    case chosen
    /// Show every frame in its position. Hints explain the order. If two files have the same number, show the one with the more
    /// common padding.
    case show
}

struct RepeatedFrames {
    /// For each length, the number of names of that length. The most common length indicates the usual padding.
    private let lengths: [Int: Int]
    private var first: String?
    private var count = 0

    init(among files: [FileSequence.File]) {
        lengths = Dictionary(files.lazy.map { ($0.name.string.utf8.count, 1) }, uniquingKeysWith: +)
    }

    mutating func chosen(among files: [FileSequence.File]) -> [FileSequence.File] {
        Dictionary(grouping: files, by: \.scale).values.map { same in
            guard same.count > 1 else { return same[0] }
            let sorted = same.sorted { usual($0) > usual($1) }
            count += 1
            if first == nil {
                first = "\(sorted[0].name) and \(sorted[1].name) are both frame \(sorted[0].number): the first is shown"
            }
            return sorted[0]
        }
    }

    private func usual(_ file: FileSequence.File) -> Int { lengths[file.name.string.utf8.count] ?? 0 }

    var hints: [String] { first.map { [count > 1 ? "\($0); likewise for \(count - 1) more" : $0] } ?? [] }
}
