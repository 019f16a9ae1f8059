/// The party that can mend an error; the command's exit status follows it.
public enum ErrorKind: Sendable {
    /// The frames are not complete or not right.
    case incomplete
    /// The request is wrong.
    case usage
    /// Files, devices or plugins failed.
    case environment
    /// A user asked to stop.
    case cancelled
}
