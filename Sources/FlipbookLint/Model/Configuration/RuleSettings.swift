/// The rules that run, the weight of their findings, and the rules' options.
public struct RuleSettings: Hashable, Sendable {
    /// The weight of the findings of some rules.
    public struct SeverityChange: Hashable, Sendable {
        /// The rules.
        public var rules: RuleSelector
        /// The severity of their findings.
        public var severity: Severity

        /// A severity for some rules.
        public init(_ rules: RuleSelector, _ severity: Severity) {
            self.rules = rules
            self.severity = severity
        }
    }

    /// The rules that run, or `nil` for all, or, in an override, for what ran before.
    public var select: [RuleSelector]?
    /// Rules that do not run, even if they are selected.
    public var ignore: [RuleSelector]
    /// Severities that differ from the rules' own. One rule counts before its group, and a later one before an
    /// earlier one.
    public var severities: [SeverityChange]
    /// Options that differ from the rules' defaults.
    public var options: [RuleID: [String: RuleOptionValue]]

    /// Settings from their parts; by default nothing is changed.
    public init(
        select: [RuleSelector]? = nil,
        ignore: [RuleSelector] = [],
        severities: [SeverityChange] = [],
        options: [RuleID: [String: RuleOptionValue]] = [:]
    ) {
        (self.select, self.ignore, self.severities) = (select, ignore, severities)
        self.options = options
    }

    /// The severity that the rule is given, or `nil` if its own counts.
    func severity(of rule: RuleID) -> Severity? {
        var best: SeverityChange?
        for change in severities where change.rules.matches(rule) {
            if change.rules.specificity >= best?.rules.specificity ?? 0 { best = change }
        }
        return best?.severity
    }
}

/// Settings for some paths, on top of those for all.
public struct PathOverride: Hashable, Sendable {
    /// The paths: sequences, folders.
    public var paths: [PathGlob]
    /// The differences there. A rule that it selects runs there even if it is ignored elsewhere.
    public var settings: RuleSettings

    /// Settings for some paths.
    public init(paths: [PathGlob], settings: RuleSettings) {
        self.paths = paths
        self.settings = settings
    }
}
