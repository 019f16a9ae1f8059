import FlipbookCore

/// A setting of a rule, such as a limit.
///
/// A rule declares its options in its ``RuleDescription/options`` and reads them in ``LintRule``:
///
///     options: [RuleOption("most", "The maximum length of a gap, in frames.", default: 0, in: 0...1_000_000)]
public struct RuleOption: Hashable, Sendable {
    enum Allowed: Hashable, Sendable {
        case integers(ClosedRange<Int>)
        case numbers(ClosedRange<Double>)
        case text
    }

    /// The option's name: lowercase words joined by hyphens.
    public let name: String
    /// The option's meaning, in one sentence.
    public let summary: String
    /// The default value.
    public let defaultValue: RuleOptionValue
    let allowed: Allowed

    /// Creates an option whose value is a whole number.
    public init(_ name: String, _ summary: String, default value: Int, in range: ClosedRange<Int>) {
        precondition(range.contains(value), "the default of the option \(name) is not allowed")
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.integer(value), .integers(range))
    }

    /// Creates an option whose value is a number, with or without decimals.
    public init(_ name: String, _ summary: String, default value: Double, in range: ClosedRange<Double>) {
        precondition(range.contains(value), "the default of the option \(name) is not allowed")
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.number(value), .numbers(range))
    }

    /// Creates an option whose value is a string.
    public init(_ name: String, _ summary: String, default value: String) {
        (self.name, self.summary) = (name, summary)
        (defaultValue, allowed) = (.text(value), .text)
    }

    func converting(_ value: RuleOptionValue) -> RuleOptionValue? {
        switch (value, allowed) {
        case (.integer(let number), .integers(let range)): range.contains(number) ? value : nil
        case (.integer(let number), .numbers(let range)): range.contains(Double(number)) ? .number(Double(number)) : nil
        case (.number(let number), .numbers(let range)): range.contains(number) ? value : nil
        case (.text, .text): value
        default: nil
        }
    }

    package var expectation: String {
        switch allowed {
        case .integers(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .numbers(let range): "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .text: "text"
        }
    }
}

/// The value of a rule's option.
public enum RuleOptionValue: Hashable, Sendable, CustomStringConvertible {
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// A string.
    case text(String)

    /// The value in the form used in a configuration, safe to print: `3`, `0.5`, `"text"`.
    public var description: String {
        switch self {
        case .integer(let number): "\(number)"
        case .number(let number): number.shortest
        case .text(let text): JSONValue.string(text).text
        }
    }
}

/// The values of a rule's options.
public struct RuleOptions: Hashable, Sendable {
    private let values: [String: RuleOptionValue]

    /// Creates the default values, and applies valid replacements.
    package init(_ declared: [RuleOption], replacing replacements: [String: RuleOptionValue] = [:]) {
        let values = declared.map { ($0.name, replacements[$0.name].flatMap($0.converting) ?? $0.defaultValue) }
        self.values = Dictionary(values) { first, _ in first }
    }

    /// Returns the value of an option that the rule declares as a whole number.
    public func integer(_ name: String) -> Int {
        guard case .integer(let number) = values[name] else { undeclared(name) }
        return number
    }

    /// Returns the value of an option that the rule declares as a number.
    public func number(_ name: String) -> Double {
        guard case .number(let number) = values[name] else { undeclared(name) }
        return number
    }

    /// Returns the value of an option that the rule declares as a string.
    public func text(_ name: String) -> String {
        guard case .text(let text) = values[name] else { undeclared(name) }
        return text
    }

    private func undeclared(_ name: String) -> Never {
        preconditionFailure("the rule declares no option \(name) of this kind")
    }
}
