/// A key of one text in a list of texts.
package enum ManifestTextKey: String, CaseIterable, Sendable {
    /// What it says.
    case text
    /// The family of the font.
    case font
    /// How large the font is, in points.
    case size
    /// The colour of the letters.
    case color
    /// How lines lie beside one another.
    case alignment
    /// The colour of a line around the letters.
    case outline
    /// How far that line reaches, in points.
    case outlineWidth
    /// Where the text lies, as a content mode.
    case position
    /// How much it covers what is beneath, 0 to 1.
    case alpha
    /// How far from the edges it stays, in points.
    case inset
}

extension SequenceManifest {
    /// The most texts.
    public static let largestTextCount = 64
}

extension ManifestDecoder {
    /// A list of texts, or of mappings.
    mutating func texts(_ node: ManifestNode, _ path: String) -> [TextLabel]? {
        let items = list(
            node,
            path,
            allowsOne: true,
            expected: "a list of texts, or of the keys text, font, size and color"
        )
        guard items.count <= SequenceManifest.largestTextCount else {
            fault(
                node.position,
                path,
                "there are \(items.count) texts; the most are \(SequenceManifest.largestTextCount)"
            )
            return nil
        }
        let count = faults.count
        let labels = items.map { label($0.node, $0.path) }
        return faults.count == count ? labels : nil
    }

    private mutating func label(_ node: ManifestNode, _ path: String) -> TextLabel {
        guard case .mapping = node.content else {
            return checked(TextLabel(text(node, path) ?? ""), node, path)
        }
        guard let values = mapping(node, path, keys: ManifestTextKey.self) else { return TextLabel("") }
        guard let given = values[.text] else {
            fault(node.position, path, "the key text is missing: what it says")
            return TextLabel("")
        }
        var label = TextLabel(text(given, "\(path).text") ?? "")
        func take<Value>(
            _ key: ManifestTextKey,
            _ field: WritableKeyPath<TextLabel, Value>,
            _ read: (inout ManifestDecoder, ManifestNode, String) -> Value?
        ) {
            guard let value = values[key], let read = read(&self, value, "\(path).\(key.rawValue)") else { return }
            label[keyPath: field] = read
        }
        take(.font, \.font) { $0.text($1, $2, expected: "the family of a font, such as DejaVu Sans") }
        take(.size, \.size) { $0.number($1, $2, in: 1...TextLabel.largestSize) }
        take(.color, \.color, ManifestForm<Color>.color.read)
        take(.alignment, \.alignment) { $0.word($1, $2, TextLabel.Alignment.allCases.map { ($0.rawValue, $0) }) }
        take(.outline, \.outline) { ManifestForm<Color>.color.read(&$0, $1, $2) }
        take(.outlineWidth, \.outlineWidth) { $0.number($1, $2, in: 0...256) }
        take(.position, \.position) { $0.word($1, $2, ContentMode.allCases.map { ($0.name, $0) }) }
        take(.alpha, \.alpha) { $0.number($1, $2, in: 0...1) }
        take(.inset, \.inset) { $0.number($1, $2, in: 0...Overlay.largestInset) }
        return checked(label, given, "\(path).text")
    }

    /// The text of a view, which says itself where it lies.
    mutating func viewText(_ node: ManifestNode, _ path: String) -> TextLabel? {
        if case .mapping(let entries) = node.content {
            for key in [ManifestTextKey.position, .alpha, .inset] {
                guard let entry = entries.first(where: { $0.key == key.rawValue }) else { continue }
                fault(entry.position, "\(path).\(key.rawValue)", "the view says it for its text; remove this key")
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
            write: { .list($0.map(ManifestValue.init)) }
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
            write: { ManifestValue($0) }
        )
    }
}

extension ManifestValue {
    fileprivate init(_ label: TextLabel) {
        let plain = TextLabel(label.text)
        var fields = [Field("text", .text(label.text))]
        func add(_ key: ManifestTextKey, _ isOther: Bool, _ value: ManifestValue?) {
            if isOther, let value { fields.append(Field(key.rawValue, value)) }
        }
        add(.font, label.font != plain.font, .text(label.font))
        add(.size, label.size != plain.size, ManifestValue(label.size))
        add(.color, label.color != plain.color, .text(label.color.description))
        add(.alignment, label.alignment != plain.alignment, .text(label.alignment.rawValue))
        add(.outline, label.outline != nil, label.outline.map { .text($0.description) })
        add(.outlineWidth, label.outlineWidth != plain.outlineWidth, ManifestValue(label.outlineWidth))
        add(.position, label.position != plain.position, .text(label.position.name))
        add(.alpha, label.alpha != plain.alpha, ManifestValue(label.alpha))
        add(.inset, label.inset != plain.inset, ManifestValue(label.inset))
        self = fields.count == 1 ? fields[0].value : .flow(fields)
    }
}
