import FlipbookCore

/// Pictures that are there for some languages, and not for the one that all others fall back on.
public struct MissingBaseRule: FolderRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "l10n.base-missing",
        severity: .warning,
        evidence: .names,
        summary: "A picture is there for some languages, and not for the one that the others fall back on.",
        discussion: "That is Base.lproj, the development language, or what lies beside the folders for the languages. "
            + "Where there is neither of these folders, nothing is said.",
        rationale: "In every language that has no picture of its own, nothing is found.",
        remedy: "Add the picture to Base.lproj.",
        options: [RuleOption("development", "The language that the sources are written in.", default: "en")],
        passing: [
            RuleExample(
                [],
                localizations: ["en": [RuleExample.File("logo.png")], "fr": [RuleExample.File("logo.png")]]
            ),
            RuleExample([], localizations: ["fr": [RuleExample.File("logo.png")]]),
        ],
        failing: [
            RuleExample(
                [],
                localizations: [
                    "Base": [RuleExample.File("icon.png")],
                    "fr": [RuleExample.File("icon.png"), RuleExample.File("logo.png")],
                ]
            )
        ]
    )

    private let development: String

    /// The rule with its options as they are declared.
    public init() {
        development = Self.defaults.text("development")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        development = options.text("development")
    }

    /// A finding for each picture and sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let last = ["Base", development]
        let base = last.first { language in folder.localizations.contains { $0.language == language } }
        guard let base else { return [] }
        return LocalizedNames.all(in: folder).compactMap { names in
            guard names.global == nil, !names.localized.contains(where: { last.contains($0.language) }),
                let first = names.localized.first
            else { return nil }
            let languages = names.localized.map { FilePath($0.language).description }.listed(by: "and")
            return finding(
                in: folder.name,
                culprits: Culprits(first.frames),
                message: "\(names.name) is there for \(languages), and not in \(FilePath(base)).lproj.",
                fix: "Add it to \(FilePath(base)).lproj, where the other languages look for it.",
                expected: "\(FilePath(base)).lproj"
            )
        }
    }
}
