import FlipbookCore

/// Two files of an image set that are for the same.
public struct AssetRepeatedSlotRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.repeated-slot",
        severity: .warning,
        evidence: .names,
        summary: "Two slots of an image set are for the same scale, device, language and look.",
        rationale: "Only one of the files is shown, and nothing says which.",
        remedy: "Remove one of the slots, or say what it is for.",
        passing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20), RuleExample.File("icon@2x.png", 40, 40)])
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20), RuleExample.File("icon-old.png", 20, 20)])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each slot that repeats an earlier one.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        set.scaleGroups.flatMap { group -> [Finding] in
            var first: [Int?: ImageSet.Variant] = [:]
            return group.compactMap { variant in
                guard let name = variant.filename, variant.resizing == nil || variant.scale != nil else { return nil }
                guard let earlier = first[variant.scale]?.filename else {
                    first[variant.scale] = variant
                    return nil
                }
                return finding(
                    in: set.contents,
                    at: variant.position,
                    of: set.name,
                    message: "\(FilePath(name)) is to be shown \(variant.purpose), and so is \(FilePath(earlier)).",
                    fix: "Remove one of the two slots, or say what it is for.",
                    measured: "\(FilePath(name))"
                )
            }
        }
    }
}
