/// From which severity on a finding makes a run fail.
public enum FailLevel: String, CaseIterable, Sendable {
    /// From errors on.
    case error
    /// From warnings on.
    case warning
    /// Every finding.
    case info
    /// No finding.
    case never

    /// Whether a finding of this severity makes a run fail.
    public func isReached(by severity: Severity) -> Bool {
        switch self {
        case .error: severity >= .error
        case .warning: severity >= .warning
        case .info: severity >= .info
        case .never: false
        }
    }
}
