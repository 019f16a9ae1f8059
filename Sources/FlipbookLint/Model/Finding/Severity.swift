/// How much a finding matters.
public enum Severity: String, CaseIterable, Sendable {
    /// Worth knowing; nothing is wrong.
    case info
    /// Doubtful: the sequence plays, perhaps not as meant.
    case warning
    /// Wrong: frames cannot be shown, or an export would refuse them.
    case error
}

extension Severity: Comparable {
    /// Whether `left` matters less than `right`.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
