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
        let expected = Self.words(for: usual.kind, of: usual.frames)
        return kinds.odd.map { kind, frames in
            let culprits = Culprits(frames)
            let measured = Self.words(for: kind, of: frames)
            let others = kinds.rest(without: frames.count, one: "has \(expected)", many: "have \(expected)")
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "has \(measured); \(others).", many: "have \(measured); \(others)."),
                fix: "Export all frames with the same colour profile.",
                measured: measured,
                expected: expected
            )
        }
    }

    /// What numbers mean.
    private enum Meaning: Hashable {
        /// sRGB, or nothing that is said, which is taken for it.
        case standard
        /// Something else, as the object of a sentence.
        case other(String)
    }

    private static func meaning(_ details: ImageDetails) -> Meaning {
        if details.colorStatements.contains(.codingIndependent) { return .other("code points for its colours (cICP)") }
        if details.colorStatements.contains(.iccProfile) { return .other("an ICC profile") }
        if case .gamma(let gamma) = details.header.colorTag, !UnusualGammaRule.ordinary.contains(gamma) {
            return .other("a gamma of \(UnusualGammaRule.text(gamma))")
        }
        return .standard
    }

    /// What files of one meaning say, as the object of a sentence.
    private static func words(for meaning: Meaning, of frames: [FrameEvidence]) -> String {
        guard case .other(let words) = meaning else {
            let silent = frames.count { $0.details?.colorStatements.isEmpty ?? true }
            if silent == frames.count { return "no colour information" }
            return silent == 0 ? "sRGB colours" : "sRGB colours or no colour information"
        }
        return words
    }
}
