import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let highlightPartial = LintRule(
        .init("highlight.partial", .warning, evidence: .manifest),
        summary: "A view has an image and an animation, but only one of them has a highlighted version.",
        why: "Only one of the two changes when the view is highlighted. Implementations differ in which one they show.",
        remedy: "Set both highlightedImage and highlightedAnimationImages, or neither.",
        passing: [
            .manifest(others: ["h1.png", "h2.png"]) {
                ($0.image, $0.highlightedImage) = (FilePath("a1.png"), FilePath("h1.png"))
                $0.highlightedAnimationImages = .list(["h1.png", "h2.png"].map { .init(image: FilePath($0)) })
            }
        ],
        failing: [
            .manifest(others: ["h.png"]) { ($0.image, $0.highlightedImage) = (FilePath("a1.png"), FilePath("h.png")) }
        ],
        judge: .wholeManifest { manifest in
            let properties = manifest.manifest
            guard properties.image != nil, properties.animationImages != nil,
                (properties.highlightedImage == nil) != (properties.highlightedAnimationImages == nil)
            else { return nil }
            let keys: [ManifestKey] = [.highlightedAnimationImages, .highlightedImage]
            let (there, absent) = properties.highlightedImage == nil ? (keys[0], keys[1]) : (keys[1], keys[0])
            return Verdict(key: there, message: "\(there.rawValue) is set, but \(absent.rawValue) is not.")
        }
    )

    package static let highlightCount = LintRule(
        .init("highlight.count-mismatch", .info, evidence: .names),
        summary: "The highlighted sequence has a different number of frames.",
        why: "Each frame takes the same time if no duration is set, so highlighting changes the cycle's length.",
        remedy: "Draw the same number of frames, or set animationDuration.",
        passing: [.highlighted("h1.png", "h2.png")],
        failing: [.highlighted("h1.png"), .highlighted("h1.png", frames: "a@.png")],
        judge: .wholeManifest { manifest in
            let properties = manifest.manifest
            let usual = manifest.slotCount
            guard let slots = properties.highlightedAnimationImages?.slotCount, !manifest.hasOwnDurations,
                properties.animationDuration <= .zero, usual > 0, slots != usual
            else { return nil }
            let (own, expected) = (slots.of("frame"), usual.of("frame"))
            let message =
                "the view has \(own) while highlighted and \(expected) otherwise, so the cycle's length changes."
            return Verdict(key: .highlightedAnimationImages, message: message, measured: .init(own, expected: expected))
        }
    )

    package static let highlightSize = LintRule(
        .init("highlight.size-mismatch", .warning, evidence: .headers),
        summary: "A highlighted picture has a different size from the picture that it replaces.",
        why: "The view jumps when it is highlighted.",
        remedy: "Draw the highlighted picture at the same size as the picture that it replaces.",
        passing: [.highlighted("h1.png", "h2.png")],
        failing: [.highlighted(.init("h1.png", 200, 90), .init("h2.png", 200, 90))],
        judge: .manifest { manifest in
            let usual = manifest.usualPointSize
            let compared = [
                (manifest.highlightedFrames, usual, ManifestKey.highlightedAnimationImages),
                (manifest.highlightedImage.map { [$0] } ?? [], manifest.image?.pointSize ?? usual, .highlightedImage),
            ]
            return compared.compactMap { frames, expected, key in
                guard let expected, let odd = frames.first(where: { $0.pointSize.map { $0 != expected } ?? false }),
                    let size = odd.pointSize
                else { return nil }
                let message = "\(odd.name) is \(size.inPoints) points; the picture it replaces is \(expected.inPoints)."
                return Verdict(key: key, message: message, measured: .init(size.inPoints, expected: expected.inPoints))
            }
        }
    )

    package static let highlightScale = LintRule(
        .init("highlight.scale-mismatch", .warning, evidence: .names),
        summary: "The pictures of one view (still, frames, highlighted) have different scale factors.",
        notes: "Applies if all pictures of a kind have one scale factor, but the frames have a different one.",
        why: "The view becomes blurry or changes its size when it starts or stops animating, or is highlighted.",
        remedy: "Draw all pictures of the view at one scale factor.",
        passing: [
            .manifest(
                [.init("a1@2x.png", 40, 40), .init("a2@2x.png", 40, 40)],
                others: [.init("still@2x.png", 40, 40)]
            ) {
                $0.image = FilePath("still@2x.png")
                $0.scale = DisplayScale(2)
            }
        ],
        failing: [
            .manifest(
                [.init("a1.png", 20, 20), .init("a2.png", 20, 20)],
                others: [.init("still@2x.png", 40, 40)]
            ) { $0.image = FilePath("still@2x.png") }
        ],
        judge: .manifest { manifest in
            let usual = Set(manifest.frames.map(\.scale))
            guard let scale = usual.first, usual.count == 1 else { return [] }
            let others: [([FrameEvidence], ManifestKey)] = [
                (manifest.image.map { [$0] } ?? [], .image),
                (manifest.highlightedImage.map { [$0] } ?? [], .highlightedImage),
                (manifest.highlightedFrames, .highlightedAnimationImages),
            ]
            return others.compactMap { frames, key in
                guard let first = frames.first, Set(frames.map(\.scale)).count == 1, first.scale != scale
                else { return nil }
                let message = "\(first.name) is drawn at @\(first.scale)x, but the frames are at @\(scale)x."
                return Verdict(key: key, message: message, measured: .init("@\(first.scale)x", expected: "@\(scale)x"))
            }
        }
    )
}

extension RuleExample {
    /// Returns an example with two frames, and with different frames while the view is highlighted.
    fileprivate static func highlighted(_ others: File..., frames pattern: String? = nil) -> RuleExample {
        manifest([File("a1.png"), File("a2.png")], others: others) {
            if let pattern { $0.animationImages = .pattern(pattern) }
            $0.highlightedAnimationImages = .list(others.map { .init(image: FilePath($0.name)) })
        }
    }
}
