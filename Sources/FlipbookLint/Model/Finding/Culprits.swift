package import FlipbookCore

/// The frames that a finding is about, and how a sentence names them.
package struct Culprits: Sendable {
    /// The frames, in the sequence's order.
    package let frames: [FrameEvidence]

    /// The given frames.
    package init(_ frames: [FrameEvidence]) {
        self.frames = frames
        let isNumbered = !frames.isEmpty && frames.indices.allSatisfy { frames[$0].number != nil }
        numbers = isNumbered ? FrameSet(frames.indices.lazy.compactMap { frames[$0].number }) : nil
    }

    /// Their numbers; `nil` where a file has none.
    package let numbers: FrameSet?

    /// A sentence about them: `one` alone, since the reader sees the file's name in front of it, or
    /// `many` after their numbers or names.
    package func sentence(one: String, many: String) -> String {
        frames.count == 1 ? one : "\(text) \(many)"
    }

    /// What a sentence calls them: `walk.0007.png`, `frames 3-5`, `4 files (a.png, b.png, c.png, …)`.
    package var text: String {
        if frames.count == 1, let frame = frames.first { return frame.name }
        if let numbers {
            return numbers.asFrames + (numbers.count == frames.count ? "" : " (\(frames.count) files)")
        }
        return "\(frames.count) files (\(frames.prefix(4).map(\.name).firstFew))"
    }
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
}
