import FlipbookCore
import FlipbookImaging

/// Frames whose pixels are stored in another way than most: with a palette, or as greys.
public struct MixedColorTypeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-color-type",
        severity: .info,
        evidence: .headers,
        summary: "A frame stores its pixels in another way than most: with a palette, or as greys.",
        discussion: "A palette of another number of bits counts as another way. Transparency and precision have rules "
            + "of their own.",
        rationale: "It often comes from a tool that optimised some frames only. A palette has few colours, so such a "
            + "frame can flicker among the others, and some programs take the first frame's kind for all.",
        remedy: "Export all frames in the same way.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", 160, 90) {
                    $0.header.colorModel = .indexed
                    $0.header.bitDepth = 4
                    $0.transparency = .palette
                },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each way that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        let kinds = Majority(of: sequence.frames) { $0.header.map(Self.kind) }
        guard let usual = kinds.usual, kinds.isClear else { return [] }
        return kinds.odd.map { kind, frames in
            let culprits = Culprits(frames)
            let others = kinds.rest(without: frames.count, one: "has \(usual.kind)", many: "have \(usual.kind)")
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "has \(kind); \(others).", many: "have \(kind); \(others)."),
                fix: "Export all frames in the same way.",
                measured: kind,
                expected: usual.kind
            )
        }
    }

    private static func kind(_ header: ImageHeader) -> String {
        switch header.colorModel {
        case .gray: "grey pixels"
        case .rgb: "RGB pixels"
        case .cmyk: "CMYK pixels"
        case .indexed: "a palette of \(1 << min(max(header.bitDepth, 0), 16)) colours"
        }
    }
}
