import FlipbookCore

/// Tiles of which the last one is cut.
public struct PartialTileRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.tile-partial",
        severity: .info,
        evidence: .headers,
        summary: "The room between the caps is not a multiple of the pattern that is repeated in it.",
        discussion: "A pattern of a single pixel cannot be cut, and one that is larger than its room is shown once.",
        rationale: "The last repetition is cut, which shows as a seam beside the right or the lower cap.",
        remedy: "Choose a canvas that is the caps and a whole number of patterns, or resizingMode stretch.",
        passing: [example(width: 320)],
        failing: [example(width: 300)]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let zone = manifest.tiledZones.first { zone in
            zone.centre > 1 && zone.repeats > 1 && abs(zone.repeats - zone.repeats.rounded()) * zone.centre > 0.01
        }
        guard let zone else { return [] }
        let repeats = ((zone.repeats * 100).rounded() / 100).shortest
        return [
            finding(
                in: manifest,
                key: .capInsets,
                message:
                    "the \(zone.centre.shortest) pixels between the caps fit \(repeats) times \(zone.axis.rawValue), "
                    + "so the last repetition is cut.",
                fix: "Choose a canvas that is the caps and a whole number of patterns, or resizingMode stretch.",
                measured: "\(repeats) repetitions",
                expected: "a whole number"
            )
        ]
    }

    /// A canvas of this width on which pictures of 160 points have 40 between their caps.
    private static func example(width: Int) -> RuleExample {
        RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
            $0.capInsets = EdgeInsets(top: 0, left: 60, bottom: 0, right: 60)
            $0.resizingMode = .tile
            $0.size = PixelSize(width: width, height: 90)
        }
    }
}
