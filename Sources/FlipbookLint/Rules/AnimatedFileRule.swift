import FlipbookCore
import FlipbookImaging

/// Files that hold an animation of their own.
public struct AnimatedFileRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.animated",
        severity: .warning,
        evidence: .headers,
        summary: "A file holds an animation of its own, of which only the first picture is shown.",
        discussion: "Files of the formats that Flipbook decodes; of the others load.unsupported says that nothing is "
            + "shown.",
        rationale: "Whoever drew it expects it to move; as a frame it is a still.",
        remedy: "Take the file apart into its pictures.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", 160, 90) { $0.isAnimated = true },
            ]),
            RuleExample([RuleExample.File("logo.png", 160, 90) { $0.isAnimated = true }]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such files.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { frame in
            guard let details = frame.details else { return false }
            return details.isAnimated && details.header.format.isDecoded
        }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "holds an animation; only its first picture is shown.",
                    many: "hold animations; only their first pictures are shown."
                ),
                fix: "Take \(frames.count == 1 ? "it" : "each") apart into pictures, one file for each."
            )
        ]
    }
}
