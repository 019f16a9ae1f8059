import FlipbookCore

/// A key within a mapping of a manifest, such as a view, an overlay or a text: how it is read and written, and what the schema
/// says.
package struct ManifestField<Root: Sendable>: Sendable {
    /// The key.
    package let key: String
    /// The meaning, a sentence.
    private var summary = ""
    /// The allowed values, as members of a JSON Schema without braces.
    let schemaMembers: String
    let read: @Sendable (inout ManifestDecoder, ManifestNode, _ path: String, inout Root) -> Void
    let value: @Sendable (Root) -> ManifestValue?

    /// A field that is `nil` where the key is not there.
    init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<Root, Value?> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        (self.key, schemaMembers) = (key, form.schema)
        read = { $3[keyPath: field] = form.read(&$0, $1, $2) }
        value = { $0[keyPath: field].flatMap(form.write) }
    }

    /// A field that has a default, which is not written; `nil` for one that is always written.
    init<Value: Equatable & Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<Root, Value> & Sendable,
        _ form: ManifestForm<Value>,
        default standard: Value?
    ) {
        (self.key, schemaMembers) = (key, form.schema)
        read = { if let value = form.read(&$0, $1, $2) { $3[keyPath: field] = value } }
        value = { $0[keyPath: field] == standard ? nil : form.write($0[keyPath: field]) }
    }

    /// The same with what it means, a sentence.
    func meaning(_ summary: String) -> ManifestField { changing(self) { $0.summary = summary } }

    /// The line of a JSON Schema's `properties`, without a comma.
    var schema: String {
        "\(key.quotedForJSON()): {\(schemaMembers), \"description\": \(summary.quotedForJSON())}"
    }
}

extension ManifestDecoder {
    /// Reads the values of a mapping into what they are fields of.
    /// - Returns: The values by their keys, or `nil` without a mapping.
    mutating func read<Root>(
        _ fields: [ManifestField<Root>],
        of node: ManifestNode,
        _ path: String,
        into root: inout Root,
        example: String = "animationImages: walk.####.png"
    ) -> [String: ManifestNode]? {
        guard let values = mapping(node, path, names: fields.map(\.key), example: example) else { return nil }
        read(fields, from: values, path, into: &root)
        return values
    }

    /// Reads those of the values of a mapping that are fields.
    mutating func read<Root>(
        _ fields: [ManifestField<Root>],
        from values: [String: ManifestNode],
        _ path: String,
        into root: inout Root
    ) {
        for field in fields {
            // The path of a view within says where it is: `views[0].subviews[1].image`.
            if let value = values[field.key] { field.read(&self, value, "\(path).\(field.key)", &root) }
        }
    }
}

extension ManifestValue {
    /// The text of a value, its keys on one line.
    init<Root>(_ fields: [ManifestField<Root>], of root: Root) {
        self = .flow(Self.written(fields, of: root))
    }

    /// The keys and values of the fields that are set, in their order.
    static func written<Root>(_ fields: [ManifestField<Root>], of root: Root) -> [Field] {
        fields.compactMap { field in field.value(root).map { Field(field.key, $0) } }
    }

    /// The value of a single key that may stand alone; else the same.
    var shortened: ManifestValue {
        if case .flow(let fields) = self, fields.count == 1 { fields[0].value } else { self }
    }
}
