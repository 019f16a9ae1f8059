import FlipbookCore

/// Frames of another size than most.
///
/// The majority decides which frames are odd, for each scale factor by itself.
/// All frames of one odd size are one finding, and so are all odd sizes where they are many. Where no size is that
/// of more than half of the frames, none of them is odd, and one finding says so.
public struct MixedSizeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-size",
        severity: .error,
        evidence: .headers,
        summary: "A frame has another size than most.",
        discussion: "Sizes are compared as they are shown, turned as the file says, and for each scale factor by "
            + "itself. For information only where the manifest places such frames by mismatch: fit. A variant that does "
            + "not fit its own @1x picture is scale.variant-size's. Where more than three sizes are odd, or none is that of "
            + "more than half of the frames, one finding lists them.",
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

    /// More odd sizes than this are one finding.
    private static let mostFindings = 3

    /// A finding for each size that is not the usual one, or one for all of them.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, !sequence.hasSparseNumbers else { return [] }
        // A variant that does not fit its own picture is scale.variant-size's.
        let wrong = Set(VariantSizeRule.wrongVariants(in: sequence).map(\.frame.path))
        // And what nobody can decode is load.too-large's.
        let judged = sequence.frames.filter { frame in
            !wrong.contains(frame.path) && !(frame.size.map(TooLargeRule.isTooLarge) ?? false)
        }
        let scales = sequence.scales
        return scales.flatMap { scale -> [Finding] in
            let statistics = SizeStatistics(judged, scale: scale)
            guard let usual = statistics.groups.first, !statistics.areUnrelated else { return [] }
            let kind = scales.count > 1 ? "@\(scale)x frame" : "frame"
            let odd = statistics.groups.dropFirst().compactMap { size, frames -> Group? in
                // What would fit if it were not turned is seq.mixed-orientation's.
                let frames = frames.filter { !(sequence.isComparable && $0.size == usual.size) }
                return frames.isEmpty ? nil : (size, frames)
            }
            guard !odd.isEmpty else { return [] }
            // Of two frames nobody knows which is the odd one, but somewhere the sentence has to begin.
            if statistics.count > 2, usual.frames.count * 2 <= statistics.count {
                return [undecided([usual] + odd, kind, in: sequence)]
            }
            if odd.count > Self.mostFindings { return [several(odd, statistics, kind, in: sequence)] }
            return odd.map { size, frames in
                let culprits = Culprits(frames)
                let rest = Self.rest(of: statistics, without: frames.count, kind: kind)
                return finding(
                    in: sequence.name,
                    severity: sequence.mismatch == .fit ? .info : nil,
                    culprits: culprits,
                    message: culprits.sentence(one: "\(size) px; \(rest).", many: "are \(size) px; \(rest)."),
                    fix: Self.fix(frames.count, sequence),
                    measured: "\(size)",
                    expected: "\(usual.size)"
                )
            }
        }
    }

    /// The frames of one size.
    private typealias Group = (size: PixelSize, frames: [FrameEvidence])

    /// One finding about sizes of which none is that of most frames. It is about all of them, or about those that do
    /// not have the most frequent size, where there is one.
    private func undecided(_ groups: [Group], _ kind: String, in sequence: SequenceEvidence) -> Finding {
        let count = groups.reduce(0) { $0 + $1.frames.count }
        let leads = groups.count > 1 && groups[0].frames.count > groups[1].frames.count
        let paths = Set(groups.dropFirst(leads ? 1 : 0).flatMap(\.frames).map(\.path))
        return finding(
            in: sequence.name,
            severity: sequence.mismatch == .fit ? .info : nil,
            culprits: Culprits(sequence.frames.filter { paths.contains($0.path) }),
            message: "\(count.of(kind)) of \(groups.count.of("size")), none of which most have: \(Self.list(groups)).",
            fix: Self.fix(count, sequence),
            measured: groups.count.of("size"),
            expected: "1 size"
        )
    }

    /// One finding about many odd sizes.
    private func several(
        _ odd: [Group],
        _ statistics: SizeStatistics,
        _ kind: String,
        in sequence: SequenceEvidence
    ) -> Finding {
        let paths = Set(odd.lazy.flatMap(\.frames).map(\.path))
        let culprits = Culprits(sequence.frames.filter { paths.contains($0.path) })
        let count = culprits.frames.count
        return finding(
            in: sequence.name,
            severity: sequence.mismatch == .fit ? .info : nil,
            culprits: culprits,
            message: "\(culprits.text) are of \(odd.count.of("other size")) (\(Self.list(odd))); "
                + "\(Self.rest(of: statistics, without: count, kind: kind)).",
            fix: Self.fix(count, sequence),
            measured: odd.count.of("other size"),
            expected: statistics.usual.map { "\($0)" }
        )
    }

    /// The most frequent sizes: `20 are 400x300, 20 are 300x400`.
    private static func list(_ groups: [Group]) -> String {
        let rest = groups.count - mostFindings
        return groups.prefix(mostFindings).map { size, frames in
            "\(frames.count) \(frames.count == 1 ? "is" : "are") \(size)"
        }.joined(separator: ", ") + (rest > 0 ? ", and \(rest.of("more size"))" : "")
    }

    private static func fix(_ count: Int, _ sequence: SequenceEvidence) -> String {
        let (it, they) = count == 1 ? ("it", "It is") : ("them", "They are")
        return sequence.mismatch == .fit
            ? "\(they) placed by mismatch: fit; resize \(it) if that is not meant."
            : "Resize \(it), or place \(it) with \(sequence.fitWords)."
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
