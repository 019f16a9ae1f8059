/// A folder without a single image.
public struct EmptyRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.empty",
        severity: .error,
        evidence: .names,
        summary: "The folder holds no image.",
        rationale: "There is nothing to show; often a render wrote nothing, or the path is wrong.",
        remedy: "Give a folder of images, a pattern such as walk.####.png, or -r for the folders inside.",
        passing: [
            RuleExample(names: ["logo.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "notes.txt"]),
        ],
        failing: [
            RuleExample(names: []),
            RuleExample(names: ["notes.txt", ".hidden.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a folder without images.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        guard folder.sequences.isEmpty, folder.stills == nil, folder.undecodableNames == 0,
            folder.localizations.isEmpty, folder.extent == .folder
        else { return [] }
        return [
            finding(
                in: folder.name,
                message: folder.isTree
                    ? "there is no image here, nor in the folders inside."
                    : folder.otherFiles == 0
                        ? "there is no file here; folders inside are not searched."
                        : "no image among \(folder.otherFiles.of("file")).",
                fix: folder.isTree
                    ? "Give a folder with images in it, or a pattern such as walk.####.png."
                    : "Give a folder of images, a pattern such as walk.####.png, or -r for the folders inside.",
                measured: "0 images"
            )
        ]
    }
}
