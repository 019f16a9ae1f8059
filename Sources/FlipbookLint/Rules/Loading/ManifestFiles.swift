import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let invalidManifest = LintRule(
        .init("manifest.invalid", .error, evidence: .manifest),
        summary: "A manifest has a mistake.",
        notes: "Each mistake is a separate finding with a line and column. Nothing else in the manifest is checked.",
        why: "The sequence cannot be played or exported. The usual cause is a misspelled key.",
        remedy: "Correct the manifest at the reported line.",
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
            let rest = isSheet ? "The rest of the sheet was checked." : "Nothing else in the manifest was checked."
            return manifest.mistakes.verdicts(in: manifest.path, rest: rest)
        }
    )

    package static let missingFile = LintRule(
        .init("load.missing", .error, evidence: .names),
        summary: "A manifest refers to a file that does not exist.",
        notes: "The manifest's other files are still checked.",
        why: "The sequence cannot be played or exported. The usual cause is a file that was renamed or not committed.",
        remedy: "Add the missing files, or correct their names in the manifest.",
        failing: [.manifest(missing: ["a3.png"]) { _ in }],
        judge: .wholeManifest { manifest in
            guard let first = manifest.missing.first else { return nil }
            let count = manifest.missing.count
            let error = count > 1 ? nil : (first.error as? any ExplainedError)?.explanation.factAndAdvice
            let names = manifest.missing.lazy.map { "\($0.path) (line \($0.position.line))" }.listed(atMost: 3)
            let message =
                error?.fact ?? (count == 1 ? "\(first.error)".asSentence : "\(count) files do not exist: \(names).")
            return Verdict(position: first.position, message: message, fix: error?.advice, measured: "\(first.path)")
        }
    )

    package static let outsideFolder = LintRule(
        .init("load.outside-folder", .error, evidence: .names),
        summary: "A manifest refers to a file outside its folder.",
        notes: "The path contains `..`, is absolute, or passes through a link that points outside the folder.",
        why: "Flipbook rejects such paths unless \(setting: .allowedFolders) is set. Other machines may lack the file.",
        remedy: "Move the files into the manifest's folder, or allow their folder with \(setting: .allowedFolders).",
        failing: [.manifest(["../a1.png", "../a2.png"]) { _ in }, .manifest(linkedOutside: ["a2.png"]) { _ in }],
        judge: .manifest { manifest in
            let outside = (named: manifest.namedOutside, one: "is outside", many: "paths are outside")
            // A path that is itself outside the folder is reported only once, even if it also contains a link.
            let keys = Set(outside.named.map(\.key))
            let linked = (
                named: manifest.linkedOutside.filter { !keys.contains($0.key) },
                one: "leads through a link out of",
                many: "files lead through links out of"
            )
            return [outside, linked].compactMap { named, one, many in
                guard let first = named.first else { return nil }
                let names = named.map(\.path.description).listed(atMost: 10)
                let fact = named.count == 1 ? "\(first.path) \(one)" : "\(named.count) \(many)"
                let message = "\(fact) the manifest's folder\(named.count == 1 ? "" : ": \(names)")."
                return Verdict(key: first.key, message: message, measured: "\(first.path)")
            }
        }
    )

    package static let bundledPath = LintRule(
        .init("load.path-for-bundled", .info, evidence: .manifest),
        summary: "A manifest has an absolute path to a file in its own folder.",
        why: "The path breaks when the folder is moved, copied or sent.",
        remedy: "Write the path relative to the manifest's folder.",
        failing: [.manifest(["/example/a1.png", "/example/a2.png"]) { _ in }],
        judge: .wholeManifest { manifest in
            let absolute = manifest.namedPaths.filter { $0.path.isAbsolute && $0.path.staysBelow(manifest.folder) }
            guard let first = absolute.first, let folder = manifest.folder else { return nil }
            let relative = FilePath(
                String(decoding: first.path.string.utf8.dropFirst(folder.string.utf8.count + 1), as: UTF8.self)
            )
            return Verdict(
                key: first.key,
                message: absolute.count == 1
                    ? "\(first.path) is an absolute path into the manifest's own folder."
                    : "\(absolute.count) absolute paths lead into the manifest's own folder, such as \(first.path).",
                fix: "Write \(relative)\(absolute.count == 1 ? "" : ", and so on").",
                measured: .init("\(first.path)", expected: "\(relative)")
            )
        }
    )
}

extension [ManifestFault] {
    func verdicts(in file: FilePath? = nil, rest: String) -> [Verdict] {
        map { mistake in
            let place = mistake.path.isEmpty ? "" : mistake.path.escapingControlCharacters + ": "
            let (fact, advice) = mistake.explanation.factAndAdvice ?? mistake.factAndAdvice
            let message = (place + fact).asSentence
            let fix: Explanation = mistake == first ? "\(advice) \(rest)" : advice
            let measured = Verdict.Measurement(mistake.path.isEmpty ? nil : mistake.path)
            return Verdict(position: mistake.position, file: file, message: message, fix: fix, measured: measured)
        }
    }
}

extension ManifestFault {
    /// The two parts of the message. The advice follows the last semicolon.
    fileprivate var factAndAdvice: (fact: String, advice: Explanation) {
        let parts = message.split(separator: "; ", omittingEmptySubsequences: false)
        guard parts.count > 1, let advice = parts.last else { return (message, "Correct it there.") }
        let fact = parts.dropLast().joined(separator: "; ")
        return (fact, Explanation((advice.prefix(1).uppercased() + advice.dropFirst()).asSentence))
    }
}
