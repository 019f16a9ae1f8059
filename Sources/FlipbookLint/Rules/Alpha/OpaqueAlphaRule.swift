import FlipbookCore

/// Opaque views with an alpha that has no effect.
public struct OpaqueAlphaRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "opaque.alpha-ignored",
        severity: .warning,
        evidence: .headers,
        summary: "isOpaque is true and alpha is less than 1.",
        rationale: "An opaque view ignores alpha: it is shown as if alpha were 1.",
        remedy: "Remove one of the two.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.alpha = 0.5 }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.isOpaque = true
                $0.alpha = 0.5
                $0.backgroundColor = .black
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.isOpaque == true, let alpha = manifest.manifest.alpha, alpha < 1 else { return [] }
        return [
            finding(
                in: manifest,
                key: .alpha,
                message: "alpha \(alpha.shortest) has no effect, since isOpaque is true.",
                fix: "Remove alpha, or set isOpaque to false.",
                measured: alpha.shortest,
                expected: "1"
            )
        ]
    }
}
