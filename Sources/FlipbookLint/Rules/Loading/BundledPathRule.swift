import FlipbookCore

/// Manifests that name files of their own folder from the root.
public struct BundledPathRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.path-for-bundled",
        severity: .info,
        evidence: .headers,
        summary: "A manifest names a file of its own folder by an absolute path.",
        rationale: "The path is wrong as soon as the folder is moved, copied or sent.",
        remedy: "Write the path from the manifest's folder.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("/example/a1.png"), RuleExample.File("/example/a2.png")]) { _ in }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        let absolute = manifest.namedPaths.filter { path in
            path.path.string.utf8.first == UInt8(ascii: "/") && path.path.staysBelow(manifest.folder)
        }
        guard let first = absolute.first, let folder = manifest.folder else { return [] }
        let relative = FilePath(
            String(decoding: first.path.string.utf8.dropFirst(folder.string.utf8.count + 1), as: UTF8.self)
        )
        return [
            finding(
                in: manifest,
                key: first.key,
                message: absolute.count == 1
                    ? "\(first.path) is an absolute path into the manifest's own folder."
                    : "\(absolute.count) paths, such as \(first.path), are absolute and lead into the manifest's own folder.",
                fix: "Write \(relative)\(absolute.count == 1 ? "" : ", and so on").",
                measured: "\(first.path)",
                expected: "\(relative)"
            )
        ]
    }
}
