extension ManifestRow {
    /// The members of a JSON Schema's `properties`, a line each: all keys, and behind them those that are passed over.
    package static var schemaProperties: String {
        let keys = all.map(\.schema)
        let passedOver = PassedOverManifestKey.allCases.map { key in
            #""\#(key.rawValue)": {"description": "Passed over with a note: \#(key.reason).", "deprecated": true}"#
        }
        return (keys + passedOver).joined(separator: ",\n")
    }

    /// The table of all keys for the documentation, in Markdown.
    package static var documentationTable: String {
        let rows = all.map { row in
            let standard = row.defaultValue.map { "`\($0.json())`" } ?? ""
            let option = row.option.map { "`--\($0.name)`" } ?? ""
            return "| `\(row.key.rawValue)` | \(row.words) | \(standard) | \(option) | \(row.summary) |"
        }
        return (["| Key | Values | Default | Option | Meaning |", "|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }
}
