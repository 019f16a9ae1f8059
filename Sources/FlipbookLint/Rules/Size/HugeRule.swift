import FlipbookCore
import FlipbookImaging

/// Pictures that can be decoded and are larger than any canvas.
public struct HugeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "size.huge",
        severity: .error,
        evidence: .headers,
        summary: "A picture is larger than a canvas can be.",
        discussion: "A side of more than 16,384 pixels. Pictures beyond what is decoded are load.too-large's.",
        rationale: "No video format and no texture holds it; every frame of it takes hundreds of megabytes.",
        remedy: "Make the picture smaller, or cut it into tiles.",
        passing: [
            RuleExample([RuleExample.File("pan.1.png", 16_384, 1000), RuleExample.File("pan.2.png", 16_384, 1000)])
        ],
        failing: [
            RuleExample([RuleExample.File("pan.1.png", 20_000, 1000), RuleExample.File("pan.2.png", 20_000, 1000)]),
            RuleExample([RuleExample.File("scroll.png", 100, 17_000)]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each size that is too large.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let largest = SequenceManifest.largestSide
        return sequence.sizes.flatMap(\.groups).compactMap { size, frames in
            // What cannot be read at all is load.unsupported's.
            let frames = frames.filter { $0.header?.format.isDecoded ?? false }
            guard !frames.isEmpty, max(size.width, size.height) > largest, !TooLargeRule.isTooLarge(size) else {
                return nil
            }
            let culprits = Culprits(frames)
            let text = "\(size) px, more than the \(largest) px a side of the largest canvas"
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "is \(text).", many: "are \(text)."),
                fix: "Make \(frames.count == 1 ? "it" : "them") smaller, or cut \(frames.count == 1 ? "it" : "them") "
                    + "into tiles.",
                measured: "\(size)",
                expected: "at most \(largest) pixels a side"
            )
        }
    }
}
