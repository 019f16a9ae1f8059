public import FoundationEssentials

/// An error from Flipbook. It has a code for programs and an explanation for users.
public protocol ExplainedError: LocalizedError, CustomStringConvertible, Sendable {
    /// The kind of the error.
    var code: ErrorCode { get }
    /// The location, the fault and the remedy.
    var explanation: Explanation { get }
}

extension ExplainedError {
    /// The remedies available to the caller. Empty if the caller must fix the frames or the system.
    public var remedies: [Remedy] { explanation.remedies }
    /// The explanation in the library's words.
    public var description: String { explanation.description }
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
    /// Always `nil`. The description includes the reason.
    public var failureReason: String? { nil }
    /// Always `nil`. Use ``remedies`` instead.
    public var recoverySuggestion: String? { nil }
    /// Always `nil`. Flipbook has no help book.
    public var helpAnchor: String? { nil }
}
