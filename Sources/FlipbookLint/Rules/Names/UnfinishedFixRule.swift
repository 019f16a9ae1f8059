import FlipbookCore

/// A folder in which `--fix --in-place`, or the `--undo` of it, was interrupted.
public struct UnfinishedFixRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "name.unfinished-fix",
        severity: .error,
        evidence: .names,
        summary: "A fix of the folder, or the undoing of one, did not end.",
        discussion:
            "Its journal lies in a hidden folder (.flipbook-fix-1). A fix that is still at work looks the same.",
        rationale: "Some frames may have their new names and others their old ones, so what else is found may be the "
            + "fault of that.",
        remedy: "Put the folder back with flipbook lint --undo, and fix it again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"], hasUnfinishedFix: true)]
    )

    /// A rule without options.
    public init() {}

    /// One finding for the folder.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        guard folder.hasUnfinishedFix else { return [] }
        let path = folder.givenPath.string
        return [
            finding(
                in: folder.name,
                message:
                    "a fix of this folder, or its undoing, did not end; some frames may have their new names, and others "
                    + "not.",
                fix: "Put it back with 'flipbook lint --undo \(path.quotedForShell)', and then fix it again."
            )
        ]
    }
}
