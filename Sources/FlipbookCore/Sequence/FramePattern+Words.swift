/// A tool in whose words a sequence can be written.
package enum SequenceWords: String, CaseIterable, Hashable, Sendable {
    /// Arguments of ffmpeg's image2: `-start_number 1 -i walk.%04d.png -frames:v 24`.
    case ffmpeg
    /// The file and the range as Nuke pastes it: `walk.####.png 1-24`.
    case nuke
    /// An expression and a range: `walk.$F4.png 1 24`.
    case houdini
    /// An argument of RV: `walk.1-24#.png`.
    case rv
    /// fileseq's own: `walk.1-24#.png`.
    case fileseq
    /// A collection as Clique writes it: `walk.%04d.png [1-3, 5]`.
    case clique
}

/// Why a sequence cannot be written in a tool's words.
package struct SequenceWordsError: ExplainedError, Hashable {
    /// `sequence.words`.
    package var code: ErrorCode { "sequence.words" }
    /// What cannot be expressed, and what to do instead.
    package let explanation: Explanation

    /// A sentence about what cannot be expressed.
    package init(description: String) {
        explanation = Explanation(description)
    }
}

extension FramePattern {
    /// The frames of `numbers` in a tool's words, quoted for a shell where the tool is started from one.
    ///
    /// - Parameter numbers: the frames. Without any, the pattern alone.
    /// - Throws: ``SequenceWordsError`` for what the tool cannot say: a step or a gap to ffmpeg, a descending
    ///   range or negative padded numbers, a `#` in a name.
    package func text(for tool: SequenceWords, numbers: FrameSet?) throws(SequenceWordsError) -> String {
        let (before, after) = try literals(for: tool)
        let width = padding.width
        let range = numbers.flatMap { $0.isEmpty ? nil : $0 }
        if let range, range.contains(where: { $0 < 0 }) { try checkNegative(tool) }
        switch tool {
        case .ffmpeg:
            let name = before + (width > 1 ? "%0\(width)d" : "%d") + after
            guard let range else { return "-i \(Self.word(name))" }
            let only = try Self.steady(range, tool: "ffmpeg", allowsStep: false)
            return "-start_number \(only.first) -i \(Self.word(name)) -frames:v \(only.count)"
        case .nuke:
            let name = before + String(repeating: "#", count: width) + after
            return range.map { "\(name) \($0)" } ?? name
        case .houdini:
            let name = before + (width > 1 ? "$F\(width)" : "$F") + after
            guard let range else { return name }
            let only = try Self.steady(range, tool: "Houdini", allowsStep: true)
            return "\(name) \(only.first) \(only.last)" + (only.step == 1 ? "" : " \(only.step)")
        case .clique:
            let name = before + (width > 1 ? "%0\(width)d" : "%d") + after
            return try range.map { numbers throws(SequenceWordsError) in "\(name) [\(try Self.clique(numbers))]" }
                ?? name
        case .fileseq where range != nil && mayJoinRange:
            let names = Self.word(before + padding.fileseqText + after)
            throw SequenceWordsError(
                description: "fileseq has no word for a range behind a name that ends with "
                    + "\"\(prefix.last.map { String($0).escapingControlCharacters } ?? "")\", which it takes for a part "
                    + "of the range; give it \(names), and it finds the files"
            )
        case .rv where range != nil && mayJoinRange:
            return Self.word(before + padding.fileseqText + after + " " + (range?.description ?? ""))
        case .rv, .fileseq:
            let padding = self.padding.style == .udim ? self.padding.text : self.padding.fileseqText
            return Self.word(before + (range?.description ?? "") + padding + after)
        }
    }

    /// Whether the end of the prefix would be read as the start of a range behind it: `coin-0-15@` as -0 to 15.
    private var mayJoinRange: Bool {
        guard let last = prefix.utf8.last else { return false }
        return last.isDigit || last == UInt8(ascii: "-") || last == UInt8(ascii: ",")
    }

    /// What stands before and after the number, escaped as the tool wants it.
    private func literals(for tool: SequenceWords) throws(SequenceWordsError) -> (String, String) {
        let name = name(of: 0)
        let digits = FileNumber.text(of: 0, width: padding.width)
        let suffix = String(decoding: name.utf8.dropFirst(prefix.utf8.count + digits.utf8.count), as: UTF8.self)
        let parts = [directory + prefix, suffix]
        func holds(_ characters: String) -> UInt8? {
            parts.lazy.flatMap(\.utf8).first { byte in characters.utf8.contains(byte) }
        }
        let special: String =
            switch tool {
            case .ffmpeg: ""
            case .nuke: "#% "
            case .houdini: "$` "
            case .rv, .fileseq: "#@%\\"
            case .clique: "%"
            }
        if let byte = holds(special) {
            throw SequenceWordsError(
                description: "\(FilePath(name)): \(tool.rawValue) would read the \"\(Character(UnicodeScalar(byte)))\" "
                    + "in the name as something else; rename the files"
            )
        }
        guard tool == .ffmpeg else { return (parts[0], parts[1]) }
        let doubled = parts.map { $0.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") }
        return (doubled[0], doubled[1])
    }

    private func checkNegative(_ tool: SequenceWords) throws(SequenceWordsError) {
        guard tool == .ffmpeg, padding.width > 1, !padding.isSignBesideDigits else { return }
        throw SequenceWordsError(
            description: "ffmpeg writes -1 as \(FilePath(prefix))-\(FileNumber.text(of: 1, width: padding.width)), "
                + "these files have \(FileNumber.text(of: -1, width: padding.width)); leave negative numbers out"
        )
    }

    /// Numbers as Clique lists them: ranges of whole steps and single numbers, which rise.
    private static func clique(_ numbers: FrameSet) throws(SequenceWordsError) -> String {
        func refusal(_ what: String) -> SequenceWordsError {
            SequenceWordsError(description: "Clique has no word for \(what): frames \(numbers); choose others")
        }
        let most = 10_000
        var words: [String] = []
        var last: Int?
        for range in numbers.ranges {
            guard range.lowerBound >= 0 else { throw refusal("a negative number") }
            guard range.step > 0, last.map({ $0 < range.first }) ?? true else { throw refusal("numbers that fall") }
            last = range.last
            if range.step == 1 {
                words.append(range.description)
            } else {
                guard range.count <= most - words.count else { throw refusal("a step") }
                words += range.map(String.init)
            }
        }
        return words.joined(separator: ", ")
    }

    /// The one range that a tool without lists can say.
    private static func steady(
        _ numbers: FrameSet,
        tool: String,
        allowsStep: Bool
    ) throws(SequenceWordsError) -> FrameRange {
        guard numbers.ranges.count == 1, let range = numbers.ranges.first else {
            throw SequenceWordsError(
                description: "\(tool) has no word for a gap or a list: frames \(numbers); "
                    + "write each range for itself, or fill the gaps"
            )
        }
        guard range.step > 0, allowsStep || range.step == 1 else {
            throw SequenceWordsError(
                description: "\(tool) has no word for \(range.step < 0 ? "a descending range" : "a step"): "
                    + "frames \(numbers); choose frames 1 apart, or renumber the files"
            )
        }
        return range
    }

    private static func word(_ text: String) -> String {
        (text.utf8.first == UInt8(ascii: "-") ? "./" + text : text).quotedForShell
    }
}
