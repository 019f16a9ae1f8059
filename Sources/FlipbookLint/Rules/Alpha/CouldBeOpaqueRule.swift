import FlipbookCore
import FlipbookImaging

/// Views that cover all that is behind them and do not say so.
public struct CouldBeOpaqueRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "opaque.could-be",
        severity: .info,
        evidence: .pixels,
        summary: "Every pixel of every frame is opaque and the canvas is filled, but isOpaque is not set.",
        discussion: "Where alpha is 1 and there are no cap insets or overlays to judge.",
        rationale: "An opaque view need not be blended with what is behind it: showing and exporting it is cheaper.",
        remedy: "Set isOpaque to true.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in },
            RuleExample.manifest([opaque("a1.png"), opaque("a2.png")]) {
                $0.isOpaque = true
                $0.backgroundColor = .color(.white)
            },
        ],
        failing: [RuleExample.manifest([opaque("a1.png"), opaque("a2.png")]) { _ in }]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard manifest.hasLabels, said.isOpaque == nil, said.alpha ?? 1 == 1, said.resizing == nil,
            !manifest.frames.isEmpty, manifest.frames.allSatisfy({ $0.pixels?.leastAlpha == 255 }),
            Set(manifest.frames.map(\.pointSize)).count == 1, manifest.placements.allSatisfy(\.fills)
        else { return [] }
        return [
            finding(
                in: manifest,
                key: .animationImages,
                message:
                    "every pixel of \(manifest.frames.count == 1 ? "the frame" : "all \(manifest.frames.count) frames")"
                    + " is opaque, and isOpaque is not set.",
                fix: "Set isOpaque to true.",
                measured: "isOpaque not set",
                expected: "isOpaque true"
            )
        ]
    }

    /// A made-up picture without an alpha channel.
    private static func opaque(_ name: String) -> RuleExample.File {
        let file = RuleExample.File(name, pixels: UnusedAlphaRule.opaque)
        guard case .picture(var details) = file.content else { return file }
        details.header.hasAlpha = false
        details.transparency = .none
        return RuleExample.File(name, .picture(details), pixels: file.pixels)
    }
}
