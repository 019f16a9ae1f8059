import FlipbookCore

/// Cap insets in a view that does not stretch.
public struct CapsModeRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.mode",
        severity: .warning,
        evidence: .headers,
        summary: "Cap insets are given together with a content mode that does not scale.",
        rationale: "They have no effect: nothing is stretched.",
        remedy: "Remove the insets, or use scaleToFill.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
                $0.contentMode = .scaleToFill
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
                $0.contentMode = .topLeft
            },
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                alsoFoundBy: ["caps.legacy"]
            ) {
                $0.leftCapWidth = 5
                $0.contentMode = .center
            },
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let scaling: [ContentMode] = [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw]
        guard let mode = manifest.manifest.contentMode, let caps = manifest.caps, caps.width != 0 || caps.height != 0,
            !scaling.contains(mode)
        else { return [] }
        return [
            finding(
                in: manifest,
                key: caps.key,
                message: "\(caps.words) no effect with contentMode \(mode.name), which does not scale.",
                fix: "Remove the \(caps.noun), or use scaleToFill.",
                measured: mode.name,
                expected: "scaleToFill"
            )
        ]
    }
}
