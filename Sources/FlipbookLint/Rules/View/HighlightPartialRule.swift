import FlipbookCore

/// Views of which half is highlighted.
public struct HighlightPartialRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "highlight.partial",
        severity: .warning,
        evidence: .headers,
        summary: "Only one of highlightedImage and highlightedAnimationImages is given, beside an image and an "
            + "animation.",
        rationale: "Highlighted, the other of the two stays as it is; implementations even differ in which one "
            + "they show.",
        remedy: "Give both, or neither.",
        passing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("h1.png"), RuleExample.File("h2.png")]
            ) {
                $0.image = FilePath("a1.png")
                $0.highlightedImage = FilePath("h1.png")
                $0.highlightedAnimationImages = .list([
                    .init(image: FilePath("h1.png")), .init(image: FilePath("h2.png")),
                ])
            }
        ],
        failing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                others: [RuleExample.File("h.png")]
            ) {
                $0.image = FilePath("a1.png")
                $0.highlightedImage = FilePath("h.png")
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard said.image != nil, said.animationImages != nil,
            (said.highlightedImage == nil) != (said.highlightedAnimationImages == nil)
        else { return [] }
        let (there, absent): (ManifestKey, ManifestKey) =
            said.highlightedImage == nil
            ? (.highlightedAnimationImages, .highlightedImage) : (.highlightedImage, .highlightedAnimationImages)
        return [
            finding(
                in: manifest,
                key: there,
                message: "\(there.rawValue) is given and \(absent.rawValue) is not.",
                fix: "Give both, or neither."
            )
        ]
    }
}
