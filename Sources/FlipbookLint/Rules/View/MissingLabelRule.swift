import FlipbookCore

/// Animations that nobody can describe to who does not see them.
public struct MissingLabelRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "a11y.missing-label",
        severity: .info,
        evidence: .headers,
        summary: "Neither a title nor a description is given.",
        rationale: "Who cannot see the animation learns nothing of it; an exported file carries no name either.",
        remedy: "Write title, or description for what is shown.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.title = nil }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.hasLabels, manifest.manifest.title == nil, manifest.manifest.summary == nil else { return [] }
        return [
            finding(
                in: manifest,
                key: nil,
                message: "there is no title and no description for who cannot see the animation.",
                fix: "Write title, or description for what is shown."
            )
        ]
    }
}
