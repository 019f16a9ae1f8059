import FlipbookCore

/// Languages that have only some of a sequence's frames.
public struct PartialLocalizationRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "l10n.partial-sequence",
        severity: .error,
        evidence: .names,
        summary: "A language has only some of the frames of a sequence.",
        discussion: "Folders called fr.lproj are compared with Base.lproj, or with the one that has most frames.",
        rationale: "The other frames come from another language, so two languages take turns; or the whole sequence "
            + "falls back.",
        remedy: "Draw the missing frames for the language, or remove its frames.",
        passing: [
            RuleExample(
                [],
                localizations: [
                    "Base": [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                    "fr": [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                ]
            )
        ],
        failing: [
            RuleExample(
                [],
                localizations: [
                    "Base": (0...9).map { RuleExample.File("walk\($0).png") },
                    "fr": (0...7).map { RuleExample.File("walk\($0).png") },
                ]
            )
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each language and sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        LocalizedNames.all(in: folder).flatMap { names -> [Finding] in
            guard let reference = names.reference else { return [] }
            let count = Set(reference.frames.lazy.compactMap(\.number)).count
            return names.gaps.map { language, frames, absent in
                let language = FilePath(language)
                return finding(
                    in: folder.name,
                    frames: absent,
                    message: "\(language).lproj lacks \(absent.asFrames) of \(names.name), "
                        + "which \(FilePath(reference.language)).lproj has.",
                    fix: "Draw \(absent.count == 1 ? "it" : "them") for \(language), or remove the others there.",
                    measured: Set(frames.lazy.compactMap(\.number)).count.of("frame"),
                    expected: count.of("frame")
                )
            }
        }
    }
}
