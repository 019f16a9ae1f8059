import FlipbookCore
import FlipbookImaging

/// Images in the folder of a set that no slot names.
public struct AssetUnassignedRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.unassigned",
        severity: .info,
        evidence: .names,
        summary: "An image lies in the folder of an image set, and no slot names it.",
        rationale: "It is never shown; often it is the new version of a picture, while the old one is still used.",
        remedy: "Assign it to a slot, or remove it.",
        passing: [RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)])],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)], others: [RuleExample.File("icon-new.png")])
        ]
    )

    /// How many files are named.
    private static let mostNames = 3

    /// A rule without options.
    public init() {}

    /// One finding for each set.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        guard let variants = set.set?.variants else { return [] }
        let assigned = Set(variants.compactMap { $0.filename.map { FilePath($0) } })
        let rest = set.names.subtracting(assigned).sorted {
            $0.string.utf8.lexicographicallyPrecedes($1.string.utf8)
        }
        guard !rest.isEmpty else { return [] }
        let names =
            rest.prefix(Self.mostNames).map(\.description).joined(separator: ", ")
            + (rest.count > Self.mostNames ? ", …" : "")
        return [
            finding(
                in: set.name,
                culprits: Culprits(rest.map { FrameEvidence(path: set.path.appending($0.string), number: nil) }),
                message: rest.count == 1
                    ? "no slot of \(FilePath(set.path.lastComponent)) names it, so it is never shown."
                    : "\(rest.count) files (\(names)) are named by no slot, so they are never shown.",
                fix: rest.count == 1
                    ? "Assign it to a slot, or remove it." : "Assign them to slots, or remove them.",
                measured: rest.count.of("file")
            )
        ]
    }
}
