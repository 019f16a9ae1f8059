public import FoundationEssentials

/// A Flipbook error: a code to act on, and an explanation whose remedies are values.
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
    /// `nil`, since the description includes it.
    public var failureReason: String? { nil }
    /// `nil`, since ``remedies`` are values.
    public var recoverySuggestion: String? { nil }
    /// `nil`, since there is no help book.
    public var helpAnchor: String? { nil }
}
