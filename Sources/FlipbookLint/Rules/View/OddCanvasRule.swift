import FlipbookCore

/// Frames with a side of an odd number of pixels.
public struct OddCanvasRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "canvas.odd",
        severity: .warning,
        isDefault: false,
        evidence: .headers,
        summary: "A side of the picture has an odd number of pixels.",
        discussion: "Only the size of most frames counts. Not run by default: it matters for video alone, and Flipbook "
            + "adds the row or column that is missing.",
        rationale:
            "Most video has one colour for two by two pixels (4:2:0); many encoders refuse odd sides, others cut "
            + "a row off.",
        remedy: "Draw on a canvas of even sides, or give one with --size.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([RuleExample.File("walk.1.png", 237, 135), RuleExample.File("walk.2.png", 237, 135)])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each scale factor whose usual size is odd.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, !sequence.areNumberedStills else { return [] }
        return sequence.sizes.compactMap { statistics in
            guard let size = statistics.usual, size != size.roundedUpToEven else { return nil }
            return finding(
                in: sequence.name,
                message: "the frames are \(size) px; video in 4:2:0 needs even sides.",
                fix: "Draw on \(size.roundedUpToEven) px, or give that with --size.",
                measured: "\(size)",
                expected: "\(size.roundedUpToEven)"
            )
        }
    }
}
