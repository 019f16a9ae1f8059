import FlipbookCore

/// Slots of image sets whose file is not there.
public struct AssetMissingFileRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.missing-file",
        severity: .error,
        evidence: .names,
        summary: "An image set names a file that is not there.",
        rationale:
            "The image is missing on the screens that the slot is for; often a file was renamed, or not committed.",
        remedy: "Add the file, or take its name out of Contents.json.",
        passing: [RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)])],
        failing: [
            RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)]) {
                var variant = ImageSet.Variant(at: ManifestNode.Position(line: 5, column: 5))
                variant.filename = "icon@2x.png"
                variant.scale = 2
                $0.variants.append(variant)
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each file.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        (set.set?.variants ?? []).compactMap { variant in
            guard let name = variant.filename.map({ FilePath($0) }), !set.names.contains(name) else { return nil }
            return finding(
                in: set.contents,
                at: variant.position,
                of: set.name,
                message: "\(name), which is to be shown \(variant.purpose), is not in the folder of the set.",
                fix: "Add the file, or take its name out of the slot.",
                measured: "\(name)"
            )
        }
    }
}

extension ImageSet.Variant {
    /// What the slot is for, in words: `at 2x`, `at 2x on ipad, dark`; safe to print.
    var purpose: String {
        var words = scale.map { "at \($0)x" } ?? "at any scale"
        if let idiom, idiom != "universal" { words += " on \(idiom)" }
        let others =
            [locale, languageDirection?.rawValue].compactMap { $0 }
            + appearances.sorted { $0.key < $1.key }.map(\.value)
        return ([words] + others).joined(separator: ", ").escapingControlCharacters
    }
}
