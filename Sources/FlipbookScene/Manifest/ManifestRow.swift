package import FlipbookCore

/// A manifest key: the code that reads and writes it, its option in the command, and its schema. A property of the sequence is
/// a field of ``SequenceProperties`` with a row in ``all``. A ``ViewProperty`` creates its own row.
package struct ManifestRow: Sendable {
    package struct Option: Hashable, Sendable {
        package let name: String
        /// The name of the value in the help. If `nil`, the option's own name is used, or the option is a flag.
        package let valueName: String?
        package var help = ""
    }

    package private(set) var base: ManifestField<SequenceManifest>
    package private(set) var defaultValue: ManifestValue?
    package private(set) var option: Option?
    /// The field of the properties, or `nil` for other parts of a manifest.
    package private(set) var field: (any PartialKeyPath<SequenceProperties> & Sendable)?
    private var form: (any Sendable)?
    /// Copies the property from the first value to the second if the property is set in the first.
    private(set) var set: @Sendable (SequenceProperties, inout SequenceProperties) -> Void = { _, _ in }

    /// Creates a property with a default. `field` is the value that was set, such as `$alpha`. `wrapped` is the value with
    /// the default applied, such as `alpha`.
    init<Value: Sendable>(
        _ key: String,
        _ field: FieldPath<SequenceProperties, Value?>,
        default wrapped: any KeyPath<SequenceProperties, Value> & Sendable,
        _ form: ManifestForm<Value>
    ) { self.init(key, field, form, defaultValue: form.write(SequenceProperties()[keyPath: wrapped])) }

    /// Creates a property without a default, or with a default that only the schema mentions.
    init<Value: Sendable>(
        _ key: String,
        _ field: FieldPath<SequenceProperties, Value?>,
        _ form: ManifestForm<Value>,
        defaultValue: ManifestValue? = nil
    ) {
        self.init(ManifestField(key, \.[dynamicMember: field], form))
        (self.field, self.form, self.defaultValue) = (field, form, defaultValue)
        set = { if let value = $0[keyPath: field] { $1[keyPath: field] = value } }
    }

    init(_ base: ManifestField<SequenceManifest>) { self.base = base }

    func option(_ name: String, _ valueName: String? = nil) -> ManifestRow {
        changing(self) { $0.option = Option(name: name, valueName: valueName) }
    }

    func help(_ help: String) -> ManifestRow { changing(self) { $0.option?.help = help } }

    package var key: ManifestKey { ManifestKey(name: base.key) }
    package func value(_ manifest: SequenceManifest) -> ManifestValue? { base.value(manifest) }

    /// The option for a property, and its parser. The parser is `nil` if the value's type provides one.
    package static func option<Value: Sendable>(
        for field: FieldPath<SequenceProperties, Value?>
    ) -> (option: Option, parse: (@Sendable (String) throws -> Value)?) {
        guard let row = all.first(where: { $0.field as PartialKeyPath<SequenceProperties>? == field }),
            let option = row.option,
            let form = row.form as? ManifestForm<Value>
        else { preconditionFailure("the property has no option in its row") }
        return (option, form.parse)
    }

    /// The option for a key that is set in `properties`, or `nil` if the key is unset or has no option.
    package static func option(setting key: ManifestKey, in properties: SequenceProperties) -> Option? {
        let manifest = changing(SequenceManifest()) { $0.properties = properties }
        return all.first { $0.key == key && $0.value(manifest) != nil }?.option
    }

    package static let all = contents + ManifestField.spoken.map(ManifestRow.init) + view + color + canvas
}
