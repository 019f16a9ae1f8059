import FlipbookCore

/// Manifests with mistakes.
public struct InvalidManifestRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "manifest.invalid",
        severity: .error,
        evidence: .names,
        summary: "A manifest has a mistake.",
        discussion: "Each mistake is a finding with its line and column. Of such a manifest nothing else is judged.",
        rationale: "Nothing is played or exported of it; often a key is misspelled.",
        remedy: "Correct the manifest where the finding says.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.invalidManifest([
                ManifestFault(
                    at: ManifestNode.Position(line: 2, column: 1),
                    path: "frameRate",
                    message: "expected a rate such as 24 or 30000/1001, found 'fast'"
                )
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each mistake.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        guard let manifest = folder.invalidManifest else { return [] }
        // The first one says for all of them what follows.
        let first = manifest.mistakes.first
        return manifest.mistakes.map { mistake in
            let place = mistake.path.isEmpty ? "" : mistake.path.escapingControlCharacters + ": "
            return finding(
                in: manifest.path,
                at: mistake.position,
                message: (place + mistake.message).asSentence,
                fix: mistake == first
                    ? "Correct it there; nothing else of the manifest was judged." : "Correct it there.",
                measured: mistake.path.isEmpty ? nil : mistake.path
            )
        }
    }
}
