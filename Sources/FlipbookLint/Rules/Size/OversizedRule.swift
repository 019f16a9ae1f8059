import FlipbookCore

/// Pictures with far more pixels than are shown.
public struct OversizedRule: ManifestRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "size.oversized",
        severity: .warning,
        evidence: .headers,
        summary: "Pictures have more than four times as many pixels as the canvas shows of them.",
        rationale: "They take memory and time for pixels that nobody sees, at every frame.",
        remedy: "Scale the pictures down once, before they are played.",
        options: [
            RuleOption("times", "How many times as many pixels are too many.", default: 4.0, in: 1.0...1e6)
        ],
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png", 1600, 900), RuleExample.File("a2.png", 1600, 900)]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ]
    )

    private let times: Double

    /// The rule with its options as they are declared.
    public init() {
        times = Self.defaults.number("times")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        times = options.number("times")
    }

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let scale = manifest.outputScale
        for placement in manifest.placements {
            let shown = placement.rect.size.width * placement.rect.size.height * scale * scale
            let share = Double(placement.pixels.area) / shown
            guard shown > 0, share > times else { continue }
            let size = placement.rect.snapped(scale: scale).size
            return [
                finding(
                    in: manifest,
                    key: .size,
                    message: "pictures of \(placement.pixels) px are shown at \(size): "
                        + "\(Int(min(share, 1e6).rounded())) times as many pixels as needed.",
                    fix: "Scale the pictures down once, before they are played.",
                    measured: "\(placement.pixels)",
                    expected: "\(size)"
                )
            ]
        }
        return []
    }
}
