import FlipbookCore

/// A value on its way into a manifest's text.
package enum ManifestValue: Hashable, Sendable {
    /// A number, `true` or `false`.
    case word(String)
    /// A text, in quotes where it needs them.
    case text(String)
    /// Values, one a line.
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

    /// Seconds, as a decimal where that is exact.
    init(_ time: RationalTime) {
        self = time.decimal.map { .word($0) } ?? .text("\(time.numerator)/\(time.denominator)")
    }

    init(_ scale: DisplayScale) {
        let text = scale.description
        self = text.contains("/") ? .text(text) : .word(text)
    }

    /// `nil` for what is no finite number, which JSON cannot say and no key takes.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self = .word(number.shortest)
    }

    /// Numbers under keys, or `nil` if one of them is not finite.
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

    /// The value as YAML, with what separates it from its key.
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

    /// The value where no line may end in it.
    private var onOneLine: ManifestValue { if case .list(let items) = self { .sequence(items) } else { self } }

    /// The text without quotes where YAML reads it back as the same text, else in quotes.
    private static func plainOrQuoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, first.isLetter || first == UInt8(ascii: "."),
            last != UInt8(ascii: ":"), ManifestNode.kind(of: text) == .text
        else { return text.quotedForJSON() }
        // A number sign begins a comment only behind a space, a space ends nothing but at the end.
        return bytes.allSatisfy { $0.isAlphanumeric || "._-/+#".utf8.contains($0) } ? text : text.quotedForJSON()
    }
}
