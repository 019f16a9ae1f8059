import FlipbookCore

/// Files that a manifest names and that are not there.
public struct MissingFileRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.missing",
        severity: .error,
        evidence: .names,
        summary: "A manifest names a file that is not there.",
        discussion: "The other files that the manifest names are judged all the same.",
        rationale: "The sequence is neither played nor exported; often a file was renamed, or not committed.",
        remedy: "Add the file, or correct its name in the manifest.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) { _ in }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")], missing: ["a3.png"]) { _ in }
        ]
    )

    /// How many missing files are named.
    private static let mostNames = 3

    /// A rule without options.
    public init() {}

    /// One finding at most, at the first of the names.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let first = manifest.missing.first else { return [] }
        let names = manifest.missing.prefix(Self.mostNames).map { "\($0.path) (line \($0.position.line))" }
        let rest = manifest.missing.count > Self.mostNames ? ", …" : ""
        return [
            finding(
                in: manifest.path,
                at: first.position,
                message: manifest.missing.count == 1
                    ? first.reason.asSentence
                    : "\(manifest.missing.count) files that it names are not there: "
                        + "\(names.joined(separator: ", "))\(rest).",
                fix: manifest.missing.count == 1
                    ? "Add the file, or correct its name here."
                    : "Add the files, or correct their names here.",
                measured: "\(first.path)"
            )
        ]
    }
}
