import FlipbookCore

/// Numbered pictures whose numbers are so far apart that they are hardly an animation.
///
/// One sentence says so, instead of an error about every number between them.
public struct SparseNumbersRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.sparse",
        severity: .warning,
        evidence: .names,
        summary: "A few numbered pictures have numbers so far apart that they are hardly an animation.",
        discussion: "At most 10 pictures, with more numbers missing than there, no step, and at most a third of them "
            + "next to the one before. Numbers that zeros make three digits long are taken for frames, which have gaps; so "
            + "are those of a pattern with a range, and those of someone who says --missing.",
        rationale:
            "Played or exported, such pictures are refused for their gaps, or shown with gaps that nobody meant.",
        remedy: "If they are an animation, render what is missing or say --missing; else leave them out.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]),
            RuleExample(names: ["coin10.png", "coin20.png", "coin30.png"]),
        ],
        failing: [
            RuleExample(names: [1, 2, 5, 10, 20, 50].map { "coin\($0).png" }),
            RuleExample(names: ["a1.png", "a9.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        // What has many sizes is called stills for them.
        guard sequence.hasSparseNumbers, !sequence.hasUnrelatedSizes else { return [] }
        let numbers = FrameSet(Set(sequence.frames.lazy.compactMap(\.number)).sorted())
        let culprits = Culprits(sequence.frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: "\(sequence.frameCount.of("picture")) numbered \(numbers), far apart and without a step: "
                    + "numbered stills, hardly an animation.",
                fix: "If it is one, render what is missing, or say \(sequence.acceptingWords).",
                measured: "\(numbers)"
            )
        ]
    }
}
