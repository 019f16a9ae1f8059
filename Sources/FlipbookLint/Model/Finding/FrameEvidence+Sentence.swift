package import FlipbookCore

/// The frames that a finding is about, in the sequence's order, in a sentence.
extension [FrameEvidence] {
    package var numbers: FrameSet? {
        let isNumbered = !isEmpty && indices.allSatisfy { self[$0].number != nil }
        return isNumbered ? FrameSet(indices.lazy.compactMap { self[$0].number }) : nil
    }

    /// The frames by number or by name: `walk.0007.png`, `frames 3-5`, `4 files (a.png, b.png, c.png, …)`.
    package var text: String {
        if count == 1 { return self[0].name }
        guard let numbers else { return "\(count) files (\(prefix(4).map(\.name).firstFew))" }
        return numbers.asFrames + (numbers.count == count ? "" : " (\(count) files)")
    }

    /// The pronoun for the frames in a sentence: `it`, `them`.
    package var them: String { count == 1 ? "it" : "them" }
    /// The noun for the frames in a sentence: `this frame`, `these frames`.
    package var these: String { count == 1 ? "this frame" : "these frames" }
}

extension FrameSet {
    /// The numbers with their noun, the first ten ranges of them: `frame 7`, `frames 3,7-9`.
    package var asFrames: String {
        let most = 10
        guard ranges.count > most else { return (count == 1 ? "frame " : "frames ") + description }
        return "frames " + ranges.prefix(most).map(\.description).joined(separator: ",") + ",… (\(count) in all)"
    }
}

extension String {
    /// The text with a full stop where it has no end of its own.
    package var asSentence: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }

    /// The sentence about several: its verb, with which it begins, in the plural, or else `are` before it.
    package var inPlural: String {
        let verb = prefix { $0.isLetter }
        let plural =
            switch verb {
            case "": "are "
            case "has": "have"
            case "is": "are"
            case "does": "do"
            case "can", "cannot": String(verb)
            default: String(verb.dropLast(verb.hasSuffix("ches") ? 2 : 1))
            }
        return plural + dropFirst(verb.count)
    }
}
