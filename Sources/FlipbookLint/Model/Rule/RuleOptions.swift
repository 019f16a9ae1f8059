public import FlipbookCore

/// The settings of one rule: a value for each option that it declares.
///
/// A rule's maker checks the values once, here; the rule reads them without asking again.
public struct RuleOptions: Hashable, Sendable {
    private let values: [String: RuleOptionValue]

    /// The defaults of the options.
    package init(_ declared: [RuleOption]) {
        values = Dictionary(declared.map { ($0.name, $0.defaultValue) }) { first, _ in first }
    }

    /// The defaults of the options, some of them replaced.
    /// - Throws: ``RuleOptionError`` for a value that no option has or that its option does not take.
    package init(_ declared: [RuleOption], replacing replacements: [String: RuleOptionValue]) throws(RuleOptionError) {
        var values = RuleOptions(declared).values
        for (name, value) in replacements.sorted(by: { $0.key < $1.key }) {
            guard let option = declared.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw .unknown(name, among: declared.map(\.name))
            }
            guard let converted = option.converting(value) else { throw .value(value, of: option) }
            values[option.name] = converted
        }
        self.values = values
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

    /// A flag that the rule declares by this name.
    public func flag(_ name: String) -> Bool {
        guard case .flag(let flag) = values[name] else { undeclared(name) }
        return flag
    }

    /// Texts that the rule declares by this name.
    public func list(_ name: String) -> [String] {
        guard case .list(let texts) = values[name] else { undeclared(name) }
        return texts
    }

    private func undeclared(_ name: String) -> Never {
        preconditionFailure("the rule declares no option \(name) of this kind")
    }
}

/// The reason why a rule cannot be set as asked.
public enum RuleOptionError: ExplainedError, Hashable {
    /// The rule has no such option; those that it has are given.
    case unknown(String, among: [String])
    /// The option does not take the value.
    case value(RuleOptionValue, of: RuleOption)
    /// Values that do not go together; the sentence says why. For rules to throw.
    case conflict(String)

    /// `rule.option`.
    public var code: ErrorCode { "rule.option" }

    /// The fault and what to write, safe to print.
    public var explanation: Explanation {
        switch self {
        case .unknown(let name, let names):
            "there is no option '\(name.escapingControlCharacters)'; "
                + (names.isEmpty ? "this rule has none" : "this rule's options are \(names.listed(by: "and"))")
        case .value(let value, let option):
            "\(option.name): expected \(option.expectation), found \(value)"
        case .conflict(let sentence):
            Explanation(sentence)
        }
    }
}
