/// A key of a configuration.
package enum LintConfigurationKey: String, CaseIterable, Sendable {
    /// The JSON Schema that an editor checks the file with; not read.
    case schema = "$schema"
    /// The version of the format: 1.
    case version
    /// The rules that run; all by default.
    case select
    /// Rules that do not run.
    case ignore
    /// Severities by rule or group.
    case severities
    /// Options by rule.
    case options
    /// From which severity on a run fails.
    case failLevel = "fail-level"
    /// The largest number of warnings.
    case maxWarnings = "max-warnings"
    /// Settings for some paths.
    case overrides
    /// The frames that sequences have to have.
    case expect
    /// Findings that are accepted.
    case suppressions
}

/// A key of an expectation.
package enum ExpectationKey: String, CaseIterable, Sendable {
    /// Where; everywhere without it.
    case path
    /// The frame numbers that have to be there.
    case frames
}

/// A key of an override.
package enum PathOverrideKey: String, CaseIterable, Sendable {
    /// Where it holds.
    case paths
    /// Rules that run there.
    case select
    /// Rules that do not run there.
    case ignore
    /// Severities by rule or group.
    case severities
    /// Options by rule.
    case options
}

/// A key of a suppression.
package enum SuppressionKey: String, CaseIterable, Sendable {
    /// The rule or group.
    case rule
    /// Where; everywhere without it.
    case path
    /// Which frames; all without it.
    case frames
    /// The reason, which is required.
    case reason
    /// The last day on which it counts.
    case expires
}
