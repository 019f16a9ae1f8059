import FlipbookCore
import FlipbookLint

extension LintRule {
    /// Frames whose sides are not multiples of a number that a video codec requires.
    static let oddSize = LintRule(
        .init("studio.odd-size", .warning, evidence: .headers),
        summary: "A frame's sides are not multiples of the number that the codec requires.",
        why: "Most videos store one color for four pixels, so an odd row or column is cropped or invented.",
        remedy: "Render the frames a pixel larger or smaller.",
        options: [RuleOption("multiple", "The number that divides both sides.", default: 2, in: 2...64)],
        passing: [["walk.1.png", "walk.2.png"]],
        failing: [[.init("walk.1.png", 161, 90), .init("walk.2.png", 161, 90)]]
    ) { options in
        let multiple = options.integer("multiple")
        return .frames { frame in
            frame.size.map { $0.width % multiple != 0 || $0.height % multiple != 0 } ?? false
        } verdict: { frames in
            let size = frames.compactMap(\.size)[0]
            return frames.verdict(
                one: "\(size) px is not a multiple of \(multiple).",
                many: "are not multiples of \(multiple) px; the first is \(size).",
                fix: "Render the frames a pixel larger or smaller.",
                measured: "\(size)"
            )
        }
    }
}
