import FlipbookCore

/// Tiles of a few pixels that are drawn very often.
public struct SmallTileRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.tile-too-small",
        severity: .warning,
        evidence: .headers,
        summary: "The part between the caps is a few pixels wide and is repeated many times.",
        discussion:
            "Two to seven pixels, more than 64 times by default. A single pixel looks the same stretched and is "
            + "drawn as such.",
        rationale: "Each repetition is drawn by itself, and nobody sees a pattern that small.",
        remedy: "Use resizingMode stretch, insets that leave one pixel, or a larger pattern.",
        options: [
            RuleOption("repeats", "So often may a small tile be repeated.", default: 64, in: 1...1_000_000)
        ],
        passing: [example(inset: 40, width: 1040), example(inset: 78, width: 200)],
        failing: [example(inset: 78, width: 556)]
    )

    private let most: Int

    /// The rule as it is by default.
    public init() {
        most = Self.defaults.integer("repeats")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        most = options.integer("repeats")
    }

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let zone = manifest.tiledZones.first { (2..<8).contains($0.centre) && $0.repeats > Double(most) }
        guard let zone else { return [] }
        let repeats = zone.repeats.rounded(.up).shortest
        return [
            finding(
                in: manifest,
                key: .capInsets,
                message: "\(zone.centre.shortest) pixels between the caps are repeated \(repeats) times "
                    + "\(zone.axis.rawValue).",
                fix: "Use resizingMode stretch, insets that leave one pixel, or a larger pattern.",
                measured: "\(repeats) repetitions",
                expected: "at most \(most)"
            )
        ]
    }

    /// A canvas of this width on which pictures of 160 points have these insets left and right, and tile evenly.
    private static func example(inset: Double, width: Int) -> RuleExample {
        RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
            $0.capInsets = EdgeInsets(top: 0, left: inset, bottom: 0, right: inset)
            $0.resizingMode = .tile
            $0.size = PixelSize(width: width, height: 90)
        }
    }
}
