import FlipbookCore

/// Canvases that come from the first frame.
public struct ImplicitCanvasRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "canvas.implicit",
        severity: .info,
        evidence: .headers,
        summary: "The frames have several sizes and the manifest gives no canvas, so the first frame decides.",
        rationale: "The output changes its size when the first frame is replaced.",
        remedy: "Write size.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { $0.mismatch = .fit }
        ],
        failing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png"), RuleExample.File("a3.png", 320, 180)],
                alsoFoundBy: ["seq.mixed-size"]
            ) { $0.mismatch = .fit }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.size == nil, manifest.manifest.mismatch == .fit,
            let first = manifest.frames.lazy.compactMap(\.pointSize).first,
            manifest.frames.contains(where: { $0.pointSize.map { $0 != first } ?? false })
        else { return [] }
        return [
            finding(
                in: manifest,
                key: .mismatch,
                message: "the frames have several sizes, so the canvas is the first one's: \(first.inPoints) points.",
                fix: "Write size, so that the output does not hang on the first frame.",
                measured: first.inPoints
            )
        ]
    }
}
