import FlipbookCore
import FlipbookImaging

/// Files that do not say what their numbers mean as colours.
public struct UntaggedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "color.untagged",
        severity: .info,
        isDefault: false,
        evidence: .headers,
        summary: "Frames do not say which colours their numbers mean.",
        discussion: "Off unless it is selected, since most files that are meant as sRGB do not say so.",
        rationale: "Without a tag each program assumes what it likes; most assume sRGB, some the screen's own colours.",
        remedy: "Write the sRGB chunk, or embed the profile.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.colorStatements = .sRGB },
                RuleExample.File("walk.2.png", 160, 90) { $0.colorStatements = .sRGB },
            ])
        ],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such files of a sequence.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { frame in
            frame.details.map { $0.colorStatements.isEmpty && $0.header.format.isDecoded } ?? false
        }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "does not say which colours its numbers mean.",
                    many: "do not say which colours their numbers mean."
                ),
                fix: "Write the sRGB chunk, or embed the profile.",
                measured: "untagged",
                expected: "sRGB"
            )
        ]
    }
}
