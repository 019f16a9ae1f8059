import FlipbookCore

/// Pictures without a version for languages that are written from right to left.
public struct MissingDirectionRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "rtl.no-direction",
        severity: .info,
        evidence: .names,
        summary: "There are folders for languages written from right to left, and a sequence has no frames in them.",
        discussion:
            "For Arabic, Hebrew, Persian, Urdu and the like, in a folder that has pictures of its own for at least "
            + "one such language. A sequence whose manifest flips it there is left alone.",
        rationale: "What points or moves in the direction of reading, such as an arrow or a walk, goes the wrong way "
            + "there.",
        remedy: "Draw it for these languages as well, set flipsForRightToLeftLayoutDirection in its manifest, or leave "
            + "it if it has no direction.",
        passing: [
            RuleExample(
                ["walk.1.png", "walk.2.png"].map { RuleExample.File($0) },
                localizations: [
                    "Base": ["logo.png", "name.png"].map { RuleExample.File($0) },
                    "de": ["logo.png", "name.png"].map { RuleExample.File($0) },
                ]
            )
        ],
        failing: [
            RuleExample(
                ["walk.1.png", "walk.2.png"].map { RuleExample.File($0) },
                localizations: [
                    "Base": [RuleExample.File("logo.png")], "ar": [RuleExample.File("logo.png")],
                ]
            )
        ]
    )

    /// The languages that are written from right to left, as the first part of a folder's name.
    private static let languages: Set<String> = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "ps", "sd", "ug", "ur", "yi",
    ]

    /// A rule without options.
    public init() {}

    /// One finding for each sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let there = folder.localizations.filter { localization in
            let code = localization.language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
            return Self.languages.contains(code.lowercased()) && !localization.folder.subjects.isEmpty
        }
        guard !there.isEmpty else { return [] }
        return folder.sequences.compactMap { sequence in
            // What is mirrored by its manifest goes the right way.
            guard let pattern = sequence.pattern, !sequence.flipsForRightToLeft else { return nil }
            let lacking = there.filter { localization in
                !localization.folder.sequences.contains { $0.pattern?.hasSameFile(as: pattern) ?? false }
            }
            guard !lacking.isEmpty else { return nil }
            let names = lacking.map { "\(FilePath($0.language)).lproj" }.listed(by: "and")
            let isOne = lacking.count == 1
            return finding(
                in: sequence.name,
                message:
                    "has no frames in \(names), whose language\(isOne ? " is" : "s are") written from right to left.",
                fix: "Draw it for \(isOne ? "that language" : "those languages") as well, set "
                    + "flipsForRightToLeftLayoutDirection in its manifest, or leave it if it has no direction.",
                measured: "no frames in \(names)"
            )
        }
    }
}

extension FramePattern {
    /// Whether both name the same files in two folders, whatever their padding.
    fileprivate func hasSameFile(as other: FramePattern) -> Bool {
        prefix.utf8.elementsEqual(other.prefix.utf8) && suffix.utf8.elementsEqual(other.suffix.utf8)
    }
}
