import FlipbookCore

/// Variants of an image set whose caps have different sizes in points.
public struct CapsScaleMismatchRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.scale-mismatch",
        severity: .warning,
        evidence: .names,
        summary: "The caps of an image set's pictures differ by more than half a point from scale to scale.",
        discussion: "A catalog gives caps in pixels of each file. The smallest scale that is there counts.",
        rationale: "The picture is cut elsewhere on another screen: corners are stretched, or edges repeated.",
        remedy: "Give each picture the caps of the smallest one times its scale.",
        options: [
            RuleOption("most", "By how many points caps may differ.", default: 0.5, in: 0...100)
        ],
        passing: [
            RuleExample.imageSet([RuleExample.File("button.png", 20, 20), RuleExample.File("button@2x.png", 40, 40)]) {
                $0.variants[0].resizing = CapsScaleMismatchRule.slicing(4)
                $0.variants[1].resizing = CapsScaleMismatchRule.slicing(9)
            }
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("button.png", 20, 20), RuleExample.File("button@2x.png", 40, 40)]) {
                $0.variants[0].resizing = CapsScaleMismatchRule.slicing(4)
                $0.variants[1].resizing = CapsScaleMismatchRule.slicing(4)
            },
            RuleExample.imageSet([RuleExample.File("button.png", 20, 20), RuleExample.File("button@2x.png", 40, 40)]) {
                $0.variants[0].resizing = CapsScaleMismatchRule.slicing(4)
            },
        ]
    )

    private let most: Double

    /// The rule with its defaults.
    public init() {
        most = Self.defaults.number("most")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        most = options.number("most")
    }

    /// A finding for each picture.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        set.scaleGroups.flatMap { group -> [Finding] in
            let known = group.filter { $0.filename != nil && $0.scale != nil }
            guard let base = known.min(by: { ($0.scale ?? 1) < ($1.scale ?? 1) }),
                known.contains(where: { $0.resizing != nil })
            else { return [] }
            return known.compactMap { variant in
                guard let scale = variant.scale, let baseScale = base.scale, scale > baseScale else { return nil }
                let message: String
                switch (variant.resizing, base.resizing) {
                case (nil, nil): return nil
                case (nil, _): message = "is not cut, and the picture for \(baseScale)x is."
                case (_, nil): message = "is cut, and the picture for \(baseScale)x is not."
                case (let own?, let other?):
                    let (caps, baseCaps) = (own.capInsets.points(scale), other.capInsets.points(baseScale))
                    guard own.parts != other.parts || zip(caps, baseCaps).contains(where: { abs($0 - $1) > most })
                    else { return nil }
                    message =
                        "has caps of \(Self.text(caps)) points; those of the picture for \(baseScale)x "
                        + "are \(Self.text(baseCaps))."
                }
                return finding(
                    in: set.contents,
                    at: variant.position,
                    of: set.name,
                    message: "\(FilePath(variant.filename ?? "")) \(message)",
                    fix: "Give it the caps of that picture times \((Double(scale) / Double(baseScale)).shortest)."
                )
            }
        }
    }

    private static func text(_ points: [Double]) -> String {
        points.map { (($0 * 100).rounded() / 100).shortest }.joined(separator: ", ")
    }

    private static func slicing(_ pixels: Double) -> ImageSet.Resizing {
        let insets = EdgeInsets(top: pixels, left: pixels, bottom: pixels, right: pixels)
        return ImageSet.Resizing(capInsets: insets, mode: .stretch)
    }
}

extension EdgeInsets {
    /// The insets of a file in points: top, left, bottom, right.
    fileprivate func points(_ scale: Int) -> [Double] {
        [top, left, bottom, right].map { $0 / Double(max(1, scale)) }
    }
}
