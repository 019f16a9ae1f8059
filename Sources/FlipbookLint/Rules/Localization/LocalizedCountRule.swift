import FlipbookCore

/// Languages that have more frames than the others.
public struct LocalizedCountRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "l10n.frame-count",
        severity: .warning,
        evidence: .names,
        summary: "A language has more frames of a sequence than the language it falls back on.",
        rationale: "The animation takes longer, or goes faster, in that language.",
        remedy: "Draw as many frames for all languages.",
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
                    "Base": [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                    "fr": [RuleExample.File("a1.png"), RuleExample.File("a2.png"), RuleExample.File("a3.png")],
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
            let numbers = Set(reference.frames.lazy.compactMap(\.number))
            return names.localized.compactMap { language, frames in
                let there = Set(frames.lazy.compactMap(\.number))
                guard !numbers.isEmpty, there.isStrictSuperset(of: numbers) else { return nil }
                return finding(
                    in: folder.name,
                    frames: FrameSet(there.subtracting(numbers).sorted()),
                    message: "\(FilePath(language)).lproj has \(there.count.of("frame")) of \(names.name), "
                        + "\(FilePath(reference.language)).lproj has \(numbers.count).",
                    fix: "Draw as many frames for all languages.",
                    measured: there.count.of("frame"),
                    expected: numbers.count.of("frame")
                )
            }
        }
    }
}
