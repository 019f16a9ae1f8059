import FlipbookImaging

/// Files that end before their picture does.
public struct TruncatedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.truncated",
        severity: .error,
        evidence: .headers,
        summary: "A file ends before its picture does.",
        rationale:
            "Programs show the rest of such a picture black, grey or not at all; a copy or a render was cut off.",
        remedy: "Render or copy the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", .fault(.truncated)),
                RuleExample.File("walk.3.png", .fault(.truncated)),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all files that are cut short.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.faulty { $0 == .truncated }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "cut short: the file ends before its picture does.",
                    many: "are cut short: the files end before their pictures do."
                ),
                fix: "Render or copy \(frames.count == 1 ? "this frame" : "these frames") again."
            )
        ]
    }
}
