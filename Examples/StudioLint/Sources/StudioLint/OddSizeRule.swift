import FlipbookCore
import FlipbookLint

extension LintRule {
    /// Frames whose sides a video codec cannot divide.
    static let oddSize = LintRule(
        .init("studio.odd-size", .warning, evidence: .headers),
        summary: "A frame's sides are no multiple of what the codec wants.",
        why: "Most videos store color for two by two pixels, so an odd row or column is lost or made up.",
        remedy: "Render the frames a pixel larger or smaller.",
        options: [RuleOption("multiple", "Both sides have to be a multiple of this.", default: 2, in: 2...64)],
        passing: [["walk.1.png", "walk.2.png"]],
        failing: [[.init("walk.1.png", 161, 90), .init("walk.2.png", 161, 90)]]
    ) { options in
        let multiple = options.integer("multiple")
        return .frames { frame in
            frame.size.map { $0.width % multiple != 0 || $0.height % multiple != 0 } ?? false
        } verdict: { frames in
            let size = frames.compactMap(\.size)[0]
            return frames.verdict(
                one: "\(size) px is no multiple of \(multiple).",
                many: "are no multiple of \(multiple) px, the first one is \(size).",
                fix: "Render the frames a pixel larger or smaller.",
                measured: "\(size)"
            )
        }
    }
}
