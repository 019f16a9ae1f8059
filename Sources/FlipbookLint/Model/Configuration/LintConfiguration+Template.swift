import FlipbookCore
import FlipbookFiles

extension LintConfiguration {
    /// Returns a commented `.flipbook.yaml` for some folders: the rule set that fits their contents, and all other settings as
    /// comments that can be enabled. Without edits, the file only selects the rule set.
    /// - Parameters:
    ///   - evidence: the evidence in the names of the folders.
    ///   - commands: the program's commands, for the comments.
    public static func template(for evidence: [FolderEvidence], commands: LintWording.Commands? = nil) -> String {
        let set = RuleSet.suggested(for: evidence)
        let sequences = evidence.flatMap(\.sequences)
        let found =
            "\(sequences.count.of("sequence")), \(evidence.compactMap(\.stills?.frames.count).reduce(0, +).of("still"))"
        let sets = RuleSet.all.map { "# - \($0.name): \($0.summary)" }.joined(separator: "\n")
        let place =
            sequences.first.map { FilePath($0.pattern?.description ?? $0.name).lastComponent } ?? "walk.####.png"
        let linter = commands.map { "'\($0.lint)'" } ?? "the linter"
        let lists = commands.map { "\n# '\($0.rule)' lists the rules; '\($0.printConfiguration)' prints all settings." }
        return """
            # Settings for \(linter) in this folder and its subfolders: \(found).\(lists ?? "")

            # Rule IDs, groups (seq), default, all, or a rule set:
            \(sets)
            select: [\(set?.name ?? "default")]

            # Rules to skip. "ignore" overrides "select".
            # ignore: [seq.stills]

            # Severities: error, warning or info. A rule overrides its group.
            # severities: {load.unsupported: error}

            # Rule options\(commands.map { "; '\($0.rule) ID' lists them" } ?? "").
            # options: {size.file-outlier: {factor: 50}}

            # The lowest severity that causes exit status 1: error, warning, info or never.
            fail-level: error

            # The most warnings that do not cause exit status 1.
            # max-warnings: 10

            # Settings for specific paths. Later ones override earlier ones.
            # overrides:
            #   - paths: [icons/, "*.test.####.png"]
            #     ignore: [seq]

            # Accepted findings, each with a reason and an optional last day.
            # suppressions:
            #   - rule: seq.gap
            #     path: \(JSONValue.string(place).text)
            #     frames: 5-6
            #     reason: These drawings were cut.
            #     expires: 2030-12-31

            """
    }
}

extension RuleSet {
    package static func suggested(for evidence: [FolderEvidence]) -> RuleSet? {
        let sequences = evidence.flatMap(\.sequences)
        let extensions = sequences.compactMap { $0.frames.first?.path.string.lowercasedExtension }
        let name: String?
        if evidence.contains(where: { !$0.imageSets.isEmpty || !$0.localizations.isEmpty })
            || sequences.contains(where: { $0.scales.last ?? 1 > 1 })
        {
            name = "app"
        } else if extensions.contains(where: ["exr", "dpx", "cin"].contains)
            || sequences.contains(where: { $0.frames.first?.number == 1001 })
        {
            name = "vfx"
        } else if extensions.contains(where: ["tif", "tiff"].contains)
            || sequences.contains(where: { $0.frameCount >= 1000 })
        {
            name = "science"
        } else if sequences.count >= 10, sequences.allSatisfy({ $0.frameCount <= 100 }) {
            name = "game"
        } else {
            name = nil
        }
        return all.first { $0.name == name }
    }
}
