import FlipbookCore

/// Frames of one size in points that have different numbers of pixels.
public struct MixedPixelSizeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-pixel-size",
        severity: .warning,
        evidence: .headers,
        summary: "Frames are of one size in points, and some have more pixels than others.",
        discussion: "Where mismatch: fit places the frames on one canvas. Without it their scale factors are an error, "
            + "seq.mixed-scale; frames that are all there at one scale factor are no mix.",
        rationale: "Some frames are scaled and the others are not, so the picture goes soft and sharp again.",
        remedy: "Draw all frames at the same scale factor.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.mismatch = .fit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ],
        failing: [
            RuleExample.manifest([
                RuleExample.File("a1.png"), RuleExample.File("a2@2x.png", 320, 180), RuleExample.File("a3.png"),
            ]) {
                $0.mismatch = .fit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each size in pixels that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.mismatch == .fit, Self.hasOneSizeInPoints(sequence),
            ScaleCoverage(sequence)?.complete.isEmpty ?? true
        else { return [] }
        let kinds = Majority(of: sequence.frames, by: \.shownSize)
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { size, frames in
            let culprits = Culprits(frames)
            let rest = kinds.rest(without: frames.count, one: "has \(usual.kind)", many: "have \(usual.kind)")
            let points = frames.first?.pointSize.map { "\($0.inPoints) points" } ?? "one size"
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "has \(size) px for \(points); \(rest).",
                    many: "have \(size) px for \(points); \(rest)."
                ),
                fix: "Draw \(frames.count == 1 ? "it" : "them") at the scale factor of the others.",
                measured: "\(size)",
                expected: "\(usual.kind)"
            )
        }
    }

    /// Whether the frames of an animation are all of one size in points, also where their files have several scale
    /// factors.
    static func hasOneSizeInPoints(_ sequence: SequenceEvidence) -> Bool {
        guard sequence.kind == .animation, sequence.scales.count > 1 else { return false }
        let sizes = sequence.frames.lazy.compactMap(\.pointSize)
        return sizes.first.map { first in sizes.allSatisfy { $0 == first } } ?? false
    }
}
