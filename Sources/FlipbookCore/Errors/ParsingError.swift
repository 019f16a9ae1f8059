/// The error for text that is not a valid color, rate, duration or similar value.
public struct ParsingError: ExplainedError, Hashable {
    /// The rejected text.
    public let text: String
    /// A code that names the expected kind of value, such as `color.text`.
    public let code: ErrorCode
    /// The fault and the remedy.
    public let explanation: Explanation
}

extension ParsingError {
    /// Creates an error whose explanation begins with the quoted text.
    package init(_ text: String, _ code: ErrorCode, _ fault: Explanation) {
        self.init(text: text, code: code, explanation: "'\(text.escapingControlCharacters)' \(fault)")
    }
}
