import FlipbookCore

/// Canvases that are smaller than the caps.
public struct CapsBoundsRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.bounds-too-small",
        severity: .warning,
        evidence: .headers,
        summary: "The canvas is smaller than the caps together.",
        discussion: "With leftCapWidth and topCapHeight one point behind the cap stretches, and all the rest of the "
            + "picture is caps.",
        rationale: "The corners overlap or are squeezed; how is undefined.",
        remedy: "Make the canvas larger, or the insets smaller.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
                $0.size = PixelSize(width: 40, height: 40)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 30, left: 10, bottom: 30, right: 10)
                $0.size = PixelSize(width: 40, height: 40)
            },
            // Of 160 points 159 are caps.
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                alsoFoundBy: ["caps.legacy"]
            ) {
                $0.leftCapWidth = 10
                $0.size = PixelSize(width: 120, height: 90)
            },
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let caps = manifest.caps, let bounds = manifest.bounds else { return [] }
        let (width, height) = caps.rigid(of: manifest.usualPointSize ?? Size(width: 0, height: 0))
        guard width > bounds.width || height > bounds.height else { return [] }
        let taken = "\(width.shortest)x\(height.shortest)"
        return [
            finding(
                in: manifest,
                key: caps.key,
                message: "the caps take \(taken) points, the canvas has \(bounds.inPoints).",
                fix: caps.key == .capInsets
                    ? "Make the canvas larger, or the insets smaller."
                    : "Make the canvas larger, or write capInsets, which leave more to stretch.",
                measured: taken,
                expected: "at most \(bounds.inPoints)"
            )
        ]
    }
}
