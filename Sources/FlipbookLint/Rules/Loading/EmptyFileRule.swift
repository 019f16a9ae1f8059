import FlipbookImaging

/// Files of zero bytes.
///
/// A renderer that was stopped, or a disk that was full, leaves such files behind.
public struct EmptyFileRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.empty",
        severity: .error,
        evidence: .headers,
        summary: "A file is empty.",
        rationale: "There is nothing to show; a stopped renderer or a full disk leaves such files behind.",
        remedy: "Render or copy the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", .fault(.empty))]),
            RuleExample([RuleExample.File("logo.png", .fault(.empty))]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all empty files.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.faulty { $0 == .empty }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "the file is empty (0 bytes).", many: "are empty (0 bytes)."),
                fix: "Render or copy \(frames.count == 1 ? "this frame" : "these frames") again.",
                measured: "0 bytes"
            )
        ]
    }
}
