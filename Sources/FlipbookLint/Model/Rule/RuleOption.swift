import FlipbookCore

/// A setting of a rule, such as a limit.
///
/// A rule declares its options in its ``RuleDescription/options`` and reads them in ``LintRule``:
///
///     options: [RuleOption("most", "How many frames a gap may have.", default: 0, in: 0...1_000_000)]
public struct RuleOption: Hashable, Sendable {
    enum Allowed: Hashable, Sendable {
        case integers(ClosedRange<Int>)
        case numbers(ClosedRange<Double>)
        case text
    }

    /// The option's name: words in lower case, joined by hyphens.
    public let name: String
    /// The meaning, a sentence.
    public let summary: String
    /// Its value by default.
    public let defaultValue: RuleOptionValue
    let allowed: Allowed

    /// A whole number.
    public init(_ name: String, _ summary: String, default value: Int, in range: ClosedRange<Int>) {
        precondition(range.contains(value), "the default of the option \(name) is not allowed")
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.integer(value), .integers(range))
    }

    /// A number that need not be whole.
    public init(_ name: String, _ summary: String, default value: Double, in range: ClosedRange<Double>) {
        precondition(range.contains(value), "the default of the option \(name) is not allowed")
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.number(value), .numbers(range))
    }

    /// A text.
    public init(_ name: String, _ summary: String, default value: String) {
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.text(value), .text)
    }

    /// The value as this option's kind, a whole number being a number too, or `nil` if it is not accepted.
    func converting(_ value: RuleOptionValue) -> RuleOptionValue? {
        switch (value, allowed) {
        case (.integer(let number), .integers(let range)): range.contains(number) ? value : nil
        case (.integer(let number), .numbers(let range)): range.contains(Double(number)) ? .number(Double(number)) : nil
        case (.number(let number), .numbers(let range)): range.contains(number) ? value : nil
        case (.text, .text): value
        default: nil
        }
    }

    /// The values that the option accepts, for a message: `a whole number from 0 to 10`.
    package var expectation: String {
        switch allowed {
        case .integers(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .numbers(let range): "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .text: "a text"
        }
    }
}

/// The value of a rule's option.
public enum RuleOptionValue: Hashable, Sendable, CustomStringConvertible {
    /// A whole number.
    case integer(Int)
    /// A number that need not be whole.
    case number(Double)
    /// A text.
    case text(String)

    /// The value as it is written in a configuration, safe to print: `3`, `0.5`, `"text"`.
    public var description: String {
        switch self {
        case .integer(let number): "\(number)"
        case .number(let number): number.shortest
        case .text(let text): JSONValue.string(text).text
        }
    }
}

/// The settings of one rule: a value for each option that it declares.
public struct RuleOptions: Hashable, Sendable {
    private let values: [String: RuleOptionValue]

    /// The options' defaults, replaced by the values that they accept.
    package init(_ declared: [RuleOption], replacing replacements: [String: RuleOptionValue] = [:]) {
        let values = declared.map { ($0.name, replacements[$0.name].flatMap($0.converting) ?? $0.defaultValue) }
        self.values = Dictionary(values) { first, _ in first }
    }

    /// A whole number that the rule declares by this name.
    public func integer(_ name: String) -> Int {
        guard case .integer(let number) = values[name] else { undeclared(name) }
        return number
    }

    /// A number that the rule declares by this name.
    public func number(_ name: String) -> Double {
        guard case .number(let number) = values[name] else { undeclared(name) }
        return number
    }

    /// A text that the rule declares by this name.
    public func text(_ name: String) -> String {
        guard case .text(let text) = values[name] else { undeclared(name) }
        return text
    }

    private func undeclared(_ name: String) -> Never {
        preconditionFailure("the rule declares no option \(name) of this kind")
    }
}
