import FlipbookCore

/// Content modes that leave a part of the canvas free, with nothing behind it.
public struct ModeGapsRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "mode.gaps",
        severity: .info,
        evidence: .headers,
        summary: "The pictures do not fill the canvas, and there is no background.",
        rationale: "The free part is transparent, and black in a video.",
        remedy: "Give a backgroundColor, or use scaleAspectFill.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 200, height: 200)
                $0.backgroundColor = .black
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 200, height: 200)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.backgroundColor == nil, manifest.manifest.isOpaque != true,
            let first = manifest.placements.first(where: { !$0.fills }), let bounds = manifest.bounds
        else { return [] }
        return [
            finding(
                in: manifest,
                key: manifest.placementKey,
                message:
                    "pictures of \(first.image.inPoints) points leave a part of the canvas of \(bounds.inPoints) free, "
                    + "and there is no background.",
                fix: "Give a backgroundColor, or use scaleAspectFill."
            )
        ]
    }
}
