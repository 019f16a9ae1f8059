import FlipbookCore

/// UIKit's former ways to stretch.
public struct LegacyCapsRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.legacy",
        severity: .info,
        evidence: .names,
        summary: "A manifest says with UIKit's former words how pictures stretch.",
        discussion: "These are leftCapWidth, topCapHeight and contentStretch.",
        rationale:
            "UIKit has deprecated them: cap insets say the same, in points for all four sides, and can tile as well.",
        remedy: "Write capInsets with resizingMode stretch.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
                $0.resizingMode = .stretch
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.leftCapWidth = 10
                $0.topCapHeight = 10
            },
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentStretch = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            },
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        let keys: [ManifestKey] = [
            said.leftCapWidth == nil ? nil : .leftCapWidth,
            said.topCapHeight == nil ? nil : .topCapHeight,
            said.contentStretch == nil ? nil : .contentStretch,
        ].compactMap(\.self)
        guard let first = keys.first else { return [] }
        let words = keys.map(\.rawValue).listed(by: "and")
        return [
            finding(
                in: manifest,
                key: first,
                message: "\(words) \(keys.count == 1 ? "is" : "are") UIKit's former way to stretch.",
                fix: "Write capInsets with resizingMode stretch.",
                measured: words,
                expected: ManifestKey.capInsets.rawValue
            )
        ]
    }
}
