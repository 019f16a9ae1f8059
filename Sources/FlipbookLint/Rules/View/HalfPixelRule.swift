import FlipbookCore

/// Pictures that come to lie between two pixels.
public struct HalfPixelRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "mode.half-pixel",
        severity: .info,
        evidence: .headers,
        summary: "An unscaled picture is centred at half a pixel.",
        rationale: "It is shifted to a whole pixel, or its edges blur.",
        remedy: "Choose a canvas whose sides differ from the picture's by even numbers.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .center
                $0.size = PixelSize(width: 200, height: 100)
                $0.backgroundColor = .black
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.contentMode = .center
                $0.size = PixelSize(width: 201, height: 100)
                $0.backgroundColor = .black
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let scale = manifest.outputScale
        let odd = manifest.placements.first { placement in
            placement.isUnscaled
                && [placement.rect.minX, placement.rect.minY].contains { edge in
                    let pixels = edge * scale
                    return abs(pixels - pixels.rounded()) > 0.01
                }
        }
        guard let odd, let bounds = manifest.bounds else { return [] }
        return [
            finding(
                in: manifest,
                key: .size,
                message: "a picture of \(odd.image.inPoints) points is centred in \(bounds.inPoints) at half a pixel.",
                fix: "Choose a canvas whose sides differ from the picture's by even numbers of pixels."
            )
        ]
    }
}
