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
        /// What its help calls the value; `nil` for its name, and for a flag.
        package let valueName: String?
        /// A line of help.
        package var help = ""
    }

    /// The key.
    package let key: ManifestKey
    /// The meaning, a sentence or two.
    package private(set) var summary = ""
    /// The values that there are, in a few words.
    package let words: String
    /// The default as it is written, or `nil` if there is none.
    package let defaultValue: ManifestValue?
    /// The option that sets the same, or `nil` if there is none.
    package private(set) var option: Option?
    /// A value that is not the default, as YAML.
    package let example: String
    /// The field of the properties; `nil` for what else a manifest says.
    package let field: (any PartialKeyPath<SequenceProperties> & Sendable)?

    private let form: any Sendable
    private let schemaMembers: String
    /// Reads the value of the key into a manifest.
    let read: @Sendable (ManifestNode, inout ManifestDecoder, inout SequenceManifest) -> Void
    /// The value under the key, as it is written, or `nil` if there is none.
    package let value: @Sendable (SequenceManifest) -> ManifestValue?
    /// Sets the property to what the first properties say, where they do.
    let set: @Sendable (SequenceProperties, inout SequenceProperties) -> Void

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
        self.init(
            key,
            form,
            field: field,
            defaultValue: defaultValue,
            read: { $2.properties[keyPath: field] = form.read(&$1, $0, key) },
            value: { $0.properties[keyPath: field].flatMap(form.write) },
            set: { if let value = $0[keyPath: field] { $1[keyPath: field] = value } }
        )
    }

    /// What else a manifest says.
    init<Value: Sendable>(
        _ key: String,
        of field: any WritableKeyPath<SequenceManifest, Value?> & Sendable,
        _ form: ManifestForm<Value>
    ) {
        self.init(
            key,
            form,
            read: { $2[keyPath: field] = form.read(&$1, $0, key) },
            value: { $0[keyPath: field].flatMap(form.write) }
        )
    }

    /// What is checked and not kept.
    init<Value: Sendable>(checking key: String, _ form: ManifestForm<Value>) {
        self.init(key, form, read: { node, decoder, _ in _ = form.read(&decoder, node, key) })
    }

    private init<Value: Sendable>(
        _ key: String,
        _ form: ManifestForm<Value>,
        field: (any PartialKeyPath<SequenceProperties> & Sendable)? = nil,
        defaultValue: ManifestValue? = nil,
        read: @escaping @Sendable (ManifestNode, inout ManifestDecoder, inout SequenceManifest) -> Void,
        value: @escaping @Sendable (SequenceManifest) -> ManifestValue? = { _ in nil },
        set: @escaping @Sendable (SequenceProperties, inout SequenceProperties) -> Void = { _, _ in }
    ) {
        self.key = ManifestKey(name: key)
        (self.form, schemaMembers, words, example) = (form, form.schema, form.words, form.example)
        (self.field, self.defaultValue, self.read, self.value, self.set) = (field, defaultValue, read, value, set)
    }

    /// The same with what it means, a sentence or two.
    func meaning(_ summary: String) -> ManifestRow { changing(self) { $0.summary = summary } }

    /// The same with the option of the command that sets it; a flag's has no value.
    func option(_ name: String, _ valueName: String? = nil) -> ManifestRow {
        changing(self) { $0.option = Option(name: name, valueName: valueName) }
    }

    /// The same with the option's help.
    func help(_ help: String) -> ManifestRow { changing(self) { $0.option?.help = help } }

    /// The line of a JSON Schema's `properties`, without a comma.
    package var schema: String {
        let standard = defaultValue.map { #", "default": \#($0.json())"# } ?? ""
        let members = schemaMembers + standard + #", "description": \#(summary.quotedForJSON())"#
        return "\(key.rawValue.quotedForJSON()): {\(members)}"
    }

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
        var manifest = SequenceManifest()
        manifest.properties = properties
        return all.first { $0.key == key && $0.value(manifest) != nil }?.option
    }

    /// All rows, in the order in which a manifest is written.
    package static let all = contents + accessibility + view + color + canvas
}
