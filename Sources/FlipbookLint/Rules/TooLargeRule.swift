import FlipbookCore
import FlipbookImaging

/// Pictures larger than Flipbook decodes by default.
///
/// A file of a few kilobytes can claim billions of pixels.
public struct TooLargeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.too-large",
        severity: .error,
        evidence: .headers,
        summary: "A picture is larger than Flipbook decodes.",
        rationale: "A few kilobytes can claim billions of pixels; decoding them would take all memory.",
        remedy: "Make the picture smaller.",
        passing: [
            RuleExample([
                RuleExample.File("wall.1.png", 16_384, 16_384), RuleExample.File("wall.2.png", 16_384, 16_384),
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("wall.1.png", 30_000, 30_000), RuleExample.File("wall.2.png", 30_000, 30_000),
            ]),
            RuleExample([RuleExample.File("strip.png", 40_000, 1)]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// Whether a picture of this size is beyond the decoder's default limits.
    static func isTooLarge(_ size: PixelSize) -> Bool {
        do {
            try DecodingLimits().check(size)
            return false
        } catch {
            return true
        }
    }

    /// A finding for each size beyond the decoder's default limits.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let limits = DecodingLimits()
        return sequence.sizes.flatMap(\.groups).compactMap { size, frames in
            do {
                try limits.check(size)
                return nil
            } catch {
                let culprits = Culprits(frames)
                return finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(one: "\(error).", many: "are each \(error)."),
                    fix: frames.count == 1 ? "Make the picture smaller." : "Make the pictures smaller.",
                    measured: "\(size)",
                    expected: "at most \(limits.maximumSide) pixels a side and \(limits.maximumBytes) bytes"
                )
            }
        }
    }
}
