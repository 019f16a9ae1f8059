/// The weight of a finding.
public enum Severity: String, CaseIterable, Sendable {
    /// Worth knowing; nothing is wrong.
    case info
    /// Doubtful: the sequence plays, perhaps not as meant.
    case warning
    /// Wrong: frames cannot be shown, or an export would refuse them.
    case error
}

extension Severity: Comparable {
    /// Returns a Boolean value that indicates that `left` matters less than `right`.
    public static func < (left: Severity, right: Severity) -> Bool {
        left != right && (left == .info || right == .error)
    }
}
