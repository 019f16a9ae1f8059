/// The error of a text that cannot be read as a color, a rate, a length of time or another value.
public struct ParsingError: ExplainedError, Hashable {
    /// The text as it was given.
    public let text: String
    /// The kind of value that the text should be: `color.text`, `rate.text`.
    public let code: ErrorCode
    /// The fault, and the way to mend it.
    public let explanation: Explanation
}

extension ParsingError {
    /// - Parameter fault: The fault and the way to mend it, behind the text in quotes.
    package init(_ text: String, _ code: ErrorCode, _ fault: Explanation) {
        self.init(text: text, code: code, explanation: "'\(text.escapingControlCharacters)' \(fault)")
    }
}
