import FlipbookCore

/// Manifests that leave the speed open.
public struct DefaultRateRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "dur.default-rate",
        severity: .info,
        evidence: .headers,
        summary: "Neither a rate nor a duration is given, so the frames go at 30 a second.",
        rationale: "Nobody who reads the manifest knows whether that was meant; UIKit means 30 frames a second "
            + "by a duration of 0.",
        remedy: "Write frameRate or animationDuration.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.frameRate = nil }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard said.animationImages != nil, said.frameRate == nil, !manifest.hasOwnDurations,
            said.animationDuration ?? .zero <= .zero
        else { return [] }
        return [
            finding(
                in: manifest,
                key: said.animationDuration == nil ? .animationImages : .animationDuration,
                message: "no rate is given, so the frames go at 30 a second.",
                fix: "Write frameRate: 30, or what is meant."
            )
        ]
    }
}
