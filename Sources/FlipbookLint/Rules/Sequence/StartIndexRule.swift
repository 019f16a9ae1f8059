import FlipbookCore

/// Sequences that do not begin with 0 or 1.
public struct StartIndexRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.start-index",
        severity: .warning,
        isDefault: false,
        evidence: .names,
        summary: "The first frame is neither 0 nor 1.",
        discussion: "Not run by default: shots of a film begin at 1001 by custom. Choose it for frames that UIKit's "
            + "animatedImageNamed is to load.",
        rationale: "UIImage.animatedImageNamed looks for 0, then for 1, and finds nothing.",
        remedy: "Renumber the frames from 0 or 1.",
        passing: [RuleExample(names: ["a0.png", "a1.png", "a2.png"]), RuleExample(names: ["a1.png", "a2.png"])],
        failing: [RuleExample(names: ["a2.png", "a3.png", "a4.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a sequence that begins elsewhere.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, let first = sequence.frames.first, let number = first.number,
            !(0...1).contains(number)
        else { return [] }
        return [
            finding(
                in: sequence.name,
                culprits: Culprits([first]),
                message: "is the first frame; UIKit's animatedImageNamed looks for 0 and 1 only.",
                fix: "Renumber the frames from 0 or 1.",
                measured: "\(number)",
                expected: "0 or 1"
            )
        ]
    }
}
