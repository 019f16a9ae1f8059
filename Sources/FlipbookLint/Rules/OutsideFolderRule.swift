import FlipbookCore

/// Manifests that name files outside of their folder.
public struct OutsideFolderRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.outside-folder",
        severity: .error,
        evidence: .headers,
        summary: "A manifest names a file outside of its folder.",
        rationale: "Flipbook refuses that unless --allow-outside is given; sent to somebody else, the manifest "
            + "finds nothing.",
        remedy: "Move the file into the folder of the manifest.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("../a1.png"), RuleExample.File("../a2.png")]) { _ in }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let outside = manifest.namedPaths.filter { !$0.path.staysBelow(manifest.folder) }
        guard let first = outside.first else { return [] }
        return [
            finding(
                in: manifest,
                key: first.key,
                message: outside.count == 1
                    ? "\(first.path) lies outside of the manifest's folder."
                    : "\(outside.count) paths, such as \(first.path), lie outside of the manifest's folder.",
                fix: "Move \(outside.count == 1 ? "it" : "them") into that folder, or play with --allow-outside.",
                measured: "\(first.path)"
            )
        ]
    }
}
