import FlipbookCore

/// Pictures of another size in one language than in the others.
public struct LocalizedSizeRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "l10n.size-mismatch",
        severity: .warning,
        evidence: .headers,
        summary: "A picture has another size, in points, in one language than in the one it falls back on.",
        rationale: "The layout changes with the language; what fits in one is cut off in another.",
        remedy: "Draw the picture in the same size for all languages.",
        passing: [
            RuleExample(
                [],
                localizations: ["Base": [RuleExample.File("logo.png")], "fr": [RuleExample.File("logo.png")]]
            )
        ],
        failing: [
            RuleExample(
                [],
                localizations: ["Base": [RuleExample.File("logo.png")], "fr": [RuleExample.File("logo.png", 200, 90)]]
            )
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each language and picture or sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        LocalizedNames.all(in: folder).flatMap { names -> [Finding] in
            guard let reference = names.reference,
                let usual = Majority(of: reference.frames, by: \.pointSize).usual?.kind
            else { return [] }
            return names.localized.compactMap { language, frames in
                guard let size = Majority(of: frames, by: \.pointSize).usual?.kind, size != usual else { return nil }
                return finding(
                    in: folder.name,
                    culprits: Culprits(frames),
                    message: "\(names.name) is \(size.inPoints) points in \(FilePath(language)).lproj, "
                        + "\(usual.inPoints) in \(FilePath(reference.language)).lproj.",
                    fix: "Draw it in the same size for all languages.",
                    measured: size.inPoints,
                    expected: usual.inPoints
                )
            }
        }
    }
}
