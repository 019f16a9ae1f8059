/// The severity from which on a finding makes a run fail.
public enum FailLevel: String, CaseIterable, Sendable {
    /// From errors on.
    case error
    /// From warnings on.
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
