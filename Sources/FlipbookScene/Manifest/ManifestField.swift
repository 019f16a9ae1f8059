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

    /// Creates a field with a default. A value equal to the default is not written. If `standard` is `nil`, the field is always
    /// written.
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

extension [String: ManifestDecoder] {
    func read<Root>(_ fields: [ManifestField<Root>], into root: inout Root) {
        // Fields are read in a fixed order, so that the same text always produces the same messages.
        for field in fields { if let value = self[field.key] { field.read(value, &root) } }
    }

    func transition() -> Transition? {
        guard let name = self["transition"]?.word(of: TransitionName.allCases) else { return nil }
        let holders = [
            ("direction", name.hasDirection, "wipe, push and slide have"), ("color", name == .dip, "only dip has"),
        ]
        for (key, isHolder, holder) in holders where !isHolder {
            guard let value = self[key] else { continue }
            return value.refuse("a \(name.rawValue) has no \(key); \(holder) one. Remove the key.")
        }
        let direction = self["direction"].map { $0.word(of: Transition.Direction.allCases) } ?? .left
        let color = self["color"].map { ManifestForm<Color>.color.read($0) } ?? .black
        guard let direction, let color else { return nil }
        return name.transition(direction, color)
    }

    func isTemplate() -> Bool? { self["template-rendering-intent"]?.word([("template", true), ("original", false)]) }
}
