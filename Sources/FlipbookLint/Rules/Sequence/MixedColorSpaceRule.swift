import FlipbookCore
import FlipbookImaging

/// Frames whose numbers mean other colours than those of most.
public struct MixedColorSpaceRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-colorspace",
        severity: .warning,
        evidence: .headers,
        summary: "A frame says something else about its colours than most: a profile, a gamma.",
        discussion: "A file that says nothing, one that says sRGB and one that gives a gamma near 1/2.2 mean the same "
            + "here. Profiles are told apart from their absence, not from each other.",
        rationale: "The same numbers become other colours, so the picture flickers in programs that heed what the "
            + "file says, and not in others.",
        remedy: "Export all frames with the same colour profile.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", 160, 90) {
                    $0.header.colorTag = .sRGB
                    $0.colorStatements = .sRGB
                },
                RuleExample.File("walk.3.png", 160, 90) {
                    $0.header.colorTag = .gamma(45_455)
                    $0.colorStatements = .gamma
                },
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", 160, 90) {
                    $0.header.colorTag = .codingIndependent
                    $0.colorStatements = .codingIndependent
                },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each statement that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        let kinds = Majority(of: sequence.frames) { $0.details.map(Self.meaning) }
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { kind, frames in
            let culprits = Culprits(frames)
            let others = kinds.rest(without: frames.count, one: "has \(usual.kind)", many: "have \(usual.kind)")
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "has \(kind); \(others).", many: "have \(kind); \(others)."),
                fix: "Export all frames with the same colour profile.",
                measured: kind,
                expected: usual.kind
            )
        }
    }

    /// What a file says, as the object of a sentence.
    private static func meaning(_ details: ImageDetails) -> String {
        if details.colorStatements.contains(.codingIndependent) { return "code points for its colours (cICP)" }
        if details.colorStatements.contains(.iccProfile) { return "an ICC profile" }
        if case .gamma(let gamma) = details.header.colorTag, !UnusualGammaRule.ordinary.contains(gamma) {
            return "a gamma of \(UnusualGammaRule.text(gamma))"
        }
        return "sRGB colours"
    }
}
