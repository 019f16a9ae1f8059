import FlipbookCore

/// Highlighted pictures of another size.
public struct HighlightSizeRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "highlight.size-mismatch",
        severity: .warning,
        evidence: .headers,
        summary: "A highlighted picture has another size than what it replaces.",
        rationale: "The view jumps when it is highlighted.",
        remedy: "Draw it in the size of what it replaces.",
        passing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("h1.png"), RuleExample.File("h2.png")]
            ) {
                $0.highlightedAnimationImages = .list([
                    .init(image: FilePath("h1.png")), .init(image: FilePath("h2.png")),
                ])
            }
        ],
        failing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("h1.png", 200, 90), RuleExample.File("h2.png", 200, 90)]
            ) {
                $0.highlightedAnimationImages = .list([
                    .init(image: FilePath("h1.png")), .init(image: FilePath("h2.png")),
                ])
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding each for the frames and for the picture, about the first that differs.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let usual = manifest.usualPointSize
        var findings: [Finding] = []
        func compare(_ frames: [FrameEvidence], with expected: Size?, _ key: ManifestKey) {
            guard let expected, let odd = frames.first(where: { $0.pointSize.map { $0 != expected } ?? false }),
                let size = odd.pointSize
            else { return }
            findings.append(
                finding(
                    in: manifest,
                    key: key,
                    message: "\(FilePath(odd.path.lastComponent)) is \(size.inPoints) points; "
                        + "what it replaces is \(expected.inPoints).",
                    fix: "Draw it in that size.",
                    measured: size.inPoints,
                    expected: expected.inPoints
                )
            )
        }
        compare(manifest.highlightedFrames, with: usual, .highlightedAnimationImages)
        let still = manifest.image?.pointSize ?? usual
        compare(manifest.highlightedImage.map { [$0] } ?? [], with: still, .highlightedImage)
        return findings
    }
}
