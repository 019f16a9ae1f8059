package import FlipbookCore

/// All that is known of a manifest's key: how it is read and written, which option of the
/// command sets the same, and what a schema and the documentation say.
///
/// A property of the sequence is a field of ``SequenceProperties`` and a row in ``all``, and one of the view a
/// ``ViewProperty``, of which its row is made; all code that reads, writes or explains properties goes through the rows.
package struct ManifestRow: Sendable {
    /// An option of the command that sets the same as a key.
    package struct Option: Hashable, Sendable {
        /// Its name without the dashes.
        package let name: String
        /// The name of the value in its help; `nil` for the option's own name, and for a flag.
        package let valueName: String?
        /// A line of help.
        package var help = ""
    }

    /// Reads, writes and explains the key.
    private(set) var base: ManifestField<SequenceManifest>
    /// The default as it is written, or `nil` if there is none.
    package private(set) var defaultValue: ManifestValue?
    /// The option that sets the same, or `nil` if there is none.
    package private(set) var option: Option?
    /// The field of the properties; `nil` for what else a manifest says.
    package private(set) var field: (any PartialKeyPath<SequenceProperties> & Sendable)?
    private var form: (any Sendable)?
    /// Sets the property to what the first properties say, where they do.
    private(set) var set: @Sendable (SequenceProperties, inout SequenceProperties) -> Void = { _, _ in }

    /// A property with a default.
    /// - Parameters:
    ///   - key: its key in a manifest.
    ///   - field: the field, with the dollar sign of its setting.
    ///   - defaultValue: the field itself.
    ///   - form: how its values are written.
    init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<SequenceProperties, Value?> & Sendable,
        default wrapped: any KeyPath<SequenceProperties, Value> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        self.init(key, field, form, defaultValue: form.write(SequenceProperties()[keyPath: wrapped]))
    }

    /// A property that has no default, or one that its summary tells.
    init<Value: Sendable>(
        _ key: String,
        _ field: any WritableKeyPath<SequenceProperties, Value?> & Sendable,
        _ form: ManifestForm<Value>,
        defaultValue: ManifestValue? = nil
    ) {
        self.init(ManifestField(key, \.[dynamicMember: field], form))
        (self.field, self.form, self.defaultValue) = (field, form, defaultValue)
        set = { if let value = $0[keyPath: field] { $1[keyPath: field] = value } }
    }

    init<Value: Sendable>(
        _ key: String,
        of field: any WritableKeyPath<SequenceManifest, Value?> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        self.init(ManifestField(key, field, form))
    }

    init<Value: Sendable>(checking key: String, _ form: ManifestForm<Value>) {
        self.init(ManifestField(checking: key, form))
    }

    private init(_ base: ManifestField<SequenceManifest>) { self.base = base }

    /// The same with what it means, a sentence or two.
    func meaning(_ summary: String) -> ManifestRow { changing(self) { $0.base = base.meaning(summary) } }

    /// The same with the option of the command that sets it; a flag's has no value.
    func option(_ name: String, _ valueName: String? = nil) -> ManifestRow {
        changing(self) { $0.option = Option(name: name, valueName: valueName) }
    }

    func help(_ help: String) -> ManifestRow { changing(self) { $0.option?.help = help } }

    package var key: ManifestKey { ManifestKey(name: base.key) }
    /// A value that is not the default, as YAML.
    package var example: String { base.example }

    /// The value under the key, as it is written, or `nil` if there is none.
    package func value(_ manifest: SequenceManifest) -> ManifestValue? { base.value(manifest) }

    /// The row of a property that an option sets, and what turns the option's text into a value, or `nil` if the type
    /// of the value knows that itself.
    package static func option<Value: Sendable>(
        for field: any WritableKeyPath<SequenceProperties, Value?> & Sendable
    ) -> (option: Option, parse: (@Sendable (String) throws -> Value)?) {
        guard let row = all.first(where: { $0.field as PartialKeyPath<SequenceProperties>? == field }),
            let option = row.option,
            let form = row.form as? ManifestForm<Value>
        else { preconditionFailure("the property has no option in its row") }
        return (option, form.parse)
    }

    /// The option that sets what `key` sets, or `nil` if `properties` leave it open, or where there is none.
    package static func option(setting key: ManifestKey, in properties: SequenceProperties) -> Option? {
        let manifest = changing(SequenceManifest()) { $0.properties = properties }
        return all.first { $0.key == key && $0.value(manifest) != nil }?.option
    }

    /// All rows, in the order in which a manifest is written.
    package static let all = contents + ManifestField.spoken.map(ManifestRow.init) + view + color + canvas
}
