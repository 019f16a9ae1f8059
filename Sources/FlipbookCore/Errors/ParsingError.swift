/// The error of a text that is no colour, no rate, no length of time, or whatever else is read from it.
public struct ParsingError: ExplainedError, Hashable {
    /// The text as it was given.
    public let text: String
    /// The kind of value that the text should be: `color.text`, `rate.text`.
    public let code: ErrorCode
    /// The fault, and the way to mend it.
    public let explanation: Explanation
}
