import FlipbookCore

/// Numbers between the first and the last frame that no file has.
///
/// Players and encoders stop at the first gap, or close it up, and say nothing.
/// Regular steps (60, 65, 70; drawings on twos) are no gaps. All gaps of a
/// sequence are one finding.
///
/// Gaps that ``SequenceEvidence/gaps`` accepts (`--missing hold`) are told, and are no error; those that are longer
/// than `--max-gap` stay one.
public struct GapRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.gap",
        severity: .error,
        evidence: .headers,
        summary: "Frame numbers are missing between the first and the last.",
        discussion: "For information only where the manifest says what to do about missing frames. A few numbers far "
            + "apart are seq.sparse's.",
        rationale: "Many programs stop at the first gap or close it up in silence: the movie is too short.",
        remedy: "Render the missing frames, or accept the gap with --missing \(MissingFramePolicy.acceptingWords).",
        passing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"]),
            RuleExample(names: ["twos.0001.png", "twos.0003.png", "twos.0005.png", "twos.0007.png"]),
            RuleExample(names: ["a.0998.png", "a.0999.png", "a.1000.png"]),
        ],
        failing: [
            RuleExample(names: ["walk.1.png", "walk.2.png", "walk.4.png", "walk.5.png"]),
            RuleExample(names: ["step.00.png", "step.10.png", "step.20.png", "step.40.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// The missing numbers that are refused as one finding, those that are accepted as another.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let (there, missing) = (sequence.frameCount, sequence.missing)
        guard !missing.isEmpty, IrregularStepRule.irregularity(of: sequence) == nil else { return [] }
        // Icons called 16, 32, 64 and 128 leave more numbers out than they have, and mean nothing by it.
        if missing.count >= there, sequence.areNumberedStills { return [] }
        let refused = sequence.refusedGaps
        var findings: [Finding] = []
        if !refused.isEmpty { findings.append(refusal(of: refused, in: sequence)) }
        if refused.count < missing.count {
            // Both are in display order, and the first is part of the second.
            let isRefused = Set(refused)
            let accepted = refused.isEmpty ? missing : FrameSet(missing.lazy.filter { !isRefused.contains($0) })
            findings.append(acceptance(of: accepted, in: sequence))
        }
        return findings
    }

    private func refusal(of missing: FrameSet, in sequence: SequenceEvidence) -> Finding {
        let all = Self.expectedCount(of: sequence)
        let them = missing.count == 1 ? "it" : "them"
        let count = "(\(missing.count) of \(all))"
        let isTooLong = sequence.gaps.missing != .error
        let length = sequence.gaps.maximumGap.map { isTooLong ? ", more than \($0) in a row" : "" } ?? ""
        return finding(
            in: sequence.name,
            frames: missing,
            message: "\(missing.asFrames) \(missing.count == 1 ? "is" : "are") missing \(count)\(length).",
            fix: "Render \(them), or "
                + (isTooLong
                    ? "allow longer gaps with \(sequence.longerGapWords)."
                    : "accept the gap with \(sequence.acceptingWords)."),
            measured: (all - sequence.missing.count).of("frame"),
            expected: all.of("frame")
        )
    }

    /// How many frames there should be. Those that are there under another spelling of the name count, too, which are
    /// neither missing nor among the sequence's own.
    private static func expectedCount(of sequence: SequenceEvidence) -> Int {
        let (all, overflow) = sequence.frameCount.addingReportingOverflow(sequence.missing.count)
        return overflow ? .max : max(all, sequence.expected?.count ?? 0)
    }

    private func acceptance(of missing: FrameSet, in sequence: SequenceEvidence) -> Finding {
        let isOne = missing.count == 1
        let them = isOne ? "it" : "them"
        let effect =
            switch sequence.gaps.missing {
            case .error, .hold: "fills \(them)"
            case .nearest: "fills \(them) with the nearest frame"
            case .black: "fills \(them) with black"
            case .skip: "leaves \(them) out"
            }
        return finding(
            in: sequence.name,
            severity: .info,
            frames: missing,
            message: "\(missing.asFrames) \(isOne ? "is" : "are") missing; \(sequence.gapWords) \(effect).",
            fix: "Nothing, if the gap is meant; else render \(them)."
        )
    }
}
