import FlipbookCore

/// Image sets whose `Contents.json` is missing or has mistakes.
public struct AssetContentsRule: ImageSetRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "asset.json-invalid",
        severity: .error,
        evidence: .names,
        summary: "The Contents.json of an image set is missing or has a mistake.",
        discussion: "Each mistake is a finding with its line and column. Keys that are not known are left alone.",
        rationale: "Without it nobody knows which file is for which screen, and the set is empty.",
        remedy: "Correct the file where the finding says, or open the catalog in Xcode and save it.",
        passing: [RuleExample.imageSet([RuleExample.File("icon.png", 20, 20)])],
        failing: [
            RuleExample.imageSet(
                [RuleExample.File("icon.png", 20, 20)],
                mistakes: [
                    ManifestFault(
                        at: ManifestNode.Position(line: 1, column: 1),
                        path: "images",
                        message: "the key is missing: a list of the set's images"
                    )
                ]
            )
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each mistake.
    public func check(_ set: ImageSetEvidence) -> [Finding] {
        // The first one says for all of them what follows.
        let first = set.mistakes.first
        return set.mistakes.map { mistake in
            let place = mistake.path.isEmpty ? "" : mistake.path.escapingControlCharacters + ": "
            return finding(
                in: set.contents,
                at: mistake.position,
                of: set.name,
                message: (place + mistake.message).asSentence,
                fix: mistake == first ? "Correct it there; nothing else of the set was judged." : "Correct it there.",
                measured: mistake.path.isEmpty ? nil : mistake.path
            )
        }
    }
}
