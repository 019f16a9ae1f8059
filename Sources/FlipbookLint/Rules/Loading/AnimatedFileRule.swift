import FlipbookCore
import FlipbookImaging

/// Files that hold an animation of their own.
public struct AnimatedFileRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.animated",
        severity: .warning,
        evidence: .headers,
        summary: "A file holds several pictures, of which only the first is shown.",
        discussion:
            "Animated PNG files that repeat, and TIFF files of several pages; of formats that Flipbook does not "
            + "decode load.unsupported says that nothing is shown.",
        rationale: "Whoever made it expects all of them to be seen; as a frame it is a still.",
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
        let arePages = frames.allSatisfy { $0.header?.format == .tiff }
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "holds \(arePages ? "several pages" : "an animation"); only its first picture is shown.",
                    many: "hold \(arePages ? "several pages" : "animations"); only their first pictures are shown."
                ),
                fix: "Take \(frames.count == 1 ? "it" : "each") apart into pictures, one file for each."
            )
        ]
    }
}
