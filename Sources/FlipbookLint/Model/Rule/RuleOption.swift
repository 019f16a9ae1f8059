import FlipbookCore

/// A setting of a rule, such as a limit.
///
/// A rule declares its options in its ``RuleDescription/options`` and reads them in ``LintRule``:
///
///     options: [RuleOption("most", "How many frames a gap may have.", default: 0, in: 0...1_000_000)]
public struct RuleOption: Hashable, Sendable {
    /// The values that an option takes.
    enum Allowed: Hashable, Sendable {
        /// Whole numbers in a range.
        case integers(ClosedRange<Int>)
        /// Numbers in a range.
        case numbers(ClosedRange<Double>)
        /// One of a few words, or any text if there are none.
        case text([String])
        /// `true` and `false`.
        case flag
        /// Lists of some of a few words, or of any texts if there are none.
        case list([String])
    }

    /// The option's name: words in lower case, joined by hyphens.
    public let name: String
    /// The meaning, a sentence.
    public let summary: String
    /// Its value by default.
    public let defaultValue: RuleOptionValue
    /// The values that it takes.
    let allowed: Allowed

    private init(_ name: String, _ summary: String, _ value: RuleOptionValue, _ allowed: Allowed) {
        self.name = name
        self.summary = summary
        defaultValue = value
        self.allowed = allowed
        precondition(takes(value), "the default of the option \(name) is not allowed")
    }

    /// A whole number.
    public init(_ name: String, _ summary: String, default value: Int, in range: ClosedRange<Int>) {
        self.init(name, summary, .integer(value), .integers(range))
    }

    /// A number that need not be whole.
    public init(_ name: String, _ summary: String, default value: Double, in range: ClosedRange<Double>) {
        self.init(name, summary, .number(value), .numbers(range))
    }

    /// Yes or no.
    public init(_ name: String, _ summary: String, default value: Bool) {
        self.init(name, summary, .flag(value), .flag)
    }

    /// A text; one of `words` where there are any.
    public init(_ name: String, _ summary: String, default value: String, oneOf words: [String] = []) {
        self.init(name, summary, .text(value), .text(words))
    }

    /// A list of texts; of `words` only where there are any.
    public init(_ name: String, _ summary: String, default value: [String], among words: [String] = []) {
        self.init(name, summary, .list(value), .list(words))
    }

    /// Returns `true` for a value of the option's kind and within its bounds.
    func takes(_ value: RuleOptionValue) -> Bool {
        switch (value, allowed) {
        case (.integer(let number), .integers(let range)): range.contains(number)
        case (.number(let number), .numbers(let range)): range.contains(number)
        case (.text(let text), .text(let words)): words.isEmpty || words.contains { $0.utf8.elementsEqual(text.utf8) }
        case (.list(let texts), .list(let words)):
            words.isEmpty || texts.allSatisfy { text in words.contains { $0.utf8.elementsEqual(text.utf8) } }
        case (.flag, .flag): true
        default: false
        }
    }

    /// The value as this option's kind, a whole number being a number too, or `nil` if it is not taken.
    func converting(_ value: RuleOptionValue) -> RuleOptionValue? {
        var value = value
        if case (.integer(let number), .numbers) = (value, allowed) { value = .number(Double(number)) }
        return takes(value) ? value : nil
    }

    /// The values that the option takes, for a message: `a whole number from 0 to 10`.
    package var expectation: String {
        switch allowed {
        case .integers(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .numbers(let range): "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .text(let words): words.isEmpty ? "a text" : words.listed(by: "or")
        case .flag: "true or false"
        case .list(let words): words.isEmpty ? "a list of texts" : "a list of some of \(words.listed(by: "and"))"
        }
    }
}
