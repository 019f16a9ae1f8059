import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookScene
import FlipbookSequences

/// Transparency in the pixels of frames.
extension LintRule {
    /// Alpha channels that say nothing.
    package static let unusedAlpha = LintRule(
        id: "alpha.unused-channel",
        severity: .warning,
        evidence: .pixels,
        summary: "The frames have an alpha channel, and every pixel is opaque.",
        discussion: "Judged for the sequence as a whole: an opaque frame among transparent ones is in order.",
        rationale:
            "The channel takes memory and time in every program that blends, and asks for a codec that carries it.",
        remedy: "Write the frames without an alpha channel.",
        fixable: .unsafe,
        failing: [
            .walk(2, pixels: PictureFacts.opaque)
        ],
        judge: .frames { sequence in
            sequence.kind == .animation && sequence.frames.allSatisfy { $0.pixels?.leastAlpha ?? 255 == 255 }
        } where: {
            // Drawings and icons have no channel that could be left out.
            guard let header = $0.header, ![.svg, .ico].contains(header.format) else { return false }
            return $0.pixels != nil && header.hasAlpha
        } verdict: {
            Verdict(
                on: $0,
                one: "has an alpha channel, and every pixel is opaque.",
                many: "have an alpha channel, and every pixel is opaque.",
                fix: "Write \($0.them) without an alpha channel.",
                by: [.dropAlpha($0.map(\.path))],
                measured: "alpha 255",
                expected: "no alpha channel"
            )
        }
    )

    /// Frames that are all but opaque.
    package static let nearlyOpaque = LintRule(
        id: "alpha.nearly-opaque",
        severity: .info,
        isDefault: false,
        evidence: .pixels,
        summary: "Every pixel is almost opaque, and not quite.",
        discussion: "Every alpha is at least 250, and some are below 255. Not run by default: it is not seen.",
        rationale: "It is hardly meant, and the background shines through by a level or two.",
        remedy: "Set alpha to 255, or write the frames without an alpha channel.",
        failing: [
            .walk(2) { $0.leastAlpha = 252 }
        ],
        judge: .frames(of: \.isAnimation) {
            almostOpaque.contains($0.pixels?.leastAlpha ?? 0)
        } verdict: {
            let least = $0.compactMap(\.pixels?.leastAlpha).min() ?? 0
            return Verdict(
                on: $0,
                one: "every alpha is between \(least) and 255: almost opaque, and not quite.",
                many: "have every alpha between \(least) and 255: almost opaque, and not quite.",
                fix: "Set alpha to 255, or write \($0.them) without an alpha channel.",
                measured: "\(least)",
                expected: "255"
            )
        }
    )

    /// Frames that show nothing.
    package static let transparentFrame = LintRule(
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
        failing: [RuleExample(["walk.1.png", RuleExample.File("walk.2.png", pixels: clear), "walk.3.png"])],
        judge: .strips { strip in
            let shown = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha > 0 }
            guard let first = shown.first, let last = shown.last else {
                guard !strip.frames.isEmpty else { return [] }
                return [
                    Verdict(
                        on: strip.frames.map(\.frame),
                        one: "every pixel is transparent.",
                        many: "are transparent in every pixel: the sequence shows nothing.",
                        fix: "Render the frames again, with the layers visible.",
                        measured: "alpha 0"
                    )
                ]
            }
            let clear = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha == 0 }
            return strip.verdicts(on: clear) {
                !(first...last).contains($0) || strip.fades(at: $0)
            } verdict: { frames, severity in
                let isExpected = severity == .info
                let place = "where the picture fades or the sequence ends"
                return Verdict(
                    on: frames,
                    severity: severity,
                    one: isExpected
                        ? "every pixel is transparent, \(place)."
                        : "every pixel is transparent; the frames around it show something.",
                    many: isExpected
                        ? "are transparent in every pixel, \(place)."
                        : "are transparent in every pixel; the frames around them show something.",
                    fix: isExpected
                        ? "If nothing is meant to be seen there, all is well."
                        : "Render \(frames.them) again, or leave \(frames.them) out.",
                    measured: "alpha 0"
                )
            }
        }
    )

    /// Transparency that a movie in H.264 cannot keep.
    package static let exportLoss = LintRule(
        id: "alpha.export-loss",
        severity: .warning,
        isDefault: false,
        evidence: .headers,
        summary: "Frames can be transparent, and nothing says what is to lie behind them.",
        discussion:
            "For exports to H.264, which has no alpha channel; off unless it is selected. Where pixels are read, frames "
            + "whose alpha is 255 throughout do not count. A manifest with an opaque backgroundColor or with isOpaque "
            + "has chosen a background.",
        rationale:
            "The export puts black behind the frames, and soft edges keep a dark rim wherever the movie is shown.",
        remedy: "Give a background, or export to a format with alpha, such as VP9 in WebM or ProRes 4444.",
        passing: [
            .walk(2) { $0.header.hasAlpha = false },
            .manifest { $0.backgroundColor = .color(.white) },
        ],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        judge: .folder { folder in
            let properties = folder.manifest?.manifest
            if properties?.isOpaque == true || properties?.backgroundColor?.isOpaque == true { return [] }
            return folder.sequences.compactMap { sequence in
                let frames = sequence.frames.filter { $0.header?.hasAlpha == true && $0.pixels?.leastAlpha ?? 0 < 255 }
                guard !frames.isEmpty else { return nil }
                return Verdict(
                    on: frames,
                    of: sequence.name,
                    one: "can be transparent; H.264 has no alpha channel, and no background is given.",
                    many: "can be transparent; H.264 has no alpha channel, and no background is given.",
                    measured: "an alpha channel",
                    expected: "opaque frames or a background"
                )
            }
        }
    )
}

/// The least alphas of frames that are all but opaque.
private let almostOpaque = 250..<255

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

extension PictureFacts {
    /// Makes a made-up picture opaque.
    static let opaque: @Sendable (inout PictureFacts) -> Void = {
        $0.leastAlpha = 255
        $0.translucentCount = 0
        $0.brightTranslucentCount = 0
    }
}

/// Makes a made-up picture transparent.
private let clear: @Sendable (inout PictureFacts) -> Void = {
    $0.leastAlpha = 0
    $0.greatestAlpha = 0
    $0.isUniform = true
    $0.translucentCount = 0
    $0.brightTranslucentCount = 0
    $0.grid = PictureFacts.Grid(means: $0.grid.means.map { _ in 0 })
}
