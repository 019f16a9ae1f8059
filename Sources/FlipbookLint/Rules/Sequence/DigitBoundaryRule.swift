import FlipbookCore

/// Numbers that outgrow their zeros: `a.98.png`, `a.99.png`, `a.100.png`.
public struct DigitBoundaryRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.digit-boundary",
        severity: .info,
        evidence: .names,
        summary: "Numbers are padded with zeros, and the last ones have more digits than that.",
        rationale: "The frames sort as text in another order, and patterns of fixed width, such as ????, pass over the "
            + "longer numbers.",
        remedy: "Pad all numbers to the length of the longest.",
        passing: [RuleExample(names: ["a.0098.png", "a.0099.png", "a.0100.png"])],
        failing: [RuleExample(names: ["a.08.png", "a.09.png"] + (10...101).map { "a.\($0).png" })]
    )

    /// A rule without options.
    public init() {}

    /// One finding for the numbers that are too long.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isZeroPadded, let width = sequence.pattern?.padding.width,
            let misplaced = sequence.misplacedAsText, let last = sequence.frames.last?.number
        else { return [] }
        let longest = String(last.magnitude).utf8.count
        return [
            finding(
                in: sequence.name,
                message: "the numbers are padded to \(width) digits and go on to \(longest); "
                    + "sorted as text, \(misplaced.early) comes before \(misplaced.late).",
                fix: "Pad all numbers to \(longest) digits.",
                measured: width.of("digit"),
                expected: longest.of("digit")
            )
        ]
    }
}
