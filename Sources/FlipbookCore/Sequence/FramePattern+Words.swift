package enum SequenceWords: String, CaseIterable, Hashable, Sendable {
    /// Arguments for ffmpeg's image2: `-start_number 1 -i walk.%04d.png -frames:v 24`.
    case ffmpeg
    /// A file and a range for pasting into Nuke: `walk.####.png 1-24`.
    case nuke
    /// An expression and a range: `walk.$F4.png 1 24`.
    case houdini
    /// An argument for RV: `walk.1-24#.png`.
    case rv
    /// fileseq: `walk.1-24#.png`.
    case fileseq
    /// A Clique collection: `walk.%04d.png [1-3, 5]`.
    case clique
}

package struct SequenceWordsError: ExplainedError, Hashable {
    package var code: ErrorCode { "sequence.words" }
    package let explanation: Explanation

    package init(description: String) { explanation = Explanation(description) }
}

extension FramePattern {
    /// Returns the frames in a tool's syntax, quoted for a shell if the tool is started from one.
    /// - Parameter numbers: The frames. If `nil` or empty, the result is the pattern alone.
    /// - Throws: ``SequenceWordsError`` if the tool cannot express the frames. For example, ffmpeg supports neither steps nor
    ///   gaps.
    package func text(for tool: SequenceWords, numbers: FrameSet?) throws(SequenceWordsError) -> String {
        let (before, after) = try literals(for: tool)
        let width = padding.width
        let printf = before + (width > 1 ? "%0\(width)d" : "%d") + after
        let fileseq = before + padding.fileseqText + after
        let range = numbers.flatMap { $0.isEmpty ? nil : $0 }
        switch tool {
        case .ffmpeg:
            guard let range else { return "-i \(Self.word(printf))" }
            guard width == 1 || padding.isSignBesideDigits || range.allSatisfy({ $0 >= 0 }) else {
                let (own, other) = (FileNumber.text(of: -1, width: width), FileNumber.text(of: 1, width: width))
                let fact = "ffmpeg writes -1 as \(FilePath(prefix))-\(other), but these files have \(own)"
                throw SequenceWordsError(description: "\(fact); omit negative numbers")
            }
            let only = try steady(range, tool: "ffmpeg", allowsStep: false)
            return "-start_number \(only.first) -i \(Self.word(printf)) -frames:v \(only.count)"
        case .nuke:
            let name = before + String(repeating: "#", count: width) + after
            return range.map { "\(name) \($0)" } ?? name
        case .houdini:
            let name = before + (width > 1 ? "$F\(width)" : "$F") + after
            guard let range else { return name }
            let only = try steady(range, tool: "Houdini", allowsStep: true)
            return "\(name) \(only.first) \(only.last)" + (only.step == 1 ? "" : " \(only.step)")
        case .clique:
            guard let range else { return printf }
            return "\(printf) [\(try Self.clique(range))]"
        case .fileseq where range != nil && mayJoinRange:
            let end = String(prefix.suffix(1)).escapingControlCharacters
            let fact = "fileseq has no syntax for a range after a name that ends with \"\(end)\""
            let advice = "pass \(Self.word(fileseq)), and fileseq finds the files"
            throw SequenceWordsError(description: "\(fact), which it reads as part of the range; \(advice)")
        case .rv where range != nil && mayJoinRange: return Self.word(fileseq + " " + (range?.description ?? ""))
        case .rv, .fileseq:
            let padding = self.padding.style == .udim ? self.padding.text : self.padding.fileseqText
            return Self.word(before + (range?.description ?? "") + padding + after)
        }
    }

    /// A Boolean value that indicates whether a tool reads the end of the prefix as part of a range: `coin-0-15@`.
    private var mayJoinRange: Bool { prefix.utf8.last.map { $0.isDigit || "-,".utf8.contains($0) } ?? false }

    private func literals(for tool: SequenceWords) throws(SequenceWordsError) -> (String, String) {
        let name = name(of: 0)
        let digits = FileNumber.text(of: 0, width: padding.width)
        let suffix = String(decoding: name.utf8.dropFirst(prefix.utf8.count + digits.utf8.count), as: UTF8.self)
        let parts = [directory + prefix, suffix]
        let special: String =
            switch tool {
            case .ffmpeg: ""
            case .nuke: "#% "
            case .houdini: "$` "
            case .rv, .fileseq: "#@%\\"
            case .clique: "%"
            }
        if let sign = parts.joined().unicodeScalars.first(where: special.unicodeScalars.contains) {
            let fact = "\(FilePath(name)): \(tool.rawValue) would misread the \"\(sign)\" in the name"
            throw SequenceWordsError(description: "\(fact); rename the files")
        }
        guard tool == .ffmpeg else { return (parts[0], parts[1]) }
        let doubled = parts.map { $0.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") }
        return (doubled[0], doubled[1])
    }

    private static func clique(_ numbers: FrameSet) throws(SequenceWordsError) -> String {
        func refusal(_ what: String) -> SequenceWordsError {
            SequenceWordsError(description: "Clique has no syntax for \(what): frames \(numbers); choose other frames")
        }
        var (words, last): ([String], Int?) = ([], nil)
        for range in numbers.ranges {
            guard range.lowerBound >= 0 else { throw refusal("a negative number") }
            guard range.step > 0, last.map({ $0 < range.first }) ?? true else { throw refusal("descending numbers") }
            guard range.step == 1 || range.count <= 10_000 - words.count else { throw refusal("a step") }
            last = range.last
            words += range.step == 1 ? [range.description] : range.map(String.init)
        }
        return words.joined(separator: ", ")
    }

    private func steady(_ numbers: FrameSet, tool: String, allowsStep: Bool) throws(SequenceWordsError) -> FrameRange {
        guard numbers.ranges.count == 1, let range = numbers.ranges.first else {
            let fact = "\(tool) has no syntax for a gap or a list: frames \(numbers)"
            throw SequenceWordsError(description: "\(fact); write each range separately, or fill the gaps")
        }
        guard range.step > 0, allowsStep || range.step == 1 else {
            let fact = "\(tool) has no syntax for \(range.step < 0 ? "a descending range" : "a step")"
            let advice = "choose consecutive frames, or renumber the files"
            throw SequenceWordsError(description: "\(fact): frames \(numbers); \(advice)")
        }
        return range
    }

    private static func word(_ text: String) -> String { FilePath(text).quotedAsArgument }
}
