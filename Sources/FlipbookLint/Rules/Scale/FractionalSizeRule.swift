import FlipbookCore

/// Pictures for a scale factor whose sides are no multiple of it.
public struct FractionalSizeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "scale.fractional-size",
        severity: .info,
        evidence: .headers,
        summary: "A picture such as @2x has a side that is no whole number of points.",
        rationale: "Half a point falls between two pixels at another scale, so edges blur or the picture shifts.",
        remedy: "Draw the picture on a canvas whose sides are multiples of the scale factor.",
        passing: [
            RuleExample([RuleExample.File("a1@2x.png", 40, 40), RuleExample.File("a2@2x.png", 40, 40)])
        ],
        failing: [
            RuleExample([RuleExample.File("a1@2x.png", 101, 67), RuleExample.File("a2@2x.png", 101, 67)])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each size that does not divide.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        // A variant that does not fit its own picture is scale.variant-size's.
        let wrong = Set(VariantSizeRule.wrongVariants(in: sequence).map(\.frame.path))
        return sequence.sizes.filter { $0.scale > 1 }.flatMap { statistics -> [Finding] in
            let scale = statistics.scale
            // A file that is there at @1x too is told by its size there.
            return statistics.groups.compactMap { size, frames in
                let frames = frames.filter { !wrong.contains($0.path) && !sequence.oddVariants.contains($0.path) }
                guard !frames.isEmpty else { return nil }
                guard size.width % scale != 0 || size.height % scale != 0 else { return nil }
                let culprits = Culprits(frames)
                let points = "\(Self.points(size.width, scale))x\(Self.points(size.height, scale)) points"
                return finding(
                    in: sequence.name,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "\(size) px at @\(scale)x, which is \(points).",
                        many: "are \(size) px at @\(scale)x, which is \(points)."
                    ),
                    fix: "Draw \(frames.count == 1 ? "it" : "them") with sides that \(scale) divides.",
                    measured: points
                )
            }
        }
    }

    /// Pixels in points, with two digits after the point at most.
    private static func points(_ pixels: Int, _ scale: Int) -> String {
        let hundredths = (pixels % scale * 100 + scale / 2) / scale
        guard hundredths > 0 else { return "\(pixels / scale)" }
        let digits = hundredths % 10 == 0 ? "\(hundredths / 10)" : hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
        return "\(pixels / scale).\(digits)"
    }
}
