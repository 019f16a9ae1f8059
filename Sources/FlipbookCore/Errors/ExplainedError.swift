public import FoundationEssentials

/// An error of Flipbook: a code to act on, facts in its own members, and sentences whose remedies are values.
public protocol ExplainedError: LocalizedError, CustomStringConvertible, Sendable {
    /// What kind of error it is.
    var code: ErrorCode { get }
    /// Where, what, and what to do.
    var explanation: Explanation { get }
}

extension ExplainedError {
    /// What a caller can do about it; none where only the frames or the system can be mended.
    public var remedies: [Remedy] { explanation.remedies }

    /// Where, what, and what to do, in the library's own words.
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
