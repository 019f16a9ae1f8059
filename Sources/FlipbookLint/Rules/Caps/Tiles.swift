import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

/// What is repeated between the caps.
extension LintRule {
    /// Tiles of a few pixels that are drawn very often.
    package static let smallTile = LintRule(
        id: "caps.tile-too-small",
        severity: .warning,
        evidence: .headers,
        summary: "The part between the caps is a few pixels wide and is repeated many times.",
        discussion:
            "Two to seven pixels, more than 64 times by default. A single pixel looks the same stretched and is "
            + "drawn as such.",
        rationale: "Each repetition is drawn by itself, and a pattern that small is not seen.",
        remedy: "Use resizingMode stretch, insets that leave one pixel, or a larger pattern.",
        options: [
            RuleOption("repeats", "So often may a small tile be repeated.", default: 64, in: 1...1_000_000)
        ],
        passing: [tiledExample(inset: 40, width: 1040), tiledExample(inset: 78, width: 200)],
        failing: [tiledExample(inset: 78, width: 556)]
    ) { options in
        let most = options.integer("repeats")
        return .wholeManifest { manifest in
            let zone = manifest.tiledZones.first { (2..<8).contains($0.centre) && $0.repeats > Double(most) }
            guard let zone else { return nil }
            let repeats = zone.repeats.rounded(.up).shortest
            return Verdict(
                key: .capInsets,
                message: "\(zone.centre.shortest) pixels between the caps are repeated \(repeats) times "
                    + "\(zone.axis.rawValue).",
                measured: "\(repeats) repetitions",
                expected: "at most \(most)"
            )
        }
    }

    /// Tiles of which the last one is cut.
    package static let partialTile = LintRule(
        id: "caps.tile-partial",
        severity: .info,
        evidence: .headers,
        summary: "The room between the caps is not a multiple of the pattern that is repeated in it.",
        discussion:
            "A pattern of a single pixel cannot be cut, and one that is larger than its room is shown once.",
        rationale: "The last repetition is cut, which shows as a seam beside the right or the lower cap.",
        remedy: "Choose a canvas that is the caps and a whole number of patterns, or resizingMode stretch.",
        passing: [tiledExample(width: 320)],
        failing: [tiledExample(width: 300)],
        judge: .wholeManifest { manifest in
            let zone = manifest.tiledZones.first { zone in
                zone.centre > 1 && zone.repeats > 1 && abs(zone.repeats - zone.repeats.rounded()) * zone.centre > 0.01
            }
            guard let zone else { return nil }
            let repeats = ((zone.repeats * 100).rounded() / 100).shortest
            return Verdict(
                key: .capInsets,
                message:
                    "the \(zone.centre.shortest) pixels between the caps fit \(repeats) times \(zone.axis.rawValue), "
                    + "so the last repetition is cut.",
                measured: "\(repeats) repetitions",
                expected: "a whole number"
            )
        }
    )
}

/// A manifest whose pictures are tiled between caps at the left and the right.
private func tiledExample(inset: Double = 60, width: Int) -> RuleExample {
    .manifest {
        $0.capInsets = EdgeInsets(top: 0, left: inset, bottom: 0, right: inset)
        $0.resizingMode = .tile
        $0.size = PixelSize(width: width, height: 90)
    }
}
