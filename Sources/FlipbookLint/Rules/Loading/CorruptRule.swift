import FlipbookCore
import FlipbookImaging

/// Files that break their format's rules, as far as headers tell: a wrong checksum, an impossible size.
public struct CorruptRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.corrupt",
        severity: .error,
        evidence: .headers,
        summary: "A file is damaged: its header breaks the rules of its format.",
        rationale: "Decoders refuse it, or show something else than what was drawn.",
        remedy: "Render or copy the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", .fault(.corrupt(reason: "IHDR: CRC error"))),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all damaged files; it tells what is wrong with the first.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let reasons = sequence.faults { error -> String? in
            if case .corrupt(let reason) = error { reason } else { nil }
        }
        // Reasons hold byte offsets, so damage of one kind has many; the frames' order is kept.
        let frames = sequence.faulty { if case .corrupt = $0 { true } else { false } }
        guard let reason = reasons.first?.kind.escapingControlCharacters else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "damaged: \(reason).",
                    many: reasons.count == 1 ? "are damaged: \(reason)." : "are damaged, the first one: \(reason)."
                ),
                fix: "Render or copy \(frames.count == 1 ? "this frame" : "these frames") again.",
                measured: reason
            )
        ]
    }
}
