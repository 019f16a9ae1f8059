import FlipbookCore

/// Manifests that name files outside of their folder.
public struct OutsideFolderRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.outside-folder",
        severity: .error,
        evidence: .headers,
        summary: "A manifest names a file outside of its folder.",
        discussion: "By `..`, by an absolute path, or through a link in the folder that leads out of it.",
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
        guard let first = outside.first else { return linked(manifest) }
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

    /// One finding at most, about files whose names stay in the folder and that are elsewhere all the same.
    private func linked(_ manifest: ManifestEvidence) -> [Finding] {
        guard let first = manifest.linkedOutside.first else { return [] }
        let isOne = manifest.linkedOutside.count == 1
        return [
            finding(
                in: manifest,
                key: first.key,
                message: isOne
                    ? "\(first.path) leads out of the manifest's folder through a link."
                    : "\(manifest.linkedOutside.count) files, such as \(first.path), lead out of the manifest's folder "
                        + "through links.",
                fix: "Put \(isOne ? "the file" : "the files") into that folder, or play with --allow-outside.",
                measured: "\(first.path)"
            )
        ]
    }
}
