/// Why the check of a sequence did not end.
package enum SequenceCheckError: Error {
    /// The sequence cannot be shown.
    case sequence(SequenceError)
    /// The task was cancelled.
    case cancelled
}
