public import FlipbookCore

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
        let name = (file ?? FilePath(Self.fileName)).description
        return changing(Finding(verdict, of: rule, on: name, text: file)) {
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

    /// Settings that take precedence over a configuration, such as the options of a command line.
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

    /// Returns the deepest evidence that the selection asks for by name: the level of a rule, or the lowest level in a group.
    package func namedDepth(among rules: [RuleDescription]) -> EvidenceLevel {
        let selectors = (settings.select ?? []) + overrides.flatMap { $0.settings.select ?? [] }
        return selectors.lazy.compactMap { selector -> EvidenceLevel? in
            switch selector {
            case .all, .standard, .set: return nil
            case .group, .rule:
                let levels = rules.filter { selector.matches($0.id) && !isIgnored($0.id) }.map(\.evidence)
                return levels.min()
            }
        }.max() ?? .names
    }

    /// Returns the rules that need deeper evidence than a level and that a selected group contains or a selected set adds.
    package func selectedRules(deeperThan level: EvidenceLevel, among rules: [RuleDescription]) -> [RuleID] {
        let selectors = settings.select ?? []
        return rules.filter { rule in
            rule.evidence > level && !isIgnored(rule.id)
                && selectors.contains { selector in
                    switch selector {
                    case .group: selector.matches(rule.id)
                    case .set(let set, _): set.added.contains(rule.id)
                    case .all, .standard, .rule: false
                    }
                }
        }.map(\.id)
    }

    private func isIgnored(_ rule: RuleID) -> Bool { settings.ignore.contains { $0.matches(rule) } }
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
