import FlipbookCore

/// Pictures that are shown larger than they are.
public struct UpscaledRule: ManifestRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "size.upscaled",
        severity: .warning,
        evidence: .headers,
        summary: "Pictures are shown at more than one and a half times their pixels.",
        discussion: "Where the manifest gives a canvas. Cap insets are made to grow, so pictures with them are "
            + "left alone.",
        rationale: "They look soft, or blocky.",
        remedy: "Draw larger pictures, or make the canvas smaller.",
        options: [
            RuleOption("times", "How many times as large is too large.", default: 1.5, in: 1.0...1e6)
        ],
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 160, height: 90)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .scaleAspectFit
                $0.size = PixelSize(width: 640, height: 360)
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
        for placement in manifest.placements where !placement.pixels.isEmpty {
            let growth = max(
                placement.rect.size.width * scale / Double(placement.pixels.width),
                placement.rect.size.height * scale / Double(placement.pixels.height)
            )
            guard growth > times else { continue }
            let size = placement.rect.snapped(scale: scale).size
            return [
                finding(
                    in: manifest,
                    key: .size,
                    message: "pictures of \(placement.pixels) px are shown at \(size).",
                    fix: "Draw larger pictures, or make the canvas smaller.",
                    measured: "\(placement.pixels)",
                    expected: "\(size)"
                )
            ]
        }
        return []
    }
}
