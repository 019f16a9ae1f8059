import FlipbookCore

package enum ManifestValue: Hashable, Sendable {
    /// A number, `true` or `false`.
    case word(String)
    /// A text, in quotes if necessary.
    case text(String)
    /// Values, one per line.
    case list([ManifestValue])
    /// Values on one line.
    case sequence([ManifestValue])
    /// Keys and values on one line.
    case flow([Field])

    package struct Field: Hashable, Sendable {
        package let key: String
        package let value: ManifestValue

        package init(_ key: String, _ value: ManifestValue) { (self.key, self.value) = (key, value) }
    }

    /// Seconds, as an exact decimal if possible.
    init(_ time: RationalTime) {
        self = time.decimal.map { .word($0) } ?? .text("\(time.numerator)/\(time.denominator)")
    }

    init(_ scale: DisplayScale) {
        let text = scale.description
        self = text.contains("/") ? .text(text) : .word(text)
    }

    /// A number, or `nil` if it is not finite, since JSON cannot express that.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self = .word(number.shortest)
    }

    /// Numbers by key, or `nil` if one of them is not finite.
    init?(_ keys: [String], _ numbers: [Double]) {
        let fields = zip(keys, numbers).compactMap { key, number in ManifestValue(number).map { Field(key, $0) } }
        guard fields.count == numbers.count else { return nil }
        self = .flow(fields)
    }

    package func json(indent: String = "") -> String {
        switch self {
        case .word(let word): return word
        case .text(let text): return text.quotedForJSON()
        case .list(let items):
            let lines = items.map { "\(indent)  \($0.json(indent: indent + "  "))" }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .sequence(let items): return "[" + items.map { $0.json(indent: indent) }.joined(separator: ", ") + "]"
        case .flow(let fields):
            return "{"
                + fields.map { "\($0.key.quotedForJSON()): \($0.value.json(indent: indent))" }.joined(separator: ", ")
                + "}"
        }
    }

    /// The value as YAML, including the separator from its key.
    package func yaml(indent: String = "") -> String {
        switch self {
        case .word(let word): return " \(word)"
        case .text(let text): return " \(Self.plainOrQuoted(text))"
        case .list(let items): return items.map { "\n\(indent)  -\($0.yaml(indent: indent + "  "))" }.joined()
        case .sequence(let items):
            return " [" + items.map { String($0.onOneLine.yaml().dropFirst()) }.joined(separator: ", ") + "]"
        case .flow(let fields):
            return " {" + fields.map { "\($0.key):\($0.value.onOneLine.yaml())" }.joined(separator: ", ") + "}"
        }
    }

    private var onOneLine: ManifestValue { if case .list(let items) = self { .sequence(items) } else { self } }

    /// The text without quotes if YAML reads it back as the same text, otherwise in quotes.
    private static func plainOrQuoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, first.isLetter || first == UInt8(ascii: "."),
            last != UInt8(ascii: ":"), ManifestNode.kind(of: text) == .text
        else { return text.quotedForJSON() }
        // A number sign begins a comment only after a space.
        return bytes.allSatisfy { $0.isAlphanumeric || "._-/+#".utf8.contains($0) } ? text : text.quotedForJSON()
    }
}
