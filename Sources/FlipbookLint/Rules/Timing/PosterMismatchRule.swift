import FlipbookCore

/// Static pictures of another size than the frames.
public struct PosterMismatchRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "end.poster-mismatch",
        severity: .warning,
        evidence: .headers,
        summary: "The picture that is shown while nothing animates has another size than the frames.",
        rationale: "The view jumps when the animation begins and when it ends.",
        remedy: "Draw it in the size of the frames.",
        passing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("p@2x.png", 320, 180)]
            ) { $0.image = FilePath("p@2x.png") }
        ],
        failing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("p.png", 200, 90)]
            ) { $0.image = FilePath("p.png") }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let image = manifest.image, let size = image.pointSize, let usual = manifest.usualPointSize, size != usual
        else { return [] }
        return [
            finding(
                in: manifest,
                key: .image,
                message: "image is \(size.inPoints) points; the frames are \(usual.inPoints).",
                fix: "Draw \(FilePath(image.path.lastComponent)) in the size of the frames.",
                measured: size.inPoints,
                expected: usual.inPoints
            )
        ]
    }
}
