/// What to do about two files that are the same frame: `walk.0003.png` and `walk.3.png`.
public enum RepeatedFramePolicy: Hashable, Sendable {
    /// Refuse the sequence and name both.
    case error
    /// Show the one whose name is padded as most of the others are, and say so in a hint.
    case usualPadding
}

/// Frames of which two files claim the number, and which of them is shown.
struct RepeatedFrames {
    /// How many names have each length: names of one padding have one length, or a few.
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

    /// What was chosen, a sentence; none where no number was repeated.
    var hints: [String] {
        first.map { [count > 1 ? "\($0), and so for \(count - 1) more" : $0] } ?? []
    }
}
