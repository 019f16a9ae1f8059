import FlipbookCore

/// Outputs at a scale that no picture is drawn for.
public struct MissingVariantRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "scale.missing-variant",
        severity: .warning,
        evidence: .headers,
        summary: "The manifest asks for a scale of 2 or more, and the pictures are there at a smaller one only.",
        rationale: "They are scaled up, so the output is as soft as at @1x and takes four times the pixels.",
        remedy: "Draw the pictures as @2x, or ask for a smaller scale.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1@2x.png", 320, 180), RuleExample.File("a2@2x.png", 320, 180)]) {
                $0.scale = 2
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.scale = 2 }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let scale = manifest.manifest.scale, scale > 1, let largest = manifest.frames.lazy.map(\.scale).max(),
            largest < scale.variant
        else { return [] }
        return [
            finding(
                in: manifest,
                key: .scale,
                message: "scale \(scale) is asked for, and the pictures are @\(largest)x.",
                fix: "Draw them as @\(scale.variant)x, or ask for scale \(largest).",
                measured: "@\(largest)x",
                expected: "@\(scale.variant)x"
            )
        ]
    }
}
