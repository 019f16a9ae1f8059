import FlipbookCore

/// Content modes that stretch the pictures out of shape.
public struct DistortionRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "mode.distorts",
        severity: .warning,
        evidence: .headers,
        summary: "The content mode stretches the pictures in one direction more than in the other.",
        discussion: "Where the proportions differ by more than one per cent, and by more than the pixel that the "
            + "rounding of a canvas costs. A manifest with a size and no contentMode has scaleToFill, as in UIKit.",
        rationale: "Circles become ellipses.",
        remedy: "Use scaleAspectFit or scaleAspectFill, or a canvas of the same proportions.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleToFill
                $0.size = PixelSize(width: 80, height: 45)
            },
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.size = PixelSize(width: 100, height: 56)
            },
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleToFill
                $0.size = PixelSize(width: 120, height: 90)
            },
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.size = PixelSize(width: 120, height: 90)
            },
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard [.scaleToFill, .redraw].contains(manifest.contentMode) else { return [] }
        let pixel = 1 / Double(manifest.outputScale)
        let odd = manifest.placements.first { placement in
            let (across, down) = (placement.horizontalScale, placement.verticalScale)
            return abs(across / down - 1) > 0.01
                && abs(placement.image.height * across - placement.bounds.height) >= pixel
                && abs(placement.image.width * down - placement.bounds.width) >= pixel
        }
        guard let odd, let bounds = manifest.bounds else { return [] }
        let unsaid = manifest.manifest.contentMode == nil ? " (contentMode is scaleToFill where nothing is said)" : ""
        return [
            finding(
                in: manifest,
                key: manifest.placementKey,
                message: "pictures of \(odd.image.inPoints) points are stretched to \(bounds.inPoints)\(unsaid).",
                fix: "Use scaleAspectFit or scaleAspectFill, or a canvas of the same proportions.",
                measured: odd.image.inPoints,
                expected: bounds.inPoints
            )
        ]
    }
}
