import FlipbookCore
import FlipbookImaging

/// Pictures with a colour profile, which Flipbook does not apply.
public struct UnappliedProfileRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "color.profile-not-applied",
        severity: .info,
        isDefault: false,
        evidence: .headers,
        summary: "A file has a colour profile, which Flipbook does not apply.",
        discussion: "Not run by default: most profiles say sRGB, where nothing is lost.",
        rationale: "Colours of a wide profile, such as Display P3 or Adobe RGB, come out paler than they were drawn.",
        remedy: "Convert the frames to sRGB before they are exported.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.colorStatements = .iccProfile },
                RuleExample.File("walk.2.png", 160, 90) { $0.colorStatements = .iccProfile },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all frames with a profile.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let statements: ImageDetails.ColorStatements = [.iccProfile, .codingIndependent]
        let frames = sequence.frames.filter { !($0.details?.colorStatements.isDisjoint(with: statements) ?? true) }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "has a colour profile, which is not applied.",
                    many: "have colour profiles, which are not applied."
                ),
                fix: "Convert \(frames.count == 1 ? "it" : "them") to sRGB if the colours matter."
            )
        ]
    }
}
