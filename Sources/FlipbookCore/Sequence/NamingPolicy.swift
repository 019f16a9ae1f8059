/// The policy for names that leave open which frames a sequence has, or their order.
public enum NamingPolicy: Hashable, Sendable {
    /// Refuse two files of one number. In a folder also refuse files that belong to the sequence and differ from its pattern, and
    /// numbers that start again.
    case error
    /// Refuse two files of one number, and say in hints what a folder's pattern leaves out: for frames that are chosen by their
    /// numbers, so that the choice says which they are, and their order.
    case chosen
    /// Show every frame in its place, and say so in hints. Of two files of one number, show the one whose name is padded as most
    /// of the others are.
    case show
}

/// Frames of which two files claim the number, and which of them is shown.
struct RepeatedFrames {
    /// The number of names of each length: names of one padding have one length, or a few.
    private let lengths: [Int: Int]
    private var first: String?
    private var count = 0

    init(among files: [FileSequence.File]) {
        lengths = Dictionary(files.lazy.map { ($0.name.string.utf8.count, 1) }, uniquingKeysWith: +)
    }

    /// Those of the files of one number that are shown: one for each scale factor.
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

    /// The sentence on what was chosen, or none if no number was repeated.
    var hints: [String] { first.map { [count > 1 ? "\($0), and so for \(count - 1) more" : $0] } ?? [] }
}
