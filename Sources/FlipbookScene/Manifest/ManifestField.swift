import FlipbookCore

package typealias FieldPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// A key in a manifest's mapping: the code that reads and writes it, and its entry in the schema.
package struct ManifestField<Root: Sendable>: Sendable {
    package let key: String
    /// The valid values as members of a JSON Schema, without braces.
    package let schemaMembers: String
    let read: @Sendable (ManifestDecoder, inout Root) -> Void
    package let value: @Sendable (Root) -> ManifestValue?

    private init<Value: Sendable>(
        _ key: String,
        _ form: ManifestForm<Value>,
        read: @escaping @Sendable (ManifestDecoder, inout Root) -> Void,
        value: @escaping @Sendable (Root) -> ManifestValue? = { _ in nil }
    ) { (self.key, schemaMembers, self.read, self.value) = (key, form.schema, read, value) }

    init<Value: Sendable>(_ key: String, _ field: FieldPath<Root, Value?>, _ form: ManifestForm<Value>) {
        self.init(key, form, read: { $1[keyPath: field] = form.read($0) }) { $0[keyPath: field].flatMap(form.write) }
    }

    /// Creates a field with a default, which is not written. If `standard` is `nil`, the field is always written.
    init<Value: Equatable & Sendable>(
        _ key: String,
        _ field: FieldPath<Root, Value>,
        _ form: ManifestForm<Value>,
        default standard: Value?
    ) {
        self.init(key, form, read: { if let value = form.read($0) { $1[keyPath: field] = value } }) {
            $0[keyPath: field] == standard ? nil : form.write($0[keyPath: field])
        }
    }

    /// Creates a field that is validated but not stored.
    init<Value: Sendable>(checking key: String, _ form: ManifestForm<Value>) {
        self.init(key, form, read: { decoder, _ in _ = form.read(decoder) })
    }
}

extension ManifestDecoder {
    /// Reads the fields of a mapping into `root`. Returns the values by key, or `nil` if there is no mapping.
    func read<Root>(
        _ fields: [ManifestField<Root>],
        into root: inout Root,
        passingOver passedOver: [String] = [],
        example: String = "animationImages: walk.####.png"
    ) -> [String: ManifestDecoder]? {
        let values = mapping(names: fields.map(\.key), passingOver: passedOver, example: example)
        guard let values else { return nil }
        values.read(fields, into: &root)
        return values
    }
}

extension [String: ManifestDecoder] {
    func read<Root>(_ fields: [ManifestField<Root>], into root: inout Root) {
        // In the order of the fields, so that the same text always produces the same messages.
        for field in fields { if let value = self[field.key] { field.read(value, &root) } }
    }
}

extension ManifestValue {
    init<Root>(_ fields: [ManifestField<Root>], of root: Root) { self = .flow(Self.written(fields, of: root)) }

    static func written<Root>(_ fields: [ManifestField<Root>], of root: Root) -> [Field] {
        fields.compactMap { field in field.value(root).map { Field(field.key, $0) } }
    }

    /// The value of the only field, if it may be written without its key.
    var shortened: ManifestValue {
        if case .flow(let fields) = self, fields.count == 1 { fields[0].value } else { self }
    }
}
