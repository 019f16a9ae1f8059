import FlipbookCore

/// Highlighted sequences of another length.
public struct HighlightCountRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "highlight.count-mismatch",
        severity: .info,
        evidence: .headers,
        summary: "The highlighted sequence has another number of frames.",
        rationale: "Without a duration each frame has the same time, so the cycle becomes longer or shorter "
            + "while the view is highlighted.",
        remedy: "Draw as many frames, or give animationDuration.",
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
                others: [RuleExample.File("h1.png")]
            ) {
                $0.highlightedAnimationImages = .list([.init(image: FilePath("h1.png"))])
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard case .list(let entries) = said.highlightedAnimationImages, !manifest.hasOwnDurations,
            said.animationDuration ?? .zero <= .zero
        else { return [] }
        let slots = entries.reduce(0) { count, entry in
            if case .slots(let slots) = entry.timing { count + slots } else { count + 1 }
        }
        let usual = manifest.slotCount
        guard usual > 0, slots != usual else { return [] }
        return [
            finding(
                in: manifest,
                key: .highlightedAnimationImages,
                message:
                    "\(slots.of("frame")) while highlighted, \(usual.of("frame")) otherwise: the cycle changes its length.",
                fix: "Draw as many frames, or give animationDuration.",
                measured: slots.of("frame"),
                expected: usual.of("frame")
            )
        ]
    }
}
