import FlipbookCore
import FlipbookLintModel

/// SARIF 2.1.0 (OASIS), with everything that GitHub's code scanning requires: a description and help for each rule, and a
/// location and a fingerprint for each result.
///
/// A frame has no lines, so results about it point to line 1. Results without a file point to the first file of their sequence.
/// URIs are relative to the command's current folder, `%SRCROOT%`.
struct SARIFReporter: Reporter {
    private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let surroundings: ReportFormat.Surroundings
    private static let mostFiles = 10

    func text(of report: LintReport) -> String {
        var seen: [String: Int] = [:]
        let results = report.findings.map { finding in
            let fingerprint = finding.fingerprint
            seen[fingerprint, default: 0] += 1
            return result(finding, "\(fingerprint):\(seen[fingerprint] ?? 1)")
        }
        let found = Set(report.findings.map(\.rule))
        let (root, version) = (surroundings.root, surroundings.version)
        let folder = root.map { "file://" + ($0.string + ($0.string.hasSuffix("/") ? "" : "/")).percentEncodedPath }
        let driver = Self.object([
            ("name", .string("flipbook")), ("semanticVersion", version.isEmpty ? nil : .string(version)),
            ("rules", .array(surroundings.rules.map { rule($0, isFound: found.contains($0.id)) })),
        ])
        let run = Self.object([
            ("tool", ["driver": driver]),
            ("originalUriBaseIds", folder.map { ["%SRCROOT%": ["uri": .string($0)]] }),
            ("invocations", .array([invocation(report.faults)])),
            ("columnKind", .string("unicodeCodePoints")), ("results", .array(results)),
        ])
        let document: JSONValue = ["$schema": .string(Self.schema), "version": .string("2.1.0"), "runs": .array([run])]
        return document.text + "\n"
    }

    private static func object(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The outcome of the run. It contains a tool notification for each input that could not be linted.
    private func invocation(_ faults: [LintFault]) -> JSONValue {
        let notifications = faults.map { fault in
            JSONValue.object([
                ("level", .string("error")),
                ("message", ["text": .string(fault.message)]),
                ("locations", .array([place(fault.path, nil)])),
            ])
        }
        return ["executionSuccessful": .flag(faults.isEmpty), "toolExecutionNotifications": .array(notifications)]
    }

    /// The Markdown help requires linting the rule's examples, so it is included only for rules with findings.
    private func rule(_ rule: RuleDescription, isFound: Bool) -> JSONValue {
        let wording = surroundings.wording
        let page = RulePage(rule, in: surroundings.table, wording: wording)
        let properties: JSONValue = [
            "tags": .array([.string("images"), .string(rule.id.group)]),
            "precision": .string(rule.severity == .error ? "very-high" : "high"),
            "problem.severity": .string(rule.severity.problem),
        ]
        let markdown: JSONValue? = isFound ? .string(page.markdown) : nil
        let url = surroundings.documentation.flatMap { rule.id.url(inDocumentationAt: $0) }
        let words = rule.id.rawValue.split { ".-".contains($0) }
        return Self.object([
            ("id", .string(rule.id.rawValue)),
            ("name", .string(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())),
            ("shortDescription", ["text": .string(rule.summary)]),
            ("fullDescription", ["text": .string("\(rule.summary) \(wording(rule.why))")]),
            ("help", Self.object([("text", .string(page.help)), ("markdown", markdown)])),
            ("defaultConfiguration", ["level": .string(rule.severity.level)]),
            ("properties", properties),
            ("helpUri", url.map { .string($0) }),
        ])
    }

    private func result(_ finding: Finding, _ fingerprint: String) -> JSONValue {
        let location = finding.shownFile
        let others = finding.files.filter { FilePath($0.string) != location }.prefix(Self.mostFiles)
        let prints: JSONValue = [
            "primaryLocationLineHash": .string(fingerprint), "flipbookFinding/v1": .string(fingerprint),
        ]
        let fixes = fixes(of: finding)
        let properties: JSONValue = [
            "sequence": .string(finding.sequence),
            "frames": .optional(finding.frames?.description),
            "measured": .optional(finding.measured),
            "expected": .optional(finding.expected),
            "fix": .string("\(finding.fix)"),
            "fixable": .string(finding.fix.applicability.rawValue),
        ]
        return Self.object([
            ("ruleId", .string(finding.rule.rawValue)),
            ("ruleIndex", surroundings.rules.firstIndex { $0.id == finding.rule }.map { .number($0) }),
            ("level", .string(finding.severity.level)),
            ("message", ["text": .string(finding.sentence)]),
            ("locations", .array([place(location, finding.position)])),
            ("relatedLocations", others.isEmpty ? nil : .array(others.map { place($0, nil) })),
            ("partialFingerprints", prints),
            ("fixes", fixes.isEmpty ? nil : .array(fixes)),
            ("properties", properties),
        ])
    }

    /// Returns the finding's fix in SARIF's form: a description, and the files that change.
    ///
    /// SARIF can describe replaced bytes, but not renames or new files. Each change is therefore an empty replacement at the
    /// beginning of the file, and its properties describe what `flipbook fix` does.
    private func fixes(of finding: Finding) -> [JSONValue] {
        let changes = finding.fix.operations.flatMap { $0.changes(at: finding.shownFile) }
        guard !changes.isEmpty else { return [] }
        let insertion: JSONValue = ["deletedRegion": ["byteOffset": .number(0), "byteLength": .number(0)]]
        let artifacts = changes.prefix(Self.mostFiles).map { change -> JSONValue in
            [
                "artifactLocation": artifact(change.file), "replacements": .array([insertion]),
                "properties": change.change,
            ]
        }
        let applicability = JSONValue.string(finding.fix.applicability.rawValue)
        return [
            [
                "description": ["text": .string("\(finding.fix)")],
                "artifactChanges": .array(artifacts),
                "properties": ["applicability": applicability, "changes": .number(changes.count)],
            ]
        ]
    }

    private func artifact(_ file: FilePath) -> JSONValue {
        let path = file.relative(to: surroundings.root)
        let isBelowRoot = !path.isAbsolute && surroundings.root != nil
        let relative = path.components.isEmpty ? "." : path.components.joined(separator: "/")
        // A URI reference as in RFC 3986.
        let uri = (path.isAbsolute ? path.string : relative).percentEncodedPath
        return Self.object([
            ("uri", .string(path.isAbsolute ? "file://" + uri : uri)),
            ("uriBaseId", isBelowRoot ? .string("%SRCROOT%") : nil),
        ])
    }

    private func place(_ file: FilePath, _ position: ManifestNode.Position?) -> JSONValue {
        let region: JSONValue = [
            "startLine": .number(position?.line ?? 1), "startColumn": .number(position?.column ?? 1),
        ]
        return ["physicalLocation": ["artifactLocation": artifact(file), "region": region]]
    }
}

extension Fix.Operation {
    /// Returns the changed files and their changes, for programs that read the report.
    /// - Parameter place: The file to report for a change that does not affect an existing file.
    fileprivate func changes(at place: FilePath) -> [(file: FilePath, change: JSONValue)] {
        switch self {
        case .rename(let renamings), .renumber(let renamings):
            return renamings.map { ($0.file, ["change": .string("rename"), "name": .string($0.name)]) }
        case .hold(let numbers, let pattern):
            let first = numbers.first.map { FilePath(pattern.directory + pattern.name(of: $0)) }
            let (frames, text) = (JSONValue.string(numbers.description), JSONValue.string(pattern.description))
            return [(first ?? place, ["change": .string("hold"), "frames": frames, "pattern": text])]
        case .place(let files, _, let size):
            return files.map { ($0, ["change": .string("place"), "size": .string("\(size)")]) }
        case .resample(let files, let size):
            return files.map { ($0, ["change": .string("resample"), "size": .string("\(size)")]) }
        case .dropAlpha(let files): return files.map { ($0, ["change": .string("dropAlpha")]) }
        }
    }
}

extension String { fileprivate var percentEncodedPath: String { percentEncoded(but: "-._~/") } }

extension Severity {
    fileprivate var level: String { self == .info ? "note" : rawValue }

    /// GitHub's term for the severity of a problem that does not affect security.
    fileprivate var problem: String { self == .info ? "recommendation" : rawValue }
}
