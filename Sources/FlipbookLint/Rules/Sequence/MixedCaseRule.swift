import FlipbookCore

/// Frames whose names differ from those of most in the size of letters: `walk.1.png`, `Walk.2.png`.
public struct MixedCaseRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-case",
        severity: .error,
        evidence: .names,
        summary: "Some frames are named with large letters where most have small ones, or the other way round.",
        rationale: "To Linux these are two sequences, each with gaps; on a Mac or under Windows they look like one.",
        remedy: "Rename the files.",
        passing: [RuleExample(names: ["Walk.1.png", "Walk.2.png", "Walk.3.png"])],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png", "Walk.3.png", "walk.4.png"])]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each spelling but the usual one.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.namesakes.flatMap { namesakes in
            namesakes.odd.filter { $0.difference(from: namesakes.usual) == .letters }.map { odd in
                finding(odd, in: namesakes, by: "other letters, large or small")
            }
        }
    }
}
