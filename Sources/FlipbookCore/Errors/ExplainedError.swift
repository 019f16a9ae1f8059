public import FoundationEssentials

/// An error of Flipbook: a code to act on, facts in its own members, and sentences whose remedies are values.
public protocol ExplainedError: LocalizedError, CustomStringConvertible, Sendable {
    /// The kind of the error.
    var code: ErrorCode { get }
    /// The place, the fault, and the remedy.
    var explanation: Explanation { get }
}

extension ExplainedError {
    /// The ways out that a caller has; none if only the frames or the system can be mended.
    public var remedies: [Remedy] { explanation.remedies }

    /// The place, the fault and the remedy, in the library's own words.
    public var description: String { explanation.description }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// `nil`: the description says it.
    public var failureReason: String? { nil }

    /// `nil`: the description says it, and ``remedies`` are values.
    public var recoverySuggestion: String? { nil }

    /// `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}
