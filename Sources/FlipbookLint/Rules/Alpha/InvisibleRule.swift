import FlipbookCore

/// Views that nobody sees.
public struct InvisibleRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.invisible",
        severity: .warning,
        evidence: .headers,
        summary: "alpha is 0.",
        rationale: "Nothing but the background is shown.",
        remedy: "Remove alpha, or set it to more than 0.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.alpha = 0.5 }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.alpha = 0 }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.alpha == 0, manifest.manifest.isOpaque != true else { return [] }
        return [
            finding(
                in: manifest,
                key: .alpha,
                message: "alpha 0: nothing but the background is shown.",
                fix: "Remove alpha, or set it to more than 0.",
                measured: "0"
            )
        ]
    }
}
