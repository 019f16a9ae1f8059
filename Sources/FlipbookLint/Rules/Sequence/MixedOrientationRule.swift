import FlipbookCore
import FlipbookImaging

/// Frames that ask to be turned in another way than most.
public struct MixedOrientationRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-orientation",
        severity: .warning,
        evidence: .headers,
        summary: "A frame asks to be turned (EXIF orientation) and others do not.",
        rationale: "Programs that heed the mark turn the picture in the middle of the sequence; others show it lying.",
        remedy: "Turn the pixels, and remove the mark.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.orientation = 6 },
                RuleExample.File("walk.2.png", 160, 90) { $0.orientation = 6 },
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", 160, 90) { $0.orientation = 6 },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each orientation that is not the usual one.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        let kinds = Majority(of: sequence.frames) { $0.details?.orientation }
        guard let usual = kinds.usual else { return [] }
        return kinds.odd.map { orientation, frames in
            let culprits = Culprits(frames)
            let (odd, rest) = (Self.text(orientation), Self.text(usual.kind))
            let others = kinds.rest(without: frames.count, one: "is \(rest)", many: "are \(rest)")
            // Turned sideways, a picture has another size than the others, which an export refuses.
            let isOfOtherSize = frames.contains { $0.shownSize != usual.frames.first?.shownSize }
            return finding(
                in: sequence.name,
                severity: isOfOtherSize && sequence.mismatch == .error ? .error : nil,
                culprits: culprits,
                message: culprits.sentence(one: "is \(odd); \(others).", many: "are \(odd); \(others)."),
                fix: "Turn the pixels as the mark asks, and remove the mark.",
                measured: "orientation \(orientation)",
                expected: "orientation \(usual.kind)"
            )
        }
    }

    /// What EXIF's number asks for.
    private static func text(_ orientation: Int) -> String {
        let texts = [
            "upright", "to be mirrored", "to be turned by 180°", "to be mirrored upside down",
            "to be mirrored and turned left", "to be turned right by 90°", "to be mirrored and turned right",
            "to be turned left by 90°",
        ]
        return texts.indices.contains(orientation - 1) ? texts[orientation - 1] : "of an unknown orientation"
    }
}
