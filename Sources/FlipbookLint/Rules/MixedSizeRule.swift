import FlipbookCore

/// Frames of another size than most.
///
/// The majority decides which frames are odd, for each scale factor by itself.
/// All frames of one odd size are one finding.
public struct MixedSizeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-size",
        severity: .error,
        evidence: .headers,
        summary: "A frame has another size than most.",
        discussion: "Sizes are compared as they are shown, turned as the file says, and for each scale factor by "
            + "itself. For information only where the manifest places such frames by mismatch: fit. A variant that does "
            + "not fit its own @1x picture is scale.variant-size's.",
        rationale: "Most programs stretch the odd frame to the first one's size, or stop there, and say nothing.",
        remedy: "Resize the frame, or place it with --mismatch fit.",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]),
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a1@2x.png", 40, 40), RuleExample.File("a2@2x.png", 40, 40),
            ]),
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90), RuleExample.File("walk.2.png", 200, 90),
                RuleExample.File("walk.3.png", 160, 90),
            ]),
            RuleExample([
                RuleExample.File("walk.1.png", 16, 9), RuleExample.File("walk.2.png", 16, 9),
                RuleExample.File("walk.3.png", 20, 9), RuleExample.File("walk.4.png", 20, 9),
                RuleExample.File("walk.5.png", 16, 9),
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each size that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, !sequence.hasSparseNumbers else { return [] }
        // A variant that does not fit its own picture is scale.variant-size's.
        let wrong = Set(VariantSizeRule.wrongVariants(in: sequence).map(\.frame.path))
        let scales = sequence.scales
        return scales.flatMap { scale -> [Finding] in
            let statistics = SizeStatistics(sequence.frames.lazy.filter { !wrong.contains($0.path) }, scale: scale)
            guard let usual = statistics.groups.first, !statistics.areUnrelated else { return [] }
            let kind = scales.count > 1 ? "@\(scale)x frame" : "frame"
            return statistics.groups.dropFirst().compactMap { size, frames in
                // What would fit if it were not turned is seq.mixed-orientation's.
                let frames = frames.filter { !(sequence.isComparable && $0.size == usual.size) }
                guard !frames.isEmpty else { return nil }
                let culprits = Culprits(frames)
                let rest = Self.rest(of: statistics, without: frames.count, kind: kind)
                return finding(
                    in: sequence.name,
                    severity: sequence.mismatch == .fit ? .info : nil,
                    culprits: culprits,
                    message: culprits.sentence(one: "\(size) px; \(rest).", many: "are \(size) px; \(rest)."),
                    fix: Self.fix(frames.count, sequence.mismatch),
                    measured: "\(size)",
                    expected: "\(usual.size)"
                )
            }
        }
    }

    private static func fix(_ count: Int, _ mismatch: MismatchPolicy) -> String {
        let (it, they) = count == 1 ? ("it", "It is") : ("them", "They are")
        return mismatch == .fit
            ? "\(they) placed by mismatch: fit; resize \(it) if that is not meant."
            : "Resize \(it), or place \(it) with --mismatch fit."
    }

    /// What the frames are that are as they should be: `the other 9 frames are 160x90`.
    private static func rest(of statistics: SizeStatistics, without odd: Int, kind: String) -> String {
        guard let usual = statistics.groups.first else { return "" }
        let count = usual.frames.count
        if count + odd < statistics.count {
            return "\(count) of \(statistics.count.of(kind)) are \(usual.size)"
        }
        return count == 1 ? "the other \(kind) is \(usual.size)" : "the other \(count.of(kind)) are \(usual.size)"
    }
}
