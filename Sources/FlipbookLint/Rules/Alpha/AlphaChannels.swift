import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookScene
import FlipbookSequences

extension LintRule {
    package static let unusedAlpha = LintRule(
        .init("alpha.unused-channel", .warning, evidence: .pixels, fixable: .unsafe),
        summary: "The frames have an alpha channel, but every pixel is opaque.",
        notes: "Applies only if all frames are opaque. An opaque frame among transparent ones is fine.",
        why: "An alpha channel takes memory, blending it takes time, and only some codecs support it.",
        remedy: "Write the frames without an alpha channel.",
        failing: [.walk(2, pixels: PictureFacts.opaque)],
        judge: .frames { sequence in
            sequence.isAnimation && sequence.frames.allSatisfy { $0.pixels?.leastAlpha ?? 255 == 255 }
        } where: {
            // SVG drawings and icons have no alpha channel that could be removed.
            guard let header = $0.header, ![.svg, .ico].contains(header.format) else { return false }
            return $0.pixels != nil && header.hasAlpha
        } verdict: {
            let message = "has an alpha channel, but every pixel is opaque."
            let changes: [Fix.Operation] = [.dropAlpha($0.map(\.path))]
            return $0.verdict(one: message, by: changes, measured: .init("alpha 255", expected: "no alpha channel"))
        }
    )

    package static let nearlyOpaque = LintRule(
        .init("alpha.nearly-opaque", .info, evidence: .pixels, isDefault: false),
        summary: "Every pixel is almost opaque, but not quite.",
        notes: "Every alpha value is at least 250, and some are below 255. Not run by default, since the difference is "
            + "not visible.",
        why: "The transparency is probably unintentional. A little of the background shows through.",
        remedy: "Set alpha to 255, or write the frames without an alpha channel.",
        failing: [.walk(2) { $0.leastAlpha = 252 }],
        judge: .frames(of: \.isAnimation, where: { 250..<255 ~= $0.pixels?.leastAlpha ?? 0 }) {
            let least = $0.compactMap(\.pixels?.leastAlpha).min() ?? 0
            let message = "has alpha values from \(least) to 255, which is almost opaque."
            return $0.verdict(one: message, measured: .init("\(least)", expected: "255"))
        }
    )

    package static let transparentFrame = LintRule(
        .init("alpha.all-transparent", .warning, evidence: .pixels),
        summary: "Every pixel of a frame is transparent.",
        notes: "At the start or end of a sequence, and between a fade-out and a fade-in, the finding is informational.",
        why: "The picture disappears for a moment, often because a layer was hidden when the frame was written.",
        remedy: "Render the frame again, or leave it out.",
        failing: [["walk.1.png", .init("walk.2.png", pixels: clear), "walk.3.png"]],
        judge: .strips { strip in
            let shown = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha > 0 }
            guard let first = shown.first, let last = shown.last else {
                guard !strip.frames.isEmpty else { return [] }
                let message = "is fully transparent: the sequence shows nothing."
                let fix: Explanation = "Render the frames again, with the layers visible."
                return [strip.frames.map(\.frame).verdict(one: message, fix: fix, measured: "alpha 0")]
            }
            let clear = strip.frames.indices.filter { strip.frames[$0].pixels.greatestAlpha == 0 }
            return strip.verdicts(on: clear) {
                !(first...last).contains($0) || strip.fades(at: $0)
            } verdict: { frames, severity in
                let isExpected = severity == .info
                let context =
                    isExpected
                    ? "; the picture fades here, or the sequence begins or ends."
                    : "; the frames around \(frames.them) show a picture."
                let message = "is fully transparent\(context)"
                let fix: Explanation =
                    isExpected
                    ? "This is fine if nothing should be visible there."
                    : "Render \(frames.them) again, or leave \(frames.them) out."
                return frames.verdict(severity: severity, one: message, fix: fix, measured: "alpha 0")
            }
        }
    )

    package static let exportLoss = LintRule(
        .init("alpha.export-loss", .warning, evidence: .headers, isDefault: false),
        summary: "Frames may be transparent, and no background is set.",
        notes: "Not run by default. Select it for exports to H.264, which has no alpha channel. Ignores manifests "
            + "with isOpaque or an opaque backgroundColor and, if pixels are read, opaque frames.",
        why: "The export puts black behind the frames, so soft edges have a dark rim in the movie.",
        remedy: "Set a background, or export to a format with alpha, such as VP9 in WebM or ProRes 4444.",
        passing: [.walk(2) { $0.header.hasAlpha = false }, .manifest { $0.backgroundColor = .color(.white) }],
        failing: [["walk.1.png", "walk.2.png"]],
        judge: .folder { folder in
            let properties = folder.manifest?.manifest
            if properties?.isOpaque == true || properties?.backgroundColor?.isOpaque == true { return [] }
            return folder.sequences.compactMap { sequence in
                let frames = sequence.frames.filter { $0.header?.hasAlpha == true && $0.pixels?.leastAlpha ?? 0 < 255 }
                guard !frames.isEmpty else { return nil }
                let message = "may be transparent; H.264 has no alpha channel, and no background is set."
                let measured = Verdict.Measurement("an alpha channel", expected: "opaque frames or a background")
                return frames.verdict(of: sequence.name, one: message, measured: measured)
            }
        }
    )
}

extension Strip {
    /// Returns `true` if the frames on both sides of the transparent run at `place` are much more transparent than the rest of
    /// the strip.
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
    static let opaque: @Sendable (inout PictureFacts) -> Void = {
        ($0.leastAlpha, $0.translucentCount, $0.brightTranslucentCount) = (255, 0, 0)
    }
}

private let clear: @Sendable (inout PictureFacts) -> Void = {
    ($0.leastAlpha, $0.greatestAlpha, $0.isUniform) = (0, 0, true)
    ($0.translucentCount, $0.brightTranslucentCount) = (0, 0)
    $0.grid = PictureFacts.Grid(means: $0.grid.means.map { _ in 0 })
}
