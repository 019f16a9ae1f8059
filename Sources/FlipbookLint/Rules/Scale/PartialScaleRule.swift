import FlipbookCore

/// A scale factor that only some frames have, in a sequence that is whole at another.
public struct PartialScaleRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "scale.partial-sequence",
        severity: .error,
        evidence: .names,
        summary: "Only some frames have a variant such as @2x.",
        rationale: "Where that scale is asked for, the other frames come from another one: sharp and soft alternate.",
        remedy: "Draw the missing variants, or remove those that are there.",
        passing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a1@2x.png", 40, 40), RuleExample.File("a2@2x.png", 40, 40),
            ]),
            RuleExample(names: ["a1.png", "a2.png", "a3.png"]),
        ],
        failing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a3.png", 20, 20), RuleExample.File("a1@2x.png", 40, 40),
                RuleExample.File("a3@2x.png", 40, 40),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each scale factor that some frames lack.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.scales.count > 1, let coverage = ScaleCoverage(sequence), let whole = coverage.complete.first
        else { return [] }
        return coverage.scales.filter { !coverage.complete.contains($0) }.map { scale in
            let culprits = Culprits(sequence.frames.filter { $0.scale == whole && !coverage.has($0, at: scale) })
            let there = coverage.frames(at: scale).count
            let isOne = culprits.frames.count == 1
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "not there at @\(scale)x, as \(there == 1 ? "one other frame is" : "\(there) others are").",
                    many: "are not there at @\(scale)x, as \(there == 1 ? "one other is" : "\(there) others are")."
                ),
                fix: "Draw \(isOne ? "it" : "them") at @\(scale)x, or remove that variant of the others.",
                measured: there.of("frame"),
                expected: sequence.frameCount.of("frame")
            )
        }
    }
}
