import FlipbookCore

/// Manifests of sequences that never end.
public struct InfiniteRepeatRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "repeat.infinite-export",
        severity: .warning,
        isDefault: false,
        evidence: .headers,
        summary: "The sequence repeats for ever.",
        discussion: "Not run by default: on a screen it is what most animations do.",
        rationale: "A video file cannot; an export has to be told how many cycles it is to hold.",
        remedy: "Give the number of cycles, or export with --repeat.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.animationRepeatCount = 0
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.animationRepeatCount == 0 else { return [] }
        return [
            finding(
                in: manifest,
                key: .animationRepeatCount,
                message: "animationRepeatCount 0 is for ever, which no video file can hold.",
                fix: "Give the number of cycles, or export with --repeat.",
                measured: "0"
            )
        ]
    }
}
