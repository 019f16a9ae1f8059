import FlipbookCore

/// Files of an image set whose names state another scale than their slots.
public struct AssetScaleNameRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.scale-name",
        severity: .warning,
        evidence: .names,
        summary: "A file of an image set is called @2x and stands in the slot of another scale.",
        rationale: "In a catalog the slot counts; often two files were exchanged when they were dragged in.",
        remedy: "Move the file to the slot of its scale, or rename it.",
        passing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20), RuleExample.File("icon@2x.png", 40, 40)])
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon@3x.png", 40, 40)]) { $0.variants[0].scale = 2 }
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each file.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        (set.set?.variants ?? []).compactMap { variant in
            guard let name = variant.filename.map({ FilePath($0) }), let slot = variant.scale else { return nil }
            let stated = Frame(file: name).scale
            guard stated > 1, stated != slot else { return nil }
            return finding(
                in: set.contents,
                at: variant.position,
                of: set.name,
                message: "\(name) is in the slot for \(slot)x.",
                fix: "Move it to the slot for \(stated)x, or rename it.",
                measured: "\(slot)x",
                expected: "\(stated)x"
            )
        }
    }
}
