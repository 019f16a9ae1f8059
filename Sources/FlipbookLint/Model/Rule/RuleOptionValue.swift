import FlipbookCore

/// The value of a rule's option.
public enum RuleOptionValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// A number that need not be whole.
    case number(Double)
    /// A text.
    case text(String)
    /// Yes or no.
    case flag(Bool)
    /// Texts in their order.
    case list([String])
}

extension RuleOptionValue: CustomStringConvertible {
    /// The value as it is written in a configuration, safe to print: `3`, `0.5`, `"text"`, `true`, `["a", "b"]`.
    public var description: String {
        switch self {
        case .integer(let number): "\(number)"
        case .number(let number): number.shortest
        case .text(let text): JSONValue.string(text).text
        case .flag(let flag): "\(flag)"
        case .list(let texts): "[" + texts.map { JSONValue.string($0).text }.joined(separator: ", ") + "]"
        }
    }
}
