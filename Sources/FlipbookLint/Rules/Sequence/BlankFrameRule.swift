import FlipbookCore
import FlipbookImaging

/// Frames of one colour among frames that show something.
public struct BlankFrameRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.blank-frame",
        severity: .warning,
        evidence: .pixels,
        summary: "A frame is one single colour, and most others are not.",
        discussion: "A run at the start or the end, as in a fade, is for information only. Transparent frames are "
            + "another rule's business.",
        rationale: "A failed render is often all black or all white, and flashes when it is played.",
        remedy: "Render the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png") { $0.isUniform = true },
                RuleExample.File("walk.3.png"), RuleExample.File("walk.4.png"),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for such frames inside the sequence, and one for those at its ends.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        Strip.all(of: sequence).flatMap { strip -> [Finding] in
            let isBlank = strip.frames.map { $0.pixels.isUniform && $0.pixels.greatestAlpha > 0 }
            let shown = isBlank.indices.filter { !isBlank[$0] }
            // A picture of 1 by 1 pixel is always one colour, and a test card may be.
            guard shown.count * 2 > isBlank.count, let first = shown.first, let last = shown.last else { return [] }
            let blank = isBlank.indices.filter { isBlank[$0] }
            return [
                (blank.filter { (first...last).contains($0) }, Severity.warning),
                (blank.filter { !(first...last).contains($0) }, .info),
            ].compactMap { places, severity in
                guard !places.isEmpty else { return nil }
                let culprits = Culprits(places.map { strip.frames[$0].frame })
                return finding(
                    in: sequence.name,
                    severity: severity,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "one single colour; the other \((isBlank.count - blank.count).of("frame")) "
                            + "\(isBlank.count - blank.count == 1 ? "shows" : "show") something.",
                        many:
                            "are one single colour; the other \((isBlank.count - blank.count).of("frame")) show something."
                    ),
                    fix: severity == .info
                        ? "If that is a fade, all is well."
                        : "Render \(places.count == 1 ? "it" : "them") again.",
                    measured: "one colour"
                )
            }
        }
    }
}
