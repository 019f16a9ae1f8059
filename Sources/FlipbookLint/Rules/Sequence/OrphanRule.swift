import FlipbookCore

/// Frames after a gap, which a program that counts up from the first one never reaches.
public struct OrphanRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.orphan",
        severity: .warning,
        isDefault: false,
        evidence: .names,
        summary: "Frames come after a gap.",
        discussion: "Not run by default: seq.gap names the gap. Choose it for programs that stop there, as UIKit's "
            + "animatedImageNamed and ffmpeg's image2 do, to see what they leave out. A regular step is a gap to them.",
        rationale: "Such a program shows the frames up to the gap and ends without a word.",
        remedy: "Fill the gap, or renumber the frames.",
        passing: [RuleExample(names: ["a1.png", "a2.png", "a3.png"])],
        failing: [RuleExample(names: ["a1.png", "a3.png", "a5.png", "a7.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all frames after the first gap.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, let first = sequence.frames.first?.number else { return [] }
        var expected = first
        for (index, frame) in sequence.frames.enumerated() {
            guard let number = frame.number else { return [] }
            if number == expected || number == expected - 1 {
                expected = number + 1
                continue
            }
            let culprits = Culprits(Array(sequence.frames[index...]))
            return [
                finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "comes after a gap at \(expected); programs that stop there never show it.",
                        many: "come after a gap at \(expected); programs that stop there never show them."
                    ),
                    fix: "Fill the gap, or renumber the frames."
                )
            ]
        }
        return []
    }
}
