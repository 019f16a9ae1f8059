/// The rules that run, the severity of their findings, and the rules' options.
public struct RuleSettings: Hashable, Sendable {
    /// A severity for the findings of some rules.
    public struct SeverityChange: Hashable, Sendable {
        /// The rules whose severity changes.
        public var rules: RuleSelector
        /// The severity of the findings of these rules.
        public var severity: Severity

        /// Creates a severity change.
        public init(_ rules: RuleSelector, _ severity: Severity) { (self.rules, self.severity) = (rules, severity) }
    }

    /// The rules that run. If `nil`, all default rules run; in an override, `nil` means the same rules as in the general
    /// settings.
    public var select: [RuleSelector]?
    /// The rules that do not run, even if selected.
    public var ignore: [RuleSelector]
    /// The changed severities. A rule takes precedence over its group, and a later entry over an earlier one.
    public var severities: [SeverityChange]
    /// The changed options.
    public var options: [RuleID: [String: RuleOptionValue]]

    /// Creates settings. By default, nothing changes.
    public init(
        select: [RuleSelector]? = nil,
        ignore: [RuleSelector] = [],
        severities: [SeverityChange] = [],
        options: [RuleID: [String: RuleOptionValue]] = [:]
    ) {
        (self.select, self.ignore, self.severities) = (select, ignore, severities)
        self.options = options
    }

    func severity(of rule: RuleID) -> Severity? {
        let changes = severities.reversed().filter { $0.rules.matches(rule) }
        return changes.max { $0.rules.specificity < $1.rules.specificity }?.severity
    }
}

/// Settings for some paths, in addition to the general settings.
public struct PathOverride: Hashable, Sendable {
    /// The paths of sequences and folders.
    public var paths: [PathGlob]
    /// The settings for these paths. A rule that these settings select runs even if other settings ignore it.
    public var settings: RuleSettings

    /// Creates settings for some paths.
    public init(paths: [PathGlob], settings: RuleSettings) { (self.paths, self.settings) = (paths, settings) }
}
