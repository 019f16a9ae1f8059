import FlipbookCore

/// Animations that end and leave nothing behind.
public struct NoPosterRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "end.no-poster",
        severity: .info,
        isDefault: false,
        evidence: .headers,
        summary: "The animation ends after some cycles, and there is no picture to show then.",
        discussion: "Not run by default: an exported movie keeps its last frame.",
        rationale: "UIKit shows image when an animation has ended; without one the view is empty.",
        remedy: "Name the picture that stays as image.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.animationRepeatCount = 3
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let said = manifest.manifest
        guard let cycles = said.animationRepeatCount, cycles > 0, said.image == nil, said.animationImages != nil else {
            return []
        }
        return [
            finding(
                in: manifest,
                key: .animationRepeatCount,
                message: "after \(cycles.of("cycle")) nothing is shown, since there is no image.",
                fix: "Name the picture that stays as image."
            )
        ]
    }
}
