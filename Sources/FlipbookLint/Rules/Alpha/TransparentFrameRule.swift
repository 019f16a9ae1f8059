import FlipbookCore
import FlipbookImaging

/// Frames that show nothing.
public struct TransparentFrameRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.all-transparent",
        severity: .warning,
        evidence: .pixels,
        summary: "Every pixel of a frame is transparent.",
        discussion: "A run at the start or the end, where something comes in or has gone, and one that the picture "
            + "fades into and out of, are for information only.",
        rationale:
            "In the middle of a sequence it is a flash of nothing; mostly a layer was hidden when the frame was written.",
        remedy: "Render the frame again, or leave it out.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", pixels: clear),
                RuleExample.File("walk.3.png"),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for such frames inside the sequence, and one for those at its ends.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        Strip.all(of: sequence).flatMap { strip -> [Finding] in
            let shown = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha > 0 }
            guard let first = shown.first, let last = shown.last else {
                let culprits = strip.culprits { _ in true }
                guard !culprits.frames.isEmpty else { return [] }
                return [
                    finding(
                        in: sequence.name,
                        culprits: culprits,
                        message: culprits.sentence(
                            one: "every pixel is transparent.",
                            many: "are transparent in every pixel: the sequence shows nothing."
                        ),
                        fix: "Render the frames again, with the layers visible.",
                        measured: "alpha 0"
                    )
                ]
            }
            let clear = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha == 0 }
            let isExpected = clear.map { !(first...last).contains($0) || strip.fades(at: $0) }
            return [(false, Severity.warning), (true, .info)].compactMap { expected, severity in
                let places = zip(clear, isExpected).filter { $0.1 == expected }.map(\.0)
                guard !places.isEmpty else { return nil }
                let culprits = Culprits(places.map { strip.frames[$0].frame })
                let it = places.count == 1 ? "it" : "them"
                return finding(
                    in: sequence.name,
                    severity: severity,
                    culprits: culprits,
                    message: expected
                        ? culprits.sentence(
                            one: "every pixel is transparent, where the picture fades or the sequence ends.",
                            many: "are transparent in every pixel, where the picture fades or the sequence ends."
                        )
                        : culprits.sentence(
                            one: "every pixel is transparent; the frames around it show something.",
                            many: "are transparent in every pixel; the frames around them show something."
                        ),
                    fix: expected
                        ? "If nothing is meant to be seen there, all is well."
                        : "Render \(it) again, or leave \(it) out.",
                    measured: "alpha 0"
                )
            }
        }
    }

    /// Makes a made-up picture transparent.
    static let clear: @Sendable (inout PictureFacts) -> Void = {
        $0.leastAlpha = 0
        $0.greatestAlpha = 0
        $0.isUniform = true
        $0.translucentCount = 0
        $0.brightTranslucentCount = 0
        $0.grid = PictureFacts.Grid(means: $0.grid.means.map { _ in 0 })
    }
}

extension Strip {
    /// Whether the frames next to the transparent ones around `place` show little of what the strip shows elsewhere.
    fileprivate func fades(at place: Int) -> Bool {
        let isShown = { (index: Int) in frames[index].pixels.greatestAlpha > 0 }
        guard let before = frames.indices[..<place].last(where: isShown),
            let after = frames.indices[place...].first(where: isShown),
            let most = frames.lazy.map(\.pixels.grid.coverage).max()
        else { return true }
        return max(frames[before].pixels.grid.coverage, frames[after].pixels.grid.coverage) <= most / 8
    }
}
