import FlipbookCore
import FlipbookImaging

/// Frames with transparency among frames without.
public struct MixedAlphaRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-alpha",
        severity: .info,
        evidence: .headers,
        summary: "Some frames can be transparent and others cannot.",
        discussion: "Only whether the file has an alpha channel or a transparent colour counts, not whether a pixel "
            + "makes use of it.",
        rationale: "Programs that take the first frame's kind for all lose the transparency, or draw it black.",
        remedy: "Export all frames with an alpha channel, or none.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", 160, 90) {
                    $0.header.hasAlpha = false
                    $0.transparency = .none
                },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for the frames of the rarer kind.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        let kinds = Majority(of: sequence.frames) { $0.header?.hasAlpha }
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { hasAlpha, frames in
            let culprits = Culprits(frames)
            let (odd, rest) = (Self.text(hasAlpha), Self.text(usual.kind))
            let others = kinds.rest(without: frames.count, one: "has \(rest)", many: "have \(rest)")
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "has \(odd); \(others).", many: "have \(odd); \(others)."),
                fix: "Export all frames with an alpha channel, or none.",
                measured: odd,
                expected: rest
            )
        }
    }

    private static func text(_ hasAlpha: Bool) -> String { hasAlpha ? "an alpha channel" : "no alpha channel" }
}
