import FlipbookCore

/// Pictures that lie beside the folders for the languages and in one of them too.
public struct ShadowedLocalizationRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "l10n.shadowed-by-global",
        severity: .warning,
        evidence: .names,
        summary: "A picture is there for a language, and for all languages too.",
        rationale: "Apple's look-up takes the one for all languages and never shows the other; Flipbook takes the "
            + "language's.",
        remedy: "Move the picture for all languages into Base.lproj.",
        passing: [
            RuleExample([RuleExample.File("icon.png")], localizations: ["fr": [RuleExample.File("logo.png")]])
        ],
        failing: [
            RuleExample([RuleExample.File("logo.png")], localizations: ["fr": [RuleExample.File("logo.png")]])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each picture and sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        LocalizedNames.all(in: folder).compactMap { names in
            guard let global = names.global, !names.localized.isEmpty else { return nil }
            let languages = names.localized.map { FilePath($0.language).description + ".lproj" }.listed(by: "and")
            return finding(
                in: folder.name,
                culprits: Culprits(global),
                message: "\(names.name) lies here for all languages, and in \(languages).",
                fix: "Move the one for all languages into Base.lproj."
            )
        }
    }
}
