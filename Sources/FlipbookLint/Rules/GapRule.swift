import FlipbookCore

/// Numbers between the first and the last frame that no file has.
///
/// Players and encoders stop at the first gap, or close it up, and say nothing.
/// Regular steps (60, 65, 70; drawings on twos) are no gaps. All gaps of a
/// sequence are one finding.
public struct GapRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.gap",
        severity: .error,
        evidence: .headers,
        summary: "Frame numbers are missing between the first and the last.",
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

    /// The missing numbers, as one finding.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let (there, missing) = (sequence.frameCount, sequence.missing)
        guard !missing.isEmpty else { return [] }
        // Icons called 16, 32, 64 and 128 leave more numbers out than they have, and mean nothing by it.
        if missing.count >= there, sequence.hasUnrelatedSizes { return [] }
        let (all, overflow) = there.addingReportingOverflow(missing.count)
        let isOne = missing.count == 1
        return [
            finding(
                in: sequence.name,
                frames: missing,
                message: "\(missing.asFrames) \(isOne ? "is" : "are") missing "
                    + "(\(missing.count) of \(overflow ? .max : all)).",
                fix: "Render \(isOne ? "it" : "them"), or accept the gap with --missing \(MissingFramePolicy.acceptingWords).",
                measured: there.of("frame"),
                expected: (overflow ? .max : all).of("frame")
            )
        ]
    }
}
