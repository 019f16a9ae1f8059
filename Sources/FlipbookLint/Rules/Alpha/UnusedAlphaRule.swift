import FlipbookCore
import FlipbookImaging

/// Alpha channels that say nothing.
public struct UnusedAlphaRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.unused-channel",
        severity: .warning,
        evidence: .pixels,
        summary: "The frames have an alpha channel, and every pixel is opaque.",
        discussion: "Judged for the sequence as a whole: an opaque frame among transparent ones is in order.",
        rationale:
            "The channel takes memory and time in every program that blends, and asks for a codec that carries it.",
        remedy: "Write the frames without an alpha channel.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", pixels: opaque), RuleExample.File("walk.2.png", pixels: opaque),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all frames, or none.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { $0.pixels != nil && $0.header?.hasAlpha == true }
        guard sequence.kind == .animation, !frames.isEmpty,
            sequence.frames.allSatisfy({ $0.pixels?.leastAlpha ?? 255 == 255 })
        else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "has an alpha channel, and every pixel is opaque.",
                    many: "have an alpha channel, and every pixel is opaque."
                ),
                fix: "Write \(frames.count == 1 ? "it" : "them") without an alpha channel.",
                measured: "alpha 255",
                expected: "no alpha channel"
            )
        ]
    }

    /// Makes a made-up picture opaque.
    static let opaque: @Sendable (inout PictureFacts) -> Void = {
        $0.leastAlpha = 255
        $0.translucentCount = 0
        $0.brightTranslucentCount = 0
    }
}
