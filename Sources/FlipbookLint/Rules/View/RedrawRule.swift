import FlipbookCore

/// The content mode that draws anew.
public struct RedrawRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "mode.redraw",
        severity: .info,
        evidence: .headers,
        summary: "contentMode is redraw.",
        rationale: "For pictures it does what scaleToFill does; in UIKit it costs a drawing at every change of size.",
        remedy: "Write scaleToFill.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.contentMode = .redraw }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.contentMode == .redraw else { return [] }
        return [
            finding(
                in: manifest,
                key: .contentMode,
                message: "redraw places pictures as scaleToFill does.",
                fix: "Write scaleToFill.",
                measured: "redraw",
                expected: "scaleToFill"
            )
        ]
    }
}
