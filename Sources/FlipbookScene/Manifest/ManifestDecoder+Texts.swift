import FlipbookCore

extension TextLabel {
    /// The keys of a text, in the order in which it is written.
    static let fields: [ManifestField<TextLabel>] = [
        .init("text", \.text, .text, default: nil),
        .init("font", \.font, .text(expected: "the family of a font, such as DejaVu Sans"), default: plain.font),
        .init("size", \.size, .number(1...largestSize, noun: "a size"), default: plain.size),
        .init("color", \.color, .color, default: plain.color),
        .init("alignment", \.alignment, .word(\.rawValue, noun: "an alignment"), default: plain.alignment),
        .init("outline", \.outline, .color),
        .init("outlineWidth", \.outlineWidth, .number(0...256, noun: "a width"), default: plain.outlineWidth),
        .init("position", \.position, .contentMode, default: plain.position),
        .init("alpha", \.alpha, .alpha, default: plain.alpha), .init("inset", \.inset, .inset, default: plain.inset),
    ]
    private static let plain = TextLabel("")
}

extension SequenceManifest {
    /// The most texts.
    public static let largestTextCount = 64
}

extension ManifestDecoder {
    /// A list of texts, or of mappings.
    mutating func texts(_ node: ManifestNode, _ path: String) -> [TextLabel]? {
        let expected = "a list of texts, or of the keys text, font, size and color"
        let most = SequenceManifest.largestTextCount
        let items = items(node, path, atMost: most, "texts", allowsOne: true, expected: expected)
        let count = faults.count
        let labels = items?.map { label($0.node, $0.path) }
        return faults.count == count ? labels : nil
    }

    private mutating func label(_ node: ManifestNode, _ path: String) -> TextLabel {
        guard case .mapping = node.content else {
            return checked(TextLabel(text(node, path) ?? ""), node, path)
        }
        var label = TextLabel("")
        guard let values = read(TextLabel.fields, of: node, path, into: &label) else { return label }
        guard let given = values["text"] else {
            fault(node.position, path, "the key text is missing: what it says")
            return label
        }
        return checked(label, given, "\(path).text")
    }

    /// The text of a view, which says itself where it lies.
    mutating func viewText(_ node: ManifestNode, _ path: String) -> TextLabel? {
        if case .mapping(let entries) = node.content {
            for key in ["position", "alpha", "inset"] {
                guard let entry = entries.first(where: { $0.key == key }) else { continue }
                fault(entry.position, "\(path).\(key)", "the view says it for its text; remove this key")
                return nil
            }
        }
        let count = faults.count
        let label = label(node, path)
        guard faults.count == count else { return nil }
        guard label.plainText != nil else {
            fault(node.position, path, "the text of a view has no fields; under the key texts, a text has them")
            return nil
        }
        return label
    }

    /// A label whose fields all are ones.
    private mutating func checked(_ label: TextLabel, _ node: ManifestNode, _ path: String) -> TextLabel {
        do throws(TextLabel.UnknownField) { _ = try label.pieces() } catch {
            let names = TextLabel.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            let name = error.name.prefix(40).description.escapingControlCharacters
            fault(node.position, path, "there is no field {\(name)}; there are \(names), and {{ is a brace")
        }
        return label
    }
}

extension ManifestForm where Value == [TextLabel] {
    /// A list of texts.
    static var texts: Self {
        .init(
            schema: #""type": "array", "maxItems": \#(SequenceManifest.largestTextCount), "#
                + ##""items": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/text"}]}"##,
            words: "a list of texts",
            example: "[Walk]",
            read: { $0.texts($1, $2) },
            write: { .list($0.map { ManifestValue(TextLabel.fields, of: $0).shortened }) }
        )
    }
}

extension ManifestForm where Value == TextLabel {
    /// A text, or a text with its font and colour.
    static var viewText: Self {
        .init(
            schema: ##""oneOf": [{"type": "string"}, {"$ref": "#/$defs/text"}]"##,
            words: "a text, or the keys text, font, size, color, alignment and outline",
            example: "Walk",
            read: { $0.viewText($1, $2) },
            write: { ManifestValue(TextLabel.fields, of: $0).shortened }
        )
    }
}
