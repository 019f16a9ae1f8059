import FlipbookCore

/// Cap insets that fall between two pixels of the picture.
public struct CapsFractionRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.fractional",
        severity: .warning,
        evidence: .headers,
        summary: "A cap inset is no whole number of the picture's pixels.",
        rationale: "The border runs through a pixel, so a seam shows where the stretched part begins.",
        remedy: "Give insets that are whole pixels of each variant.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1@2x.png", 320, 180), RuleExample.File("a2@2x.png", 320, 180)]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10.5, bottom: 10, right: 10.5)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10.5, bottom: 10, right: 10.5)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let caps = manifest.manifest.capInsets else { return [] }
        let sides = [caps.top, caps.left, caps.bottom, caps.right]
        for scale in Set(manifest.frames.lazy.map(\.scale)).sorted() {
            let pixels = sides.map { $0 * Double(scale) }
            guard let odd = pixels.first(where: { abs($0 - $0.rounded()) > 0.001 }) else { continue }
            return [
                finding(
                    in: manifest,
                    key: .capInsets,
                    message: "an inset of \((odd / Double(scale)).shortest) points is \(odd.shortest) pixels "
                        + "of the @\(scale)x pictures.",
                    fix: "Give insets that are whole pixels.",
                    measured: "\(odd.shortest) pixels",
                    expected: "a whole number"
                )
            ]
        }
        return []
    }
}
