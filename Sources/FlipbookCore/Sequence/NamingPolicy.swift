/// The policy for names that leave the frames of a sequence, or their order, ambiguous.
public enum NamingPolicy: Hashable, Sendable {
    /// Reject two files with the same number. In a folder, also reject files that belong to the sequence but do not match its
    /// pattern, and counters that restarted.
    case error
    /// Reject two files with the same number, and list in hints what a folder's pattern leaves out. For frames that the user
    /// chooses by number, which decides frames and order.
    case chosen
    /// Show every frame in its place, and explain it in hints. Of two files with one number, show the more common padding.
    case show
}

struct RepeatedFrames {
    /// The number of names of each length, as a measure of their padding.
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

    var hints: [String] { first.map { [count > 1 ? "\($0), as for \(count - 1) more" : $0] } ?? [] }
}
