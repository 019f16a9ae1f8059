import FlipbookCore

/// Symbol images: sets of an asset catalog, and the configuration of a manifest.
public struct SymbolRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "symbol.unsupported",
        severity: .warning,
        evidence: .names,
        summary: "An asset catalog has symbol images, or a manifest configures one.",
        discussion: "These are the sets whose names end in .symbolset. They are passed over; the image sets beside "
            + "them are judged. A manifest's preferredSymbolConfiguration is passed over, too.",
        rationale: "Symbols are drawn by a font and a configuration that only Apple's systems have: on Linux nothing "
            + "is shown.",
        remedy: "Add an image set with the symbol as PNG files; remove the key from the manifest.",
        passing: [RuleExample.imageSet([RuleExample.File("icon.png")])],
        failing: [RuleExample.imageSet([RuleExample.File("icon.png")], symbolSets: ["arrow"])]
    )

    /// How many sets are named.
    private static let mostNames = 3

    /// A rule without options.
    public init() {}

    /// One finding for the catalog, one for the manifest.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        symbolSets(in: folder) + configurations(in: folder.manifest)
    }

    private func configurations(in manifest: ManifestEvidence?) -> [Finding] {
        guard let manifest, let position = manifest.passedOver[.preferredSymbolConfiguration] else { return [] }
        return [
            finding(
                in: manifest.path,
                at: position,
                message: "preferredSymbolConfiguration has no effect: there are symbol images on Apple's systems only.",
                fix: "Remove the key, and give the symbol as PNG files."
            )
        ]
    }

    private func symbolSets(in folder: FolderEvidence) -> [Finding] {
        guard !folder.symbolSets.isEmpty else { return [] }
        let count = folder.symbolSets.count
        let names = folder.symbolSets.prefix(Self.mostNames).map { FilePath($0.lastComponent).description }
        let list = names.joined(separator: ", ") + (count > Self.mostNames ? ", …" : "")
        return [
            finding(
                in: folder.name,
                message: count == 1
                    ? "\(list) is a symbol image, which cannot be drawn here; it is passed over."
                    : "\(count) sets (\(list)) are symbol images, which cannot be drawn here; they are passed over.",
                fix: "Add an image set with the \(count == 1 ? "symbol" : "symbols") as PNG files.",
                measured: count.of("symbol set")
            )
        ]
    }
}
