/// The fault and the remedy, in sentences whose settings and remedies are values.
///
/// Written as a text with them in it, so that a front end can name them as its users do:
///
/// ```swift
/// let explanation: Explanation = "walk: 7 is missing. Accept the gap with \(remedy: .accept(.missing))."
/// print(explanation.text(naming: { "--\($0)" }, offering: { "\($0)" }))
/// ```
public struct Explanation: Hashable, Sendable {
    fileprivate enum Part: Hashable {
        case text(String)
        case setting(Setting)
        case remedy(Remedy)
    }

    private var parts: [Part]

    /// Sentences without a remedy.
    public init(_ text: some StringProtocol) { parts = [.text(String(text))] }

    package var isEmpty: Bool { description.isEmpty }

    /// The ways out that a caller has, in the order of the sentences.
    public var remedies: [Remedy] { parts.compactMap { if case .remedy(let remedy) = $0 { remedy } else { nil } } }

    /// The sentences before the one that offers the first remedy, and the rest, or `nil` if there are none before it.
    package var factAndAdvice: (fact: String, advice: Explanation)? {
        guard let place = parts.firstIndex(where: { if case .remedy = $0 { true } else { false } }), place > 0,
            case .text(let words) = parts[place - 1], let end = words.ranges(of: ". ").last
        else { return nil }
        var (fact, advice) = (self, self)
        fact.parts = Array(parts[..<(place - 1)]) + [.text("\(words[..<end.lowerBound]).")]
        advice.parts = [.text(String(words[end.upperBound...]))] + parts[place...]
        return (fact.description, advice)
    }

    /// The sentences in a front end's words.
    ///
    /// - Parameters:
    ///   - setting: What a setting is called.
    ///   - remedy: What a remedy is called; it stands in the sentence.
    public func text(naming setting: (Setting) -> String, offering remedy: (Remedy) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let words): text += words
            case .setting(let value): text += setting(value)
            case .remedy(let value): text += remedy(value)
            }
        }
    }
}

extension [Explanation.Part] {
    /// Adds words, to those at the end: two explanations are equal where their sentences are.
    fileprivate mutating func append(text: String) {
        guard !text.isEmpty else { return }
        if case .text(let words)? = last { self[count - 1] = .text(words + text) } else { append(.text(text)) }
    }

    fileprivate mutating func append(_ parts: Self) {
        for part in parts {
            if case .text(let words) = part { append(text: words) } else { append(part) }
        }
    }
}

extension Explanation: CustomStringConvertible, Codable {
    /// The sentences in the library's own words.
    public var description: String { text(naming: \.description, offering: \.description) }

    /// Reads sentences; their settings and remedies are words then.
    public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

    /// Writes the sentences in the library's own words.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Explanation: ExpressibleByStringInterpolation {
    /// Sentences without a remedy.
    public init(stringLiteral value: String) { self.init(value) }

    /// Sentences with what was put into them.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The parts of an explanation while it is written.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Without parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ literal: String) { parts.append(text: literal) }

        /// Adds a value's description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(text: value.description)
        }

        /// Adds another explanation with its remedies.
        public mutating func appendInterpolation(_ explanation: Explanation) { parts.append(explanation.parts) }

        /// Adds an error's explanation with its remedies.
        public mutating func appendInterpolation(_ error: some ExplainedError) { parts.append(error.explanation.parts) }

        /// Adds a setting by its name.
        public mutating func appendInterpolation(setting: Setting) { parts.append(.setting(setting)) }

        /// Adds a remedy.
        public mutating func appendInterpolation(remedy: Remedy) { parts.append(.remedy(remedy)) }
    }

    /// One explanation after the other.
    public static func + (first: Explanation, second: Explanation) -> Explanation {
        var whole = first
        whole.parts.append(second.parts)
        return whole
    }
}

extension [Explanation] {
    package func joined(separator: String) -> Explanation {
        guard let first else { return Explanation("") }
        return dropFirst().reduce(first) { $0 + Explanation(separator) + $1 }
    }
}
