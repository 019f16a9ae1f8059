import FlipbookCore
import FlipbookImaging

/// Frames of 16 bits a channel among frames of 8, or the other way round.
public struct MixedBitDepthRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-bit-depth",
        severity: .warning,
        evidence: .headers,
        summary: "A frame has another precision than most: 8 bits a channel among 16, or 16 among 8.",
        discussion: "Up to 8 bits a channel count as 8, and so does a palette, whose colours have 8.",
        rationale: "Gradients that are smooth in one frame show bands in the next; the odd frame often comes from "
            + "another program or setting.",
        remedy: "Render the frame again with the precision of the others.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.bitDepth = 16 },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.bitDepth = 16 },
                RuleExample.File("walk.3.png"),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each precision that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        let kinds = Majority(of: sequence.frames) { frame in
            frame.header.map { $0.colorModel == .indexed ? 8 : max(8, $0.bitDepth) }
        }
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { depth, frames in
            let culprits = Culprits(frames)
            let rest = "\(usual.kind) bits a channel"
            let others = kinds.rest(without: frames.count, one: "has \(rest)", many: "have \(rest)")
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "has \(depth) bits a channel; \(others).",
                    many: "have \(depth) bits a channel; \(others)."
                ),
                fix: "Render \(frames.count == 1 ? "it" : "them") again with \(rest).",
                measured: "\(depth) bits",
                expected: "\(usual.kind) bits"
            )
        }
    }
}
