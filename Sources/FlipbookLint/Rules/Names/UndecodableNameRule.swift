/// File names that are not UTF-8.
public struct UndecodableNameRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "name.not-utf8",
        severity: .warning,
        evidence: .names,
        summary: "A file's name is not UTF-8.",
        rationale: "Its bytes mean different letters on different systems; Flipbook leaves such files out.",
        remedy: "Rename the file, for example with convmv.",
        passing: [RuleExample(names: ["gr\u{FC}n.1.png", "gr\u{FC}n.2.png"])],
        failing: [
            RuleExample(names: ["a.1.png", "a.2.png"], undecodableNames: 1),
            RuleExample(names: [], undecodableNames: 3),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such names of a folder.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let count = folder.undecodableNames
        guard count > 0 else { return [] }
        return [
            finding(
                in: folder.name,
                message: count == 1
                    ? "1 name is not UTF-8; the file was not checked."
                    : "\(count) names are not UTF-8; the files were not checked.",
                fix: count == 1 ? "Rename the file." : "Rename the files.",
                measured: count.of("name")
            )
        ]
    }
}
