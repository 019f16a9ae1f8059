import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let distortion = LintRule(
        .init("mode.distorts", .warning, evidence: .headers),
        summary: "The content mode stretches the pictures more in one direction than in the other.",
        notes: "Applies if the aspect ratios differ by more than one percent. A difference of one pixel is allowed, "
            + "since a canvas is rounded. Flipbook preserves the aspect ratio if no contentMode is set.",
        why: "Circles become ellipses.",
        remedy: "Use scaleAspectFit or scaleAspectFill, or a canvas with the same aspect ratio.",
        passing: [.canvas(.scaleToFill, 80, 45), .manifest { $0.size = PixelSize(width: 100, height: 56) }],
        failing: [.canvas(.scaleToFill, 120, 90)],
        judge: .placement { placement, manifest in
            let (image, size) = (placement.image, placement.rect.size)
            let (across, down) = (size.width / image.width, size.height / image.height)
            let pixel = 1 / Double(manifest.outputScale)
            guard [.scaleToFill, .redraw].contains(manifest.contentMode), abs(across / down - 1) > 0.01,
                abs(placement.image.height * across - placement.bounds.height) >= pixel,
                abs(placement.image.width * down - placement.bounds.width) >= pixel, let bounds = manifest.bounds
            else { return nil }
            let message = "pictures of \(placement.image.inPoints) points are stretched to \(bounds.inPoints)."
            let measured = Verdict.Measurement(placement.image.inPoints, expected: bounds.inPoints)
            return Verdict(key: manifest.placementKey, message: message, measured: measured)
        }
    )

    package static let crop = LintRule(
        .init("mode.crops", .info, evidence: .headers),
        summary: "The content mode crops more than a tenth of a picture.",
        why: "Anything outside the canvas is never visible.",
        remedy: "Use scaleAspectFit, or a larger canvas.",
        options: [RuleOption("percent", "The maximum cropped share, in percent.", default: 10, in: 0...100)],
        passing: [.canvas(.scaleAspectFill, 168, 90)],
        failing: [.canvas(.scaleAspectFill, 90, 90)]
    ) { options in
        let percent = options.integer("percent")
        return .wholeManifest { manifest in
            guard let worst = manifest.placements.max(by: { $0.hiddenShare < $1.hiddenShare }),
                worst.hiddenShare > Double(percent) / 100, let bounds = manifest.bounds
            else { return nil }
            let share = "\(Int((worst.hiddenShare * 100).rounded()))%"
            let message =
                "\(share) of a picture of \(worst.image.inPoints) points is outside the \(bounds.inPoints) canvas."
            let measured = Verdict.Measurement(share, expected: "at most \(percent)%")
            return Verdict(key: manifest.placementKey, message: message, measured: measured)
        }
    }

    package static let modeGaps = LintRule(
        .init("mode.gaps", .info, evidence: .headers),
        summary: "The pictures do not fill the canvas, and no background is set.",
        why: "The rest of the canvas is transparent, or black in a video.",
        remedy: "Set a backgroundColor, or use scaleAspectFill.",
        passing: [.canvas(.scaleAspectFit, 200, 200, over: .black)],
        failing: [.canvas(.scaleAspectFit, 200, 200), .manifest { $0.size = PixelSize(width: 120, height: 90) }],
        judge: .placement { placement, manifest in
            guard manifest.manifest.backgroundColor == nil, manifest.manifest.isOpaque != true, !placement.fills,
                let bounds = manifest.bounds
            else { return nil }
            let message =
                "\(placement.image.inPoints) pictures do not fill the \(bounds.inPoints) canvas; no background is set."
            return Verdict(key: manifest.placementKey, message: message)
        }
    )

    package static let halfPixel = LintRule(
        .init("mode.half-pixel", .info, evidence: .headers),
        summary: "Centering puts the edges of an unscaled picture on half pixels.",
        why: "The picture is shifted to a whole pixel, or its edges blur.",
        remedy: "Choose a canvas whose width and height differ from the picture's by even numbers.",
        passing: [.canvas(.center, 200, 100, over: .black)],
        failing: [.canvas(.center, 201, 100, over: .black)],
        judge: .placement { placement, manifest in
            let isBetweenPixels = [placement.rect.minX, placement.rect.minY].contains { edge in
                let pixels = edge * manifest.outputScale
                return abs(pixels - pixels.rounded()) > 0.01
            }
            guard placement.isUnscaled, isBetweenPixels, let bounds = manifest.bounds else { return nil }
            let image = placement.image.inPoints
            let message = "centering \(image) pictures in \(bounds.inPoints) points puts their edges on half pixels."
            return Verdict(key: .size, message: message)
        }
    )

    package static let oversized = LintRule(
        .init("size.oversized", .warning, evidence: .headers, fixable: .unsafe),
        summary: "Pictures have more than four times as many pixels as the canvas shows.",
        why: "Every frame costs memory and time for pixels that are not visible.",
        remedy: "Scale the pictures down once, before they are played.",
        options: [
            RuleOption("times", "The maximum number of stored pixels per visible pixel.", default: 4.0, in: 1.0...1e6)
        ],
        passing: [.canvas(.scaleAspectFit, 160, 90)],
        failing: [
            .manifest([.init("a1.png", 1600, 900), .init("a2.png", 1600, 900)]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ]
    ) { options in
        let times = options.number("times")
        return .placement { placement, manifest in
            let shown = placement.shownSize(in: manifest)
            let share = Double(placement.pixels.area) / (shown.width * shown.height)
            guard shown.width * shown.height > 0, share > times else { return nil }
            let size = placement.rect.snapped(scale: manifest.outputScale).size
            return Verdict(
                placement.pixels,
                at: size,
                ": \(Int(min(share, 1e6).rounded())) times as many pixels as needed",
                by: placement.isUnscaled || size.isEmpty
                    ? [] : .whole(.resample(manifest.files(of: placement.pixels), to: size))
            )
        }
    }

    package static let upscaled = LintRule(
        .init("size.upscaled", .warning, evidence: .headers),
        summary: "Pictures are enlarged to more than one and a half times their size.",
        notes: "Applies if the manifest sets a canvas. Excludes pictures with cap insets, which are meant to stretch.",
        why: "Enlarged pictures look soft or blocky.",
        remedy: "Draw larger pictures, or make the canvas smaller.",
        options: [RuleOption("times", "The maximum enlargement factor.", default: 1.5, in: 1.0...1e6)],
        passing: [.canvas(.scaleAspectFit, 160, 90)],
        failing: [.canvas(.scaleAspectFit, 640, 360)]
    ) { options in
        let times = options.number("times")
        return .placement { placement, manifest in
            let (pixels, shown) = (placement.pixels, placement.shownSize(in: manifest))
            guard !pixels.isEmpty, max(shown.width / Double(pixels.width), shown.height / Double(pixels.height)) > times
            else { return nil }
            return Verdict(pixels, at: placement.rect.snapped(scale: manifest.outputScale).size)
        }
    }
}

extension RuleExample {
    fileprivate static func canvas(_ mode: ContentMode, _ width: Int, _ height: Int, over background: Background? = nil)
        -> RuleExample
    {
        .manifest {
            $0.contentMode = mode
            $0.backgroundColor = background
            $0.size = PixelSize(width: width, height: height)
        }
    }
}

extension Verdict {
    fileprivate init(_ pixels: PixelSize, at size: PixelSize, _ more: String = "", by changes: [Fix.Operation] = []) {
        self.init(
            key: .size,
            message: "pictures of \(pixels) px are shown at \(size)\(more).",
            by: changes,
            measured: .init("\(pixels)", expected: "\(size)")
        )
    }
}

extension ManifestPlacement {
    fileprivate func shownSize(in manifest: ManifestEvidence) -> Size {
        let scale = manifest.outputScale
        return Size(width: rect.size.width * scale, height: rect.size.height * scale)
    }
}
