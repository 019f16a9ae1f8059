import FlipbookCore
import FlipbookImaging

/// Frames that are all but opaque.
public struct NearlyOpaqueRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.nearly-opaque",
        severity: .info,
        evidence: .pixels,
        summary: "Every pixel is almost opaque, and not quite.",
        discussion: "Every alpha is at least 250, and some are below 255.",
        rationale: "It is hardly meant, and the background shines through by a level or two.",
        remedy: "Set alpha to 255, or write the frames without an alpha channel.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png") { $0.leastAlpha = 252 },
                RuleExample.File("walk.2.png") { $0.leastAlpha = 252 },
            ])
        ]
    )

    /// The least alpha that counts as almost opaque.
    private static let threshold = 250

    /// A rule without options.
    public init() {}

    /// One finding for all such frames.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { (Self.threshold..<255).contains($0.pixels?.leastAlpha ?? 0) }
        guard sequence.kind == .animation, let least = frames.compactMap(\.pixels?.leastAlpha).min() else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "every alpha is between \(least) and 255: almost opaque, and not quite.",
                    many: "have every alpha between \(least) and 255: almost opaque, and not quite."
                ),
                fix: "Set alpha to 255, or write \(frames.count == 1 ? "it" : "them") without an alpha channel.",
                measured: "\(least)",
                expected: "255"
            )
        ]
    }
}
