import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let invalidManifest = LintRule(
        .init("manifest.invalid", .error, evidence: .manifest),
        summary: "A manifest has a mistake.",
        notes: "Each mistake is a finding with its line and column. Of such a manifest nothing else is judged.",
        why: "Nothing is played or exported of it; often a key is misspelled.",
        remedy: "Correct the manifest where the finding says.",
        passing: [.manifest { _ in }],
        failing: [
            RuleExample.invalidManifest([
                ManifestFault(
                    at: ManifestNode.Position(line: 2, column: 1),
                    path: "frameRate",
                    message: "expected a rate such as 24 or 30000/1001, found 'fast'"
                )
            ])
        ],
        judge: .folder { folder in
            guard let manifest = folder.invalidManifest else { return [] }
            let isSheet = manifest.mistakes.allSatisfy { $0.path == "meta.frameTags" }
            let rest = isSheet ? "The rest of the sheet was judged." : "Nothing else of the manifest was judged."
            return manifest.mistakes.verdicts(in: manifest.path, rest: rest)
        }
    )

    package static let missingFile = LintRule(
        .init("load.missing", .error, evidence: .names),
        summary: "A manifest names a file that is not there.",
        notes: "The other files that the manifest names are judged all the same.",
        why: "The sequence is neither played nor exported; often a file was renamed, or not committed.",
        remedy: "Add what is missing, or correct the names in the manifest.",
        failing: [.manifest(missing: ["a3.png"]) { _ in }],
        judge: .wholeManifest { manifest in
            guard let first = manifest.missing.first else { return nil }
            let count = manifest.missing.count
            let error = count > 1 ? nil : (first.error as? any ExplainedError)?.explanation.factAndAdvice
            let names = manifest.missing.prefix(4).map { "\($0.path) (line \($0.position.line))" }.firstFew
            return Verdict(
                position: first.position,
                message: error?.fact
                    ?? (count == 1
                        ? "\(first.error)".asSentence : "\(count) files that it names are not there: \(names)."),
                fix: error?.advice,
                measured: "\(first.path)"
            )
        }
    )

    package static let outsideFolder = LintRule(
        .init("load.outside-folder", .error, evidence: .names),
        summary: "A manifest names a file outside of its folder.",
        notes: "By `..`, by an absolute path, or through a link in the folder that leads out of it.",
        why: "Flipbook refuses that unless \(setting: .allowedFolders) is given; on another machine the manifest "
            + "finds nothing.",
        remedy: "Move the files into the folder of the manifest, or allow their folder with "
            + "\(setting: .allowedFolders).",
        failing: [.manifest(["../a1.png", "../a2.png"]) { _ in }, .manifest(linkedOutside: ["a2.png"]) { _ in }],
        judge: .manifest { manifest in
            let outside = (
                named: manifest.namedOutside,
                one: "lies outside of the manifest's folder",
                many: "paths lie outside of the manifest's folder"
            )
            // A link is no matter where the way to it leads out by its words.
            let keys = Set(outside.named.map(\.key))
            let linked = (
                named: manifest.linkedOutside.filter { !keys.contains($0.key) },
                one: "leads out of the manifest's folder through a link",
                many: "files lead out of the manifest's folder through links"
            )
            return [outside, linked].compactMap { named, one, many in
                guard let first = named.first else { return nil }
                let names = named.map(\.path.description).listed(atMost: 10)
                return Verdict(
                    key: first.key,
                    message: named.count == 1 ? "\(first.path) \(one)." : "\(named.count) \(many): \(names).",
                    measured: "\(first.path)"
                )
            }
        }
    )

    package static let bundledPath = LintRule(
        .init("load.path-for-bundled", .info, evidence: .manifest),
        summary: "A manifest names a file of its own folder by an absolute path.",
        why: "The path is wrong as soon as the folder is moved, copied or sent.",
        remedy: "Write the path from the manifest's folder.",
        failing: [.manifest(["/example/a1.png", "/example/a2.png"]) { _ in }],
        judge: .wholeManifest { manifest in
            let absolute = manifest.namedPaths.filter { path in
                path.path.isAbsolute && path.path.staysBelow(manifest.folder)
            }
            guard let first = absolute.first, let folder = manifest.folder else { return nil }
            let relative = FilePath(
                String(decoding: first.path.string.utf8.dropFirst(folder.string.utf8.count + 1), as: UTF8.self)
            )
            return Verdict(
                key: first.key,
                message: absolute.count == 1
                    ? "\(first.path) is an absolute path into the manifest's own folder."
                    : "\(absolute.count) paths, such as \(first.path), are absolute and lead into the manifest's own folder.",
                fix: "Write \(relative)\(absolute.count == 1 ? "" : ", and so on").",
                measured: .init("\(first.path)", expected: "\(relative)")
            )
        }
    )
}

extension [ManifestFault] {
    /// A verdict on each mistake of a text.
    /// - Parameters:
    ///   - file: the text; by default that which was judged.
    ///   - rest: what else there is to say about the first one, a sentence.
    func verdicts(in file: FilePath? = nil, rest: String) -> [Verdict] {
        map { mistake in
            let place = mistake.path.isEmpty ? "" : mistake.path.escapingControlCharacters + ": "
            if let (fact, advice) = mistake.explanation.factAndAdvice {
                return Verdict(
                    position: mistake.position,
                    file: file,
                    message: place + fact,
                    fix: mistake == first ? "\(advice) \(rest)" : advice,
                    measured: .init(mistake.path.isEmpty ? nil : mistake.path)
                )
            }
            // What a mistake says after its last semicolon is what to do.
            let parts = mistake.message.split(separator: "; ", omittingEmptySubsequences: false)
            let advice = parts.count > 1 ? parts[parts.count - 1] : "correct it there"
            let fact = parts.count > 1 ? parts.dropLast().joined(separator: "; ") : mistake.message
            let fix = (advice.prefix(1).uppercased() + advice.dropFirst()).asSentence
            return Verdict(
                position: mistake.position,
                file: file,
                message: (place + fact).asSentence,
                fix: mistake == first ? "\(fix) \(rest)" : Explanation(fix),
                measured: .init(mistake.path.isEmpty ? nil : mistake.path)
            )
        }
    }
}
