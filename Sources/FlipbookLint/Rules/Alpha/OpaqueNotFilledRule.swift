import FlipbookCore
import FlipbookImaging

/// Opaque views that something shows through.
public struct OpaqueNotFilledRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "opaque.not-filled",
        severity: .error,
        evidence: .headers,
        summary: "isOpaque is true, and the pictures or the space around them are transparent, without an opaque "
            + "background.",
        discussion: "An error where the content mode leaves a part of the canvas free, a warning where a picture "
            + "has an alpha channel, which it need not make use of.",
        rationale: "An opaque view promises to fill its bounds. What lies behind it is not drawn there, so old "
            + "pictures or noise show.",
        remedy: "Give an opaque backgroundColor, or set isOpaque to false.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.isOpaque = true
                $0.backgroundColor = .black
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.isOpaque = true }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard said.isOpaque == true, !(said.backgroundColor?.isOpaque ?? false) else { return [] }
        let hasGaps = manifest.placements.contains { !$0.fills }
        let transparent = manifest.frames.filter { $0.header?.hasAlpha ?? false }.count
        guard hasGaps || transparent > 0 else { return [] }
        return [
            finding(
                in: manifest,
                key: .isOpaque,
                severity: hasGaps ? .error : .warning,
                message: hasGaps
                    ? "isOpaque is true, but the pictures do not fill the canvas, and there is no opaque background."
                    : "isOpaque is true, but \(transparent.of("frame")) can be transparent, "
                        + "and there is no opaque background.",
                fix: "Give an opaque backgroundColor, or set isOpaque to false."
            )
        ]
    }
}
