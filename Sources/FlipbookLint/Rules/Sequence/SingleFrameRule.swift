import FlipbookCore

/// A sequence of one frame.
public struct SingleFrameRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.single-frame",
        severity: .info,
        evidence: .names,
        summary: "A sequence has one frame.",
        discussion: "Said where a pattern or a manifest leads to one frame. A numbered picture that lies alone in a "
            + "folder is a still.",
        rationale: "It animates, but nothing changes; often the pattern misses the other frames.",
        remedy: "Check the pattern, or show the picture as a still.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png"], pattern: "walk.@.png"),
            RuleExample(names: ["walk.1.png"]),
        ],
        failing: [RuleExample(names: ["walk.0001.png", "walk_0002.png"], pattern: "walk.####.png")]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a sequence of one frame.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        // One frame beside others of the same name is another rule's finding.
        guard folder.sequences.count == 1, folder.manifest?.missing.isEmpty ?? true else { return [] }
        return folder.sequences.filter { $0.frameCount == 1 && $0.missing.isEmpty }.map { sequence in
            finding(
                in: sequence.name,
                culprits: Culprits(sequence.frames),
                message: "the only frame; nothing will move.",
                fix: "Check the pattern, or show the picture as a still.",
                measured: "1 frame"
            )
        }
    }
}
