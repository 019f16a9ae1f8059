import FlipbookCore

/// Canvases that are smaller than the caps.
public struct CapsBoundsRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.bounds-too-small",
        severity: .warning,
        evidence: .headers,
        summary: "The canvas is smaller than the cap insets together.",
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
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let caps = manifest.caps, let bounds = manifest.bounds,
            caps.width > bounds.width || caps.height > bounds.height
        else { return [] }
        let taken = "\(caps.width.shortest)x\(caps.height.shortest)"
        return [
            finding(
                in: manifest,
                key: caps.key,
                message: "the caps take \(taken) points, the canvas has \(bounds.inPoints).",
                fix: "Make the canvas larger, or the \(caps.noun) smaller.",
                measured: taken,
                expected: "at most \(bounds.inPoints)"
            )
        ]
    }
}
