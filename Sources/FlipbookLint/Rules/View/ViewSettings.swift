import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookScene
import FlipbookSequences

extension LintRule {
    package static let implicitCanvas = LintRule(
        .init("canvas.implicit", .info, evidence: .headers),
        summary: "The frames have different sizes and the manifest sets no canvas, so the first frame's size is used.",
        why: "The size of the output changes when the first frame is replaced.",
        remedy: "Set the key 'size', so that the output does not depend on the first frame.",
        passing: [.manifest { $0.mismatch = .fit }],
        failing: [
            .manifest(["a1.png", "a2.png", .init("a3.png", 320, 180)], alsoFoundBy: ["seq.mixed-size"]) {
                $0.mismatch = .fit
            }
        ],
        judge: .wholeManifest { manifest in
            guard manifest.manifest.size == nil, manifest.manifest.mismatch == .fit,
                let first = manifest.frames.lazy.compactMap(\.pointSize).first,
                manifest.frames.contains(where: { $0.pointSize.map { $0 != first } ?? false })
            else { return nil }
            let message = "the frames have different sizes, so the first one sets the canvas: \(first.inPoints) points."
            return Verdict(key: .mismatch, message: message, measured: .init(first.inPoints))
        }
    )

    package static let redraw = LintRule(
        .init("mode.redraw", .info, evidence: .manifest),
        summary: "The content mode is redraw.",
        why: "For pictures, redraw has the same effect as scaleToFill. In UIKit, it also draws the view again if its "
            + "size changes.",
        remedy: "Use scaleToFill.",
        failing: [.manifest { $0.contentMode = .redraw }],
        judge: .wholeManifest { manifest in
            guard manifest.manifest.contentMode == .redraw else { return nil }
            let message = "contentMode redraw places pictures like scaleToFill."
            return Verdict(key: .contentMode, message: message, measured: .init("redraw", expected: "scaleToFill"))
        }
    )

    package static let missingLabel = LintRule(
        .init("a11y.missing-label", .warning, evidence: .manifest, isDefault: false),
        summary: "The animation has no label, title or description.",
        why: "Screen readers cannot describe the animation, and an exported file has no title.",
        remedy: "Set accessibilityLabel, title or description, or, if the animation is only decoration, isDecorative: "
            + "true.",
        passing: [
            .manifest { _ in },
            .manifest { ($0.title, $0.accessibility.label) = (nil, "A walking figure") },
            .manifest { ($0.title, $0.accessibility.isDecorative) = (nil, true) },
        ],
        failing: [.manifest { $0.title = nil }],
        judge: .wholeManifest { evidence in
            let manifest = evidence.manifest
            guard evidence.hasLabels, manifest.title == nil, manifest.summary == nil, manifest.spokenLabel == nil,
                !manifest.accessibility.isDecorative
            else { return nil }
            let message = "label, title and description are missing, so screen readers cannot describe the animation."
            return Verdict(message: message)
        }
    )

    package static let opaqueAlpha = LintRule(
        .init("opaque.alpha-ignored", .warning, evidence: .manifest),
        summary: "isOpaque is true, but alpha is less than 1 or animated.",
        notes: "Applies to the sequence and to each view on top of it. The alpha of enclosing views still applies.",
        why: "An opaque view ignores alpha and is shown as if alpha were 1.",
        remedy: "Remove the key 'alpha' or its animation, or set isOpaque to false.",
        passing: [.manifest { $0.alpha = 0.5 }, .view(animated: .example(.alpha, to: .number(1))) { $0.alpha = 0.5 }],
        failing: [
            .manifest { ($0.isOpaque, $0.alpha, $0.backgroundColor) = (true, 0.5, .black) },
            .view { ($0.isOpaque, $0.alpha) = (true, 0.5) },
            .view(animated: .example(.alpha, to: .number(0))) { $0.isOpaque = true },
        ],
        judge: .manifest { manifest in
            let properties = manifest.manifest
            let animations = properties.animations?.filter { $0.view == nil } ?? []
            let own = ignoredAlpha(isOpaque: properties.isOpaque, properties.$alpha, animations).map {
                Verdict(key: .alpha, message: $0, measured: .init($1, expected: "1"))
            }
            let views = manifest.placedViews.compactMap { placed in
                ignoredAlpha(isOpaque: placed.view.isOpaque, placed.view.$alpha, placed.animations).map {
                    placed.verdict("isOpaque", of: manifest, message: $0, measured: .init($1, expected: "1"))
                }
            }
            return [own].compactMap(\.self) + views
        }
    )

    package static let opaqueNotFilled = LintRule(
        .init("opaque.not-filled", .error, evidence: .headers),
        summary: "isOpaque is true, but pictures or gaps are transparent and there is no opaque background.",
        notes: "The finding is an error if part of the canvas is empty, and a warning if a picture has an alpha "
            + "channel, even an unused one.",
        why: "An opaque view must fill its bounds. Nothing is drawn behind it, so old pictures or noise show through.",
        remedy: "Set an opaque backgroundColor, or set isOpaque to false.",
        passing: [.manifest { ($0.isOpaque, $0.backgroundColor) = (true, .black) }],
        failing: [.manifest { $0.isOpaque = true }],
        judge: .wholeManifest { manifest in
            let view = manifest.manifest
            guard view.isOpaque == true, view.backgroundColor?.isOpaque != true else { return nil }
            let hasGaps = manifest.placements.contains { !$0.fills }
            let transparent = manifest.frames.filter { $0.header?.hasAlpha ?? false }.count
            guard hasGaps || transparent > 0 else { return nil }
            let message =
                hasGaps
                ? "isOpaque is true, but the pictures do not fill the canvas, and there is no opaque background."
                : "isOpaque is true, but \(transparent.of("frame")) may be transparent; no opaque background is set."
            return Verdict(key: .isOpaque, severity: hasGaps ? .error : .warning, message: message)
        }
    )

    package static let invisible = LintRule(
        .init("alpha.invisible", .warning, evidence: .manifest),
        summary: "The sequence's alpha is 0.",
        why: "Only the background is shown.",
        remedy: "Remove the key 'alpha', or set it to more than 0.",
        passing: [.manifest { $0.alpha = 0.5 }],
        failing: [.manifest { $0.alpha = 0 }],
        judge: .wholeManifest { manifest in
            guard manifest.manifest.alpha == 0, manifest.manifest.isOpaque != true else { return nil }
            return Verdict(key: .alpha, message: "alpha is 0, so only the background is shown.", measured: "0")
        }
    )

    package static let couldBeOpaque = LintRule(
        .init("opaque.could-be", .info, evidence: .pixels),
        summary: "Every pixel of every frame is opaque and the canvas is filled, but isOpaque is not set.",
        notes: "Applies if alpha is 1 and there are no cap insets or overlays.",
        why: "An opaque view is not blended with anything behind it, so showing and exporting it is faster.",
        remedy: "Set isOpaque to true.",
        passing: [
            .manifest { _ in },
            .manifest([opaque("a1.png"), opaque("a2.png")]) {
                ($0.isOpaque, $0.backgroundColor) = (true, .color(.white))
            },
        ],
        failing: [.manifest([opaque("a1.png"), opaque("a2.png")]) { _ in }],
        judge: .wholeManifest { manifest in
            let (properties, frames) = (manifest.manifest, manifest.frames)
            guard manifest.hasLabels, properties.$isOpaque == nil, properties.alpha == 1, properties.resizing == nil,
                !frames.isEmpty, frames.allSatisfy({ $0.pixels?.leastAlpha == 255 }),
                Set(frames.map(\.pointSize)).count == 1, manifest.placements.allSatisfy(\.fills)
            else { return nil }
            return Verdict(
                key: .animationImages,
                message: "every pixel of \(frames.count == 1 ? "the frame" : "all \(frames.count) frames") is opaque, "
                    + "but isOpaque is not set.",
                measured: .init("isOpaque not set", expected: "isOpaque true")
            )
        }
    )
}

/// Returns the message about an alpha value that an opaque view ignores, or `nil` if there is none.
private func ignoredAlpha(isOpaque: Bool, _ alpha: Double?, _ animations: [ManifestAnimation])
    -> (message: String, measured: String)?
{
    guard isOpaque else { return nil }
    if let alpha, alpha < 1 {
        return ("alpha \(alpha.shortest) has no effect, because isOpaque is true.", alpha.shortest)
    }
    let isAnimated = animations.contains {
        if case .track(let track) = $0.change { track.property == .alpha } else { false }
    }
    return isAnimated ? ("the animation of alpha has no effect, because isOpaque is true.", "animated") : nil
}

private func opaque(_ name: String) -> RuleExample.File {
    let file = RuleExample.File(name, pixels: PictureFacts.opaque)
    guard case .picture(var details) = file.content else { return file }
    details.header.hasAlpha = false
    details.transparency = .none
    return RuleExample.File(name, .picture(details), pixels: file.pixels)
}
