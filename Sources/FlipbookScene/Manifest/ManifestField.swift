import FlipbookCore

/// A key of a mapping in a manifest, of the whole or of a view, an overlay or a text: how it is read and written, and what
/// the schema says.
package struct ManifestField<Root: Sendable>: Sendable {
    package let key: String
    /// The meaning, a sentence or two.
    private(set) var summary = ""
    /// The values that there are: the members of a JSON Schema, without braces; a few words; and one that is not the default.
    let (schemaMembers, words, example): (String, String, String)
    let read: @Sendable (ManifestDecoder, inout Root) -> Void
    let value: @Sendable (Root) -> ManifestValue?

    private init<Value: Sendable>(
        _ key: String,
        _ form: ManifestForm<Value>,
        read: @escaping @Sendable (ManifestDecoder, inout Root) -> Void,
        value: @escaping @Sendable (Root) -> ManifestValue? = { _ in nil }
    ) {
        (schemaMembers, words, example) = (form.schema, form.words, form.example)
        (self.key, self.read, self.value) = (key, read, value)
    }

    /// A field that is `nil` where the key is not there.
    init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<Root, Value?> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        self.init(
            key,
            form,
            read: { $1[keyPath: field] = form.read($0) },
            value: { $0[keyPath: field].flatMap(form.write) }
        )
    }

    /// A field that has a default, which is not written; `nil` for one that is always written.
    init<Value: Equatable & Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<Root, Value> & Sendable,
        _ form: ManifestForm<Value>,
        default standard: Value?
    ) {
        self.init(
            key,
            form,
            read: { if let value = form.read($0) { $1[keyPath: field] = value } },
            value: { $0[keyPath: field] == standard ? nil : form.write($0[keyPath: field]) }
        )
    }

    /// A field that is checked and not kept.
    init<Value: Sendable>(checking key: String, _ form: ManifestForm<Value>) {
        self.init(key, form, read: { decoder, _ in _ = form.read(decoder) })
    }

    /// The same with what it means, a sentence or two.
    func meaning(_ summary: String) -> ManifestField { changing(self) { $0.summary = summary } }

    /// The line of a JSON Schema's `properties`, without a comma.
    func schema(default standard: ManifestValue? = nil) -> String {
        let members = [schemaMembers, standard.map { #""default": \#($0.json())"# } ?? ""].filter { !$0.isEmpty }
        let all = members + [#""description": \#(summary.quotedForJSON())"#]
        return "\(key.quotedForJSON()): {\(all.joined(separator: ", "))}"
    }
}

extension ManifestDecoder {
    /// Reads the values of a mapping into what they are fields of.
    /// - Returns: The values by their keys, or `nil` without a mapping.
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
    /// Reads those of the values that are fields.
    func read<Root>(_ fields: [ManifestField<Root>], into root: inout Root) {
        // In the order of the fields, so that the same text always gives the same messages.
        for field in fields { if let value = self[field.key] { field.read(value, &root) } }
    }
}

extension ManifestValue {
    /// The text of a value, its keys on one line.
    init<Root>(_ fields: [ManifestField<Root>], of root: Root) { self = .flow(Self.written(fields, of: root)) }

    /// The keys and values of the fields that are set, in their order.
    static func written<Root>(_ fields: [ManifestField<Root>], of root: Root) -> [Field] {
        fields.compactMap { field in field.value(root).map { Field(field.key, $0) } }
    }

    /// The value of a single key that may stand alone; else the same.
    var shortened: ManifestValue {
        if case .flow(let fields) = self, fields.count == 1 { fields[0].value } else { self }
    }
}
