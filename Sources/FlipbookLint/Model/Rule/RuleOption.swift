import FlipbookCore

/// A setting of a rule, such as a limit.
///
/// A rule declares its options in its ``RuleDescription/options`` and reads them in ``LintRule``:
///
///     options: [RuleOption("most", "How many frames a gap may have.", default: 0, in: 0...1_000_000)]
public struct RuleOption: Hashable, Sendable {
    /// Which values an option takes.
    package enum Allowed: Hashable, Sendable {
        /// Whole numbers in a range.
        case integers(ClosedRange<Int>)
        /// Numbers in a range.
        case numbers(ClosedRange<Double>)
        /// Any text.
        case text
        /// One of a few words.
        case word([String])
        /// `true` and `false`.
        case flag
        /// Lists of any texts.
        case texts
        /// Lists of some of a few words.
        case words([String])
    }

    /// The option's name: words in lower case, joined by hyphens.
    public let name: String
    /// What it means, a sentence.
    public let summary: String
    /// Its value by default.
    public let defaultValue: RuleOptionValue
    /// Which values it takes.
    package let allowed: Allowed

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
        self.init(name, summary, .text(value), words.isEmpty ? .text : .word(words))
    }

    /// A list of texts; of `words` only where there are any.
    public init(_ name: String, _ summary: String, default value: [String], among words: [String] = []) {
        self.init(name, summary, .list(value), words.isEmpty ? .texts : .words(words))
    }
}

extension RuleOption {
    /// Whether a value is of the option's kind and within its bounds.
    package func takes(_ value: RuleOptionValue) -> Bool {
        switch (value, allowed) {
        case (.integer(let number), .integers(let range)): range.contains(number)
        case (.number(let number), .numbers(let range)): range.contains(number)
        case (.text(let text), .word(let words)): words.contains { $0.utf8.elementsEqual(text.utf8) }
        case (.list(let texts), .words(let words)):
            texts.allSatisfy { text in words.contains { $0.utf8.elementsEqual(text.utf8) } }
        case (.text, .text), (.flag, .flag), (.list, .texts): true
        default: false
        }
    }

    /// The value as this option's kind: a whole number is a number too. `nil` where it is not taken.
    func converting(_ value: RuleOptionValue) -> RuleOptionValue? {
        var value = value
        if case (.integer(let number), .numbers) = (value, allowed) { value = .number(Double(number)) }
        return takes(value) ? value : nil
    }

    /// What the option takes, for a message: `a whole number from 0 to 10`.
    package var expectation: String {
        switch allowed {
        case .integers(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .numbers(let range): "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .text: "a text"
        case .word(let words): words.listed(by: "or")
        case .flag: "true or false"
        case .texts: "a list of texts"
        case .words(let words): "a list of some of \(words.listed(by: "and"))"
        }
    }
}
