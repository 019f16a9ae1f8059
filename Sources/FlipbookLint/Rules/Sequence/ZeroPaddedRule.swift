import FlipbookCore

/// Numbers with zeros in front, which UIKit does not look for.
public struct ZeroPaddedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.zero-padded",
        severity: .warning,
        isDefault: false,
        evidence: .names,
        summary: "Frame numbers are padded with zeros.",
        discussion: "Not run by default: everywhere but in UIKit's animatedImageNamed zeros are a virtue.",
        rationale: "UIImage.animatedImageNamed looks for walk1, not for walk01, and finds nothing.",
        remedy: "Rename the frames without zeros, or load them by a pattern.",
        passing: [RuleExample(names: ["a1.png", "a2.png", "a3.png"])],
        failing: [RuleExample(names: ["a01.png", "a02.png", "a03.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a padded sequence.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, let width = sequence.pattern?.padding.width, width > 1 else { return [] }
        guard sequence.isZeroPadded else { return [] }
        return [
            finding(
                in: sequence.name,
                message: "the numbers are padded to \(width) digits; UIKit's animatedImageNamed looks for plain ones.",
                fix: "Rename the frames without zeros, or load them by a pattern.",
                measured: width.of("digit"),
                expected: "no zeros in front"
            )
        ]
    }
}
