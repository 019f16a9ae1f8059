/// Sentences that describe a fault and its remedy. Settings and remedies in these sentences are values.
///
/// Interpolate settings and remedies so that a front end can name them in its own words:
///
/// ```swift
/// let explanation: Explanation = "walk: 7 is missing. Accept the gap with \(remedy: .accept(.missing))."
/// print(explanation.text(naming: { "--\($0)" }, offering: { "\($0)" }))
/// ```
public struct Explanation: Hashable, Sendable, CustomStringConvertible, Codable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Hashable {
        case text(String)
        case setting(Setting)
        case remedy(Remedy)
    }

    private var parts: [Part]

    /// Creates an explanation without remedies.
    public init(_ text: some StringProtocol) { parts = [.text(String(text))] }

    package var isEmpty: Bool { description.isEmpty }
    /// The remedies, in the order of the sentences.
    public var remedies: [Remedy] { parts.compactMap { if case .remedy(let remedy) = $0 { remedy } else { nil } } }

    /// The sentences before the first sentence with a remedy, and the remaining ones. `nil` if no sentence precedes the remedy.
    package var factAndAdvice: (fact: String, advice: Explanation)? {
        guard let place = parts.firstIndex(where: { if case .remedy = $0 { true } else { false } }), place > 0,
            case .text(let words) = parts[place - 1], let end = words.ranges(of: ". ").last
        else { return nil }
        var (fact, advice) = (self, self)
        fact.parts = Array(parts[..<(place - 1)]) + [.text("\(words[..<end.lowerBound]).")]
        advice.parts = [.text(String(words[end.upperBound...]))] + parts[place...]
        return (fact.description, advice)
    }

    /// Returns the sentences in a front end's words.
    /// - Parameter remedy: A closure that returns the words for a remedy, for use in a sentence.
    public func text(naming setting: (Setting) -> String, offering remedy: (Remedy) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let words): text += words
            case .setting(let value): text += setting(value)
            case .remedy(let value): text += remedy(value)
            }
        }
    }

    /// The sentences in the library's words.
    public var description: String { text(naming: \.description, offering: \.description) }

    /// Decodes sentences. Their settings and remedies become plain words.
    public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

    /// Encodes the sentences in the library's words.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// Creates an explanation without remedies.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates an explanation from interpolated sentences.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The builder of an interpolated explanation.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Creates an empty builder.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends words.
        public mutating func appendLiteral(_ literal: String) { parts.append(text: literal) }

        /// Appends a value's description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(text: value.description)
        }

        /// Appends another explanation with its remedies.
        public mutating func appendInterpolation(_ explanation: Explanation) { parts.append(explanation.parts) }

        /// Appends an error's explanation with its remedies.
        public mutating func appendInterpolation(_ error: some ExplainedError) { parts.append(error.explanation.parts) }

        /// Appends the name of a setting.
        public mutating func appendInterpolation(setting: Setting) { parts.append(.setting(setting)) }

        /// Appends a remedy.
        public mutating func appendInterpolation(remedy: Remedy) { parts.append(.remedy(remedy)) }
    }

    /// Returns the explanation without the given words at its start.
    package func withoutPrefix(_ words: String) -> Explanation {
        guard case .text(let text)? = parts.first, text.hasPrefix(words) else { return self }
        return changing(self) { $0.parts[0] = .text(String(text.dropFirst(words.count))) }
    }

    /// Joins two explanations.
    public static func + (first: Explanation, second: Explanation) -> Explanation {
        var whole = first
        whole.parts.append(second.parts)
        return whole
    }
}

extension [Explanation.Part] {
    /// Appends words. If the last part is text, extends it, so that explanations with the same sentences are equal.
    fileprivate mutating func append(text: String) {
        guard !text.isEmpty else { return }
        if case .text(let words)? = last { self[count - 1] = .text(words + text) } else { append(.text(text)) }
    }

    fileprivate mutating func append(_ parts: Self) {
        for part in parts { if case .text(let words) = part { append(text: words) } else { append(part) } }
    }
}

extension [Explanation] {
    package func joined(separator: String) -> Explanation {
        guard let first else { return Explanation("") }
        return dropFirst().reduce(first) { $0 + Explanation(separator) + $1 }
    }
}
