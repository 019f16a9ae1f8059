import FlipbookCore

/// Slots of image sets that have no file.
public struct AssetEmptySlotRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.empty-slot",
        severity: .info,
        evidence: .names,
        summary: "A slot of an image set has no file.",
        discussion: "A warning where no slot of the set has one.",
        rationale: "On the screens that the slot is for, the picture for another screen is scaled.",
        remedy: "Draw the picture for that scale, or remove the slot.",
        passing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20), RuleExample.File("icon@2x.png", 40, 40)])
        ],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)]) {
                var variant = ImageSet.Variant()
                variant.scale = 2
                $0.variants.append(variant)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for each set.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        guard let variants = set.set?.variants, let first = variants.first(where: { $0.filename == nil }) else {
            // A set without any slot is as empty as one with empty slots.
            guard let variants = set.set?.variants, variants.isEmpty else { return [] }
            return [empty(set, at: ManifestNode.Position(line: 1, column: 1))]
        }
        let slots = variants.filter { $0.filename == nil }
        if slots.count == variants.count { return [empty(set, at: first.position)] }
        return [
            finding(
                in: set.contents,
                at: first.position,
                of: set.name,
                message: "there is no picture to be shown "
                    + slots.map(\.purpose).listed(by: "and") + ".",
                fix: slots.count == 1
                    ? "Draw the picture for that, or remove the slot."
                    : "Draw the pictures for that, or remove the slots.",
                measured: slots.count.of("empty slot")
            )
        ]
    }

    private func empty(_ set: ImageSetEvidence, at position: ManifestNode.Position) -> Finding {
        finding(
            in: set.contents,
            at: position,
            of: set.name,
            severity: .warning,
            message: "no slot has a file, so the set shows nothing.",
            fix: "Assign a file, or remove the set.",
            measured: "0 files"
        )
    }
}
