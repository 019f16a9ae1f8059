import FlipbookCore

/// Content modes that stretch the pictures out of shape.
public struct DistortionRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "mode.distorts",
        severity: .warning,
        evidence: .headers,
        summary: "The content mode stretches the pictures in one direction more than in the other.",
        discussion: "Where the proportions differ by more than one per cent.",
        rationale: "Circles become ellipses.",
        remedy: "Use scaleAspectFit or scaleAspectFill, or a canvas of the same proportions.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleToFill
                $0.size = PixelSize(width: 80, height: 45)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleToFill
                $0.size = PixelSize(width: 120, height: 90)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard [.scaleToFill, .redraw].contains(manifest.manifest.contentMode) else { return [] }
        let odd = manifest.placements.filter { abs($0.horizontalScale / $0.verticalScale - 1) > 0.01 }
        guard let first = odd.first, let bounds = manifest.bounds else { return [] }
        return [
            finding(
                in: manifest,
                key: .contentMode,
                message: "pictures of \(first.image.inPoints) points are stretched to \(bounds.inPoints).",
                fix: "Use scaleAspectFit or scaleAspectFill, or a canvas of the same proportions.",
                measured: first.image.inPoints,
                expected: bounds.inPoints
            )
        ]
    }
}
