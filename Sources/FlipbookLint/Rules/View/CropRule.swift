import FlipbookCore

/// Content modes that cut off a part of the pictures.
public struct CropRule: ManifestRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "mode.crops",
        severity: .info,
        evidence: .headers,
        summary: "The content mode cuts off more than a tenth of a picture.",
        rationale: "What lies outside of the canvas is never seen.",
        remedy: "Use scaleAspectFit, or a larger canvas.",
        options: [
            RuleOption("percent", "How much of a picture may be cut off, in per cent.", default: 10, in: 0...100)
        ],
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFill
                $0.size = PixelSize(width: 168, height: 90)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFill
                $0.size = PixelSize(width: 90, height: 90)
            }
        ]
    )

    private let percent: Int

    /// The rule with its options as they are declared.
    public init() {
        percent = Self.defaults.integer("percent")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        percent = options.integer("percent")
    }

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let worst = manifest.placements.max(by: { $0.hiddenShare < $1.hiddenShare }),
            worst.hiddenShare > Double(percent) / 100, let bounds = manifest.bounds
        else { return [] }
        let share = "\(Int((worst.hiddenShare * 100).rounded())) per cent"
        return [
            finding(
                in: manifest,
                key: manifest.placementKey,
                message: "\(share) of a picture of \(worst.image.inPoints) points lie outside of the canvas "
                    + "of \(bounds.inPoints).",
                fix: "Use scaleAspectFit, or a larger canvas.",
                measured: share,
                expected: "at most \(percent) per cent"
            )
        ]
    }
}
