import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let noCenter = LintRule(
        .init("caps.no-center", .error, evidence: .headers),
        summary: "Together, the caps are at least as wide or as high as the picture.",
        why: "There is nothing left to stretch, and the result is undefined.",
        remedy: "Make the caps smaller; a center of one pixel is enough.",
        passing: [.capped(10)],
        failing: [.capped(45), .manifest { $0.leftCapWidth = 160 }],
        judge: .wholeManifest { manifest in
            guard let caps = manifest.caps,
                let frame = manifest.frames.first(where: { frame in
                    frame.pointSize.map { caps.width >= $0.width || caps.height >= $0.height } ?? false
                }), let size = frame.pointSize
            else { return nil }
            let taken = "\(caps.width.shortest)x\(caps.height.shortest)"
            let message =
                "the caps take \(taken) of the \(size.inPoints) points of \(frame.name); nothing is left to stretch."
            let measured = Verdict.Measurement(taken, expected: "less than \(size.inPoints)")
            return Verdict(key: caps.key, message: message, measured: measured)
        }
    )

    package static let capsMode = LintRule(
        .init("caps.mode", .warning, evidence: .manifest),
        summary: "Cap insets are combined with a content mode that does not scale.",
        why: "Cap insets have no effect, since nothing is stretched.",
        remedy: "Remove the caps, or use scaleToFill.",
        passing: [.capped(10) { $0.contentMode = .scaleToFill }],
        failing: [
            .capped(10) { $0.contentMode = .topLeft },
            .manifest { ($0.leftCapWidth, $0.contentMode) = (5, .center) },
        ],
        judge: .wholeManifest { manifest in
            guard let mode = manifest.manifest.$contentMode, let caps = manifest.caps,
                caps.width != 0 || caps.height != 0, !mode.isResizing
            else { return nil }
            let message = "\(caps.words) no effect with contentMode \(mode.name), which does not scale."
            return Verdict(key: caps.key, message: message, measured: .init(mode.name, expected: "scaleToFill"))
        }
    )

    package static let capsBounds = LintRule(
        .init("caps.bounds-too-small", .warning, evidence: .headers),
        summary: "Together, the caps are larger than the canvas.",
        notes: "leftCapWidth and topCapHeight stretch only a single point after each cap.",
        why: "The corners overlap or are squeezed, and the result is undefined.",
        remedy: "Make the canvas larger, or the caps smaller.",
        passing: [.capped(10) { $0.size = PixelSize(width: 40, height: 40) }],
        failing: [
            .capped(30) { $0.size = PixelSize(width: 40, height: 40) },
            // The caps take 159 of 160 points.
            .manifest { ($0.leftCapWidth, $0.size) = (10, PixelSize(width: 120, height: 90)) },
        ],
        judge: .wholeManifest { manifest in
            guard let caps = manifest.caps, let bounds = manifest.bounds else { return nil }
            let (width, height) = caps.rigid(of: manifest.usualPointSize ?? Size(width: 0, height: 0))
            guard width > bounds.width || height > bounds.height else { return nil }
            let taken = "\(width.shortest)x\(height.shortest)"
            return Verdict(
                key: caps.key,
                message: "the caps take \(taken) points, but the canvas has only \(bounds.inPoints).",
                fix: caps.key == .capInsets
                    ? nil : "Make the canvas larger, or use capInsets, which leave a larger part to stretch.",
                measured: .init(taken, expected: "at most \(bounds.inPoints)")
            )
        }
    )

    package static let capsFraction = LintRule(
        .init("caps.fractional", .warning, evidence: .names),
        summary: "A cap inset is not equal to a whole number of pixels.",
        why: "The edge of the cap runs through a pixel, so a seam is visible where the stretched part begins.",
        remedy: "Use insets that are a whole number of pixels in each variant.",
        passing: [
            .manifest([.init("a1@2x.png", 320, 180), .init("a2@2x.png", 320, 180)]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10.5, bottom: 10, right: 10.5)
            }
        ],
        failing: [.manifest { $0.capInsets = EdgeInsets(top: 10, left: 10.5, bottom: 10, right: 10.5) }],
        judge: .wholeManifest { manifest in
            guard let caps = manifest.manifest.capInsets else { return nil }
            let sides = [caps.top, caps.left, caps.bottom, caps.right]
            let insets = Set(manifest.frames.lazy.map(\.scale)).sorted().flatMap { scale in
                sides.map { (scale: scale, points: $0, pixels: $0 * Double(scale)) }
            }
            guard let odd = insets.first(where: { abs($0.pixels - $0.pixels.rounded()) > 0.001 }) else { return nil }
            let (points, pixels) = (odd.points.shortest, odd.pixels.shortest)
            let message = "an inset of \(points) points is \(pixels) pixels in the @\(odd.scale)x pictures."
            let measured = Verdict.Measurement("\(pixels) pixels", expected: "a whole number")
            return Verdict(key: .capInsets, message: message, measured: measured)
        }
    )

    package static let legacyCaps = LintRule(
        .init("caps.legacy", .info, evidence: .manifest, isDefault: false),
        summary: "A manifest uses UIKit's deprecated keys for stretching.",
        notes: "The keys are leftCapWidth, topCapHeight and contentStretch. Not run by default, since they still work.",
        why: "UIKit has deprecated these keys. Cap insets do the same for all four sides, and can also tile.",
        remedy: "Use capInsets with resizingMode stretch.",
        passing: [.capped(10) { $0.resizingMode = .stretch }],
        failing: [
            .manifest { ($0.leftCapWidth, $0.topCapHeight) = (10, 10) },
            .manifest { $0.contentStretch = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) },
        ],
        judge: .wholeManifest { manifest in
            let properties = manifest.manifest
            let keys: [ManifestKey] = [
                properties.leftCapWidth == nil ? nil : .leftCapWidth,
                properties.topCapHeight == nil ? nil : .topCapHeight,
                properties.contentStretch == nil ? nil : .contentStretch,
            ].compactMap(\.self)
            guard let first = keys.first else { return nil }
            let words = keys.map(\.rawValue).listed(by: "and")
            let message = "\(words) \(keys.count == 1 ? "is" : "are") deprecated in UIKit."
            let measured = Verdict.Measurement(words, expected: ManifestKey.capInsets.rawValue)
            return Verdict(key: first, message: message, measured: measured)
        }
    )
}

extension RuleExample {
    fileprivate static func capped(_ cap: Double, _ set: (inout SequenceManifest) -> Void = { _ in }) -> RuleExample {
        .manifest {
            $0.capInsets = EdgeInsets(top: cap, left: 10, bottom: cap, right: 10)
            set(&$0)
        }
    }
}
