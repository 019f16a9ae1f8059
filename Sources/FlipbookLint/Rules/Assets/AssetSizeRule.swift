import FlipbookCore

/// Variants of an image set whose sizes do not go with their scales.
public struct AssetSizeRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.wrong-size",
        severity: .error,
        evidence: .headers,
        summary: "A picture of an image set has another size in points than the set's picture at another scale.",
        discussion:
            "A pixel more or less is allowed, since halves are rounded. The smallest scale that is there counts.",
        rationale: "The picture changes its size with the screen, and the layout with it.",
        remedy: "Draw the picture again from the same original, or move it to the slot of its scale.",
        passing: [
            RuleExample.imageSet([
                RuleExample.File("icon.png", 33, 20), RuleExample.File("icon@2x.png", 66, 40),
                RuleExample.File("icon@3x.png", 99, 60),
            ])
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 32, 20), RuleExample.File("icon@2x.png", 32, 20)])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each picture of a wrong size.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        Self.wrongVariants(in: set).map { variant in
            finding(
                in: set.name,
                culprits: Culprits([variant.frame]),
                message: "\(variant.size) px in the slot for \(variant.scale)x; the picture for "
                    + "\(variant.base)x is \(variant.baseSize), so this one should be \(variant.right).",
                fix: "Draw it again from the same original, or move it to the slot of its scale.",
                measured: "\(variant.size)",
                expected: "\(variant.right)"
            )
        }
    }

    /// A picture whose size does not go with its slot.
    struct WrongVariant {
        let frame: FrameEvidence
        let scale: Int
        let size: PixelSize
        /// The smallest scale, and the size of the picture there.
        let base: Int
        let baseSize: PixelSize

        /// The size that goes with the slot.
        var right: PixelSize {
            PixelSize(
                width: baseSize.width.scaled(by: scale, over: base),
                height: baseSize.height.scaled(by: scale, over: base)
            )
        }
    }

    /// The pictures of a set whose sizes do not go with their slots.
    static func wrongVariants(in set: ImageSetEvidence) -> [WrongVariant] {
        set.scaleGroups.flatMap { group -> [WrongVariant] in
            let known = group.compactMap { variant -> (scale: Int, size: PixelSize, frame: FrameEvidence)? in
                guard let scale = variant.scale, let frame = set.frame(of: variant), let size = frame.size else {
                    return nil
                }
                // A frame that is odd among those of its own scale is seq.mixed-size's.
                if set.oddNames.contains(FilePath(frame.path.lastComponent)) { return nil }
                return (scale, size, frame)
            }
            guard let base = known.min(by: { $0.scale < $1.scale }) else { return [] }
            return known.compactMap { variant in
                guard variant.scale > base.scale,
                    !VariantSizeRule.fits(variant.size, variant.scale, base.size, base.scale)
                else { return nil }
                return WrongVariant(
                    frame: variant.frame,
                    scale: variant.scale,
                    size: variant.size,
                    base: base.scale,
                    baseSize: base.size
                )
            }
        }
    }
}
