import FlipbookCore

/// Numbered pictures of so many sizes that they are hardly an animation.
///
/// Icons, textures and scans are often numbered. One sentence says so, instead
/// of a finding for each picture.
public struct UnrelatedSizesRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.unrelated-sizes",
        severity: .warning,
        evidence: .headers,
        summary: "Numbered pictures have so many sizes that they are hardly an animation.",
        rationale: "Shown one after another they would jump; an export refuses them.",
        remedy: "If they are an animation, resize the frames or place them with --mismatch fit; else leave them out.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 16, 9), RuleExample.File("walk.2.png", 16, 9),
                RuleExample.File("walk.3.png", 16, 9),
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("icon1.png", 16, 16), RuleExample.File("icon2.png", 24, 24),
                RuleExample.File("icon3.png", 48, 40), RuleExample.File("icon4.png", 64, 64),
            ]),
            RuleExample([
                RuleExample.File("icon16.png", 16, 16), RuleExample.File("icon32.png", 32, 32),
                RuleExample.File("icon128.png", 128, 128),
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a sequence without a usual size.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard let statistics = sequence.unrelatedSizes else { return [] }
        let sizes = statistics.groups.map(\.size).sorted { left, right in
            (left.area, left.width) < (right.area, right.width)
        }
        let range = sizes.first.flatMap { first in sizes.last.map { "\(first) to \($0)" } } ?? ""
        return [
            finding(
                in: sequence.name,
                culprits: Culprits(sequence.frames.filter { $0.scale == statistics.scale && $0.size != nil }),
                message: "\(statistics.count.of("picture")) of \(sizes.count.of("size")), from \(range) px: "
                    + "numbered stills, hardly an animation.",
                fix: "If it is one, resize the frames, or place them with \(sequence.fitWords).",
                measured: sizes.count.of("size"),
                expected: "1 size"
            )
        ]
    }
}
