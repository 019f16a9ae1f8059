/// The cause of an error. It determines the command's exit status.
public enum ErrorKind: Sendable {
    /// Frames are missing or wrong.
    case incomplete
    /// The request is wrong.
    case usage
    /// A file, device or plugin failed.
    case environment
    /// The user canceled.
    case cancelled
}
