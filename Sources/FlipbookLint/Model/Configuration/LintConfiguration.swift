public import FlipbookCore
import FlipbookFiles

/// The rules of a linter and their settings, as in `.flipbook.yaml`.
///
///     ignore: [seq.mixed-padding]
///     severities: {seq.gap: warning}
///     fail-level: warning
///     overrides:
///       - paths: [icons/]
///         ignore: [seq.stills]
///     expect:
///       - path: shots/**
///         frames: 1001-1100
///     suppressions:
///       - rule: seq.gap
///         path: walk/
///         frames: 5-6
///         reason: These drawings were cut.
///         expires: 2027-06-30
public struct LintConfiguration: Hashable, Sendable {
    package static let version = 1
    /// The name of the configuration file.
    public static let fileName = ".flipbook.yaml"

    /// The settings that apply everywhere.
    public var settings: RuleSettings
    /// The settings for some paths. Later overrides take precedence.
    public var overrides: [PathOverride]
    /// The lowest severity that makes a run fail.
    public var failLevel: FailLevel
    /// The maximum number of warnings, or `nil` for no limit.
    public var maxWarnings: Int?
    /// The frames that sequences must have. If several expectations apply to a sequence, the last one takes precedence.
    public var expectations: [Expectation]
    /// Findings that are accepted.
    public var suppressions: [Suppression]
    /// The configuration file, or `nil` if the configuration was not read from a file.
    public var file: FilePath?

    /// Creates a configuration. By default, all rules run except those that are a matter of taste.
    public init(
        settings: RuleSettings = RuleSettings(),
        overrides: [PathOverride] = [],
        failLevel: FailLevel = .error,
        maxWarnings: Int? = nil,
        expectations: [Expectation] = [],
        suppressions: [Suppression] = [],
        file: FilePath? = nil
    ) {
        (self.settings, self.overrides, self.failLevel) = (settings, overrides, failLevel)
        (self.maxWarnings, self.expectations) = (maxWarnings, expectations)
        (self.suppressions, self.file) = (suppressions, file)
    }

    /// Returns `true` if the findings of a report make a run fail.
    public func fails(_ report: LintReport) -> Bool {
        if failLevel == .never { return false }
        if let worst = report.worst, failLevel.isReached(by: worst) { return true }
        return maxWarnings.map { report.summary.warnings > $0 } ?? false
    }

    /// Returns `true` if no rule runs anywhere, because none is selected or all selected rules are ignored.
    package func runsNone(of rules: [RuleDescription]) -> Bool {
        !rules.contains { rule in
            guard !RuleID.guards.contains(rule.id) else { return false }
            return runs(rule.id, byDefault: rule.isDefault)
                || mayRun(rule.id, in: Array(overrides.indices), byDefault: rule.isDefault)
        }
    }

    func overrides(at place: FilePath) -> [Int] {
        overrides.indices.filter { index in overrides[index].paths.contains { $0.matches(place) } }
    }

    func runs(_ rule: RuleID, with indices: [Int] = [], byDefault: Bool = true) -> Bool {
        if RuleID.guards.contains(rule) { return true }
        let isAmong = { (selectors: [RuleSelector]) in selectors.contains { $0.matches(rule) } }
        let isSelected = { (selectors: [RuleSelector]) in
            selectors.contains { $0.selects(rule, byDefault: byDefault) }
        }
        var runs = settings.select.map(isSelected) ?? byDefault
        if isAmong(settings.ignore) { runs = false }
        for index in indices {
            let change = overrides[index].settings
            if let select = change.select, isSelected(select) { runs = true }
            if isAmong(change.ignore) { runs = false }
        }
        return runs
    }

    func mayRun(_ rule: RuleID, in indices: [Int], byDefault: Bool) -> Bool {
        indices.contains { index in
            overrides[index].settings.select?.contains { $0.selects(rule, byDefault: byDefault) } ?? false
        }
    }

    func severity(of rule: RuleID, with indices: [Int] = []) -> Severity? {
        if RuleID.guards.contains(rule) { return nil }
        return indices.reversed().lazy.compactMap { overrides[$0].settings.severity(of: rule) }.first
            ?? settings.severity(of: rule)
    }

    func finding(_ verdict: Verdict, of rule: RuleDescription) -> Finding? {
        guard runs(rule.id) else { return nil }
        return changing(Finding(verdict, of: rule, on: (file ?? FilePath(Self.fileName)).description, text: file)) {
            $0.severity = severity(of: rule.id) ?? rule.severity
        }
    }

    func options(of rule: RuleID, with indices: [Int] = []) -> [String: RuleOptionValue] {
        indices.reduce(settings.options[rule] ?? [:]) { options, index in
            options.merging(overrides[index].settings.options[rule] ?? [:]) { $1 }
        }
    }

    /// Checks the rule options, which a program may have set.
    /// - Throws: `ManifestError` with each unknown option, and each value that its option does not accept.
    package func checkingOptions(of rules: [LintRule]) throws(ManifestError) -> LintConfiguration {
        var faults: [ManifestFault] = []
        let all = [settings] + overrides.map(\.settings)
        for (id, values) in all.flatMap({ $0.options.sorted { $0.key < $1.key } }) {
            let declared = rules.first { $0.id == id }?.description.options ?? []
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                let option = declared.first { $0.name == name }
                guard option?.converting(value) == nil else { continue }
                let message = option.map { "expected \($0.expectation), found \(value)" } ?? "there is no such option"
                faults.append(ManifestFault(at: .start, path: "options.\(id).\(name)", message: message))
            }
        }
        if !faults.isEmpty { throw ManifestError(file: file ?? FilePath(Self.fileName), faults: faults) }
        return self
    }

    /// Settings that take precedence over a configuration, such as options on a command line.
    public struct Changes: Hashable, Sendable {
        /// The rules that run, even if the configuration ignores them. If `nil`, the configuration's selection applies.
        public var select: [RuleSelector]?
        /// The additional rules to ignore.
        public var ignore: [RuleSelector] = []
        /// The additional frames that sequences must have.
        public var expectations: [Expectation] = []
        /// The lowest severity that makes a run fail. If `nil`, the configuration's level applies.
        public var failLevel: FailLevel?
        /// The maximum number of warnings. If `nil`, the configuration's limit applies.
        public var maxWarnings: Int?

        /// Creates an empty set of changes.
        public init() {}
    }

    /// Returns the configuration with the changes applied.
    public func applying(_ changes: Changes) -> LintConfiguration {
        var result = self
        if let select = changes.select {
            result.settings.select = select
            result.settings.ignore = []
        }
        result.settings.ignore += changes.ignore
        result.expectations += changes.expectations
        result.failLevel = changes.failLevel ?? failLevel
        result.maxWarnings = changes.maxWarnings ?? maxWarnings
        return result
    }

    /// Returns the evidence level that the selected names require: for a rule, its level; for a group, the shallowest level of
    /// its rules. If several names are selected, the deepest of their levels applies.
    package func namedDepth(among rules: [RuleDescription]) -> EvidenceLevel {
        let selectors = (settings.select ?? []) + overrides.flatMap { $0.settings.select ?? [] }
        return selectors.lazy.compactMap { selector -> EvidenceLevel? in
            switch selector {
            case .all, .standard, .set: return nil
            case .group, .rule:
                return rules.filter { selector.matches($0.id) && !isIgnored($0.id) }.map(\.evidence).min()
            }
        }.max() ?? .names
    }

    private func isIgnored(_ rule: RuleID) -> Bool { settings.ignore.contains { $0.matches(rule) } }

    package func text(of rules: [RuleDescription]) -> String {
        var lines = [file.map { "# All settings, with \($0)." } ?? "# All default settings."]
        lines.append("version: \(Self.version)")
        let running = rules.filter { runs($0.id, byDefault: $0.isDefault) }
        lines.append(running.isEmpty ? "select: []" : "select:")
        lines += running.map { "  - \($0.id)" }
        lines.append("severities:")
        lines += rules.map { "  \($0.id): \((severity(of: $0.id) ?? $0.severity).rawValue)" }
        let adjustable = rules.filter { !$0.options.isEmpty }
        if !adjustable.isEmpty { lines.append("options:") }
        for rule in adjustable {
            let set = options(of: rule.id)
            lines.append("  \(rule.id):")
            lines += rule.options.map { "    \($0.name): \(set[$0.name] ?? $0.defaultValue)" }
        }
        lines.append("fail-level: \(failLevel.rawValue)")
        if let maxWarnings { lines.append("max-warnings: \(maxWarnings)") }
        if !overrides.isEmpty { lines.append("overrides:") }
        for override in overrides { lines += override.lines }
        if !expectations.isEmpty { lines.append("expect:") }
        for expectation in expectations {
            let path = expectation.path.map { "path: \(quoted($0.text)), " } ?? ""
            lines.append("  - {\(path)frames: \(quoted(expectation.frames.description))}")
        }
        if !suppressions.isEmpty { lines.append("suppressions:") }
        for suppression in suppressions { lines += suppression.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a commented `.flipbook.yaml` for some folders: the rule set that fits their contents, and all other settings as
    /// comments that can be enabled. The unedited file only selects the rule set.
    /// - Parameters:
    ///   - evidence: the evidence from the file names in the folders.
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

            # The number of warnings above which the exit status is 1.
            # max-warnings: 10

            # Settings for specific paths. Later ones override earlier ones.
            # overrides:
            #   - paths: [icons/, "*.test.####.png"]
            #     ignore: [seq]

            # Accepted findings, each with a reason and an optional expiration date.
            # suppressions:
            #   - rule: seq.gap
            #     path: \(JSONValue.string(place).text)
            #     frames: 5-6
            #     reason: These drawings were cut.
            #     expires: 2030-12-31

            """
    }
}

/// The lowest severity that makes a run fail.
public enum FailLevel: String, CaseIterable, Sendable {
    /// Errors.
    case error
    /// Warnings and errors.
    case warning
    /// Every finding.
    case info
    /// No finding.
    case never

    /// Returns `true` for a severity that makes a run fail.
    public func isReached(by severity: Severity) -> Bool {
        Severity(rawValue: rawValue).map { severity >= $0 } ?? false
    }
}

extension PathOverride {
    fileprivate var lines: [String] {
        var lines = ["  - paths: [\(paths.map { quoted($0.text) }.joined(separator: ", "))]"]
        if let select = settings.select { lines.append("    select: [\(select.words)]") }
        if !settings.ignore.isEmpty { lines.append("    ignore: [\(settings.ignore.words)]") }
        if !settings.severities.isEmpty { lines.append("    severities:") }
        lines += settings.severities.map { "      \($0.rules): \($0.severity.rawValue)" }
        if !settings.options.isEmpty { lines.append("    options:") }
        for (id, options) in settings.options.sorted(by: { $0.key < $1.key }) {
            lines.append(options.isEmpty ? "      \(id): {}" : "      \(id):")
            lines += options.sorted { $0.key < $1.key }.map { "        \($0.key): \($0.value)" }
        }
        return lines
    }
}

extension Suppression {
    fileprivate var lines: [String] {
        var lines = ["  - rule: \(rules)"]
        if let path { lines.append("    path: \(quoted(path.text))") }
        if let frames { lines.append("    frames: \(quoted(frames.description))") }
        lines.append("    reason: \(quoted(reason))")
        if let expires { lines.append("    expires: \(expires)") }
        return lines
    }
}

extension [RuleSelector] { fileprivate var words: String { map(\.description).joined(separator: ", ") } }

private func quoted(_ text: String) -> String { JSONValue.string(text).text }

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
