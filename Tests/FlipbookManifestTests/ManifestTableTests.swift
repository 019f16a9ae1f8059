import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// The rows of ``ManifestRow``, beside everything that has to agree with them.
///
/// The descriptions are those of the schema. With `FLIPBOOK_RECORD_KEYS` in the environment, the schema and the documentation
/// are written instead of compared.
@Suite("The table of a manifest's keys")
struct ManifestTableTests {
    private static let isRecording = ProcessInfo.processInfo.environment["FLIPBOOK_RECORD_KEYS"] != nil

    /// The manifest that says nothing but the example of a row.
    private func example(of row: ManifestRow) throws -> SequenceManifest {
        let key = row.key.rawValue
        let still = key == "image" || key == "animationImages" ? "" : "image: a.png\n"
        let text = still + "\(key == "$schema" ? "\"$schema\"" : key): \(row.example)\n"
        return try ManifestFile(Array(text.utf8), of: FilePath("w.yaml"), as: .yaml).manifest
    }

    /// The fields of the properties and what they are, by their names.
    private func fields(_ properties: SequenceProperties) -> [String: String] {
        let fields = [Mirror(reflecting: properties), Mirror(reflecting: properties.view)].flatMap(\.children)
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.label ?? "", "\($0.value)") })
            // A sequence that is hidden is not shown at all: views alone have this one.
            .filter { $0.key != "view" && $0.key != "_isHidden" }
    }

    @Test("every property has one row, which reads and writes it and no other")
    func properties() throws {
        let empty = fields(SequenceProperties())
        var seen: [String] = []
        for row in ManifestRow.all where row.field != nil {
            let found = fields(try example(of: row).properties)
            let changed = found.keys.filter { found[$0] != empty[$0] }
            expectEqual(changed.count, 1, "\(row.key.rawValue): \(changed)")
            seen += changed
        }
        expectEqual(seen.sorted(), empty.keys.sorted())
    }

    @Test("every property of a view has a row in views, which reads and writes it and no other")
    func views() throws {
        func fields(_ view: ViewProperties) -> [String: String] {
            let fields = Mirror(reflecting: view).children.map { ($0.label ?? "", "\($0.value)") }
            return Dictionary(uniqueKeysWithValues: fields)
        }
        let empty = fields(ViewProperties())
        for name in empty.keys {
            let key = String(name.drop { $0 == "_" })
            let example = ManifestRow.all.first { $0.key.rawValue == key }?.example ?? "true"
            let text = "size: 8x8\nviews: [{\(key): \(example)}]\n"
            let manifest = try ManifestFile(Array(text.utf8), of: FilePath("w.yaml"), as: .yaml).manifest
            let found = fields(try require(manifest.views?.first).properties)
            expectEqual(found.keys.filter { found[$0] != empty[$0] }, [name])
            expect(manifest.yaml().contains("{\(key): "))
        }
    }

    @Test("what a row reads, it writes, in YAML and in JSON, and it is not the default", arguments: ManifestRow.all)
    func roundTrip(row: ManifestRow) throws {
        let manifest = try example(of: row)
        if ["$schema", "version", "localized"].contains(row.key.rawValue) { return }
        let value = try require(row.value(manifest))
        expect(value != row.defaultValue)
        expect(manifest.yaml().contains("\(row.key.rawValue):\(value.yaml())\n"))
        for text in [manifest.yaml(), manifest.json] {
            let again = try ManifestFile(Array(text.utf8), of: FilePath("w.yaml"), as: .yaml).manifest
            expectEqual(again, manifest)
        }
    }

    @Test("the schema has the rows' lines")
    func schema() throws {
        let lines = try Self.schemaProperties.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        try check("schema/sequence.schema.json", lines, after: "  \"properties\": {\n", before: "\n  },\n  \"$defs\"")
    }

    @Test("the schema has the lines of views and of animations")
    func schemaOfScenes() throws {
        for (name, lines) in try [("view", Self.schemaOfViews), ("animation", Self.schemaOfAnimations)] {
            let lines = lines.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
            let start = "    \"\(name)\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n"
            let required = name == "view" ? "" : "      \"required\": [\"property\"],\n"
            let after = start + required + "      \"properties\": {\n"
            try check("schema/sequence.schema.json", lines, after: after, before: "\n      }\n")
        }
    }

    @Test("the documentation has the rows' table")
    func documentation() throws {
        let path = "Sources/FlipbookScene/FlipbookScene.docc/ManifestKeys.md"
        try check(path, try Self.documentationTable, after: "<!-- keys -->\n", before: "\n<!-- end of keys -->")
    }

    /// The members of a JSON Schema's `properties`, one per line: all keys, then the ignored ones.
    private static var schemaProperties: String {
        get throws {
            let texts = try descriptions(["properties"])
            let rows = try ManifestRow.all.map { try schema($0.base, texts, default: $0.defaultValue) }
            return (rows + schemaOfIgnored).joined(separator: ",\n")
        }
    }

    private static var schemaOfIgnored: [String] {
        PassedOverManifestKey.allCases.map { key in
            #""\#(key.rawValue)": {"description": "Ignored with a note: \#(key.reason).", "deprecated": true}"#
        }
    }

    private static var schemaOfViews: String {
        get throws {
            let texts = try descriptions(["$defs", "view", "properties"])
            return (try ManifestView.fields.map { try schema($0, texts) } + schemaOfIgnored).joined(separator: ",\n")
        }
    }

    private static var schemaOfAnimations: String {
        get throws {
            let texts = try descriptions(["$defs", "animation", "properties"])
            return try ManifestAnimation.fields.map { try schema($0, texts) }.joined(separator: ",\n")
        }
    }

    /// The descriptions of keys in the schema, which are written there.
    private static func descriptions(_ path: [String]) throws -> [String: String] {
        let data = try Data(contentsOf: Samples.checkout.appendingPathComponent("schema/sequence.schema.json"))
        var node = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        for name in path { node = node?[name] as? [String: Any] }
        return (node ?? [:]).compactMapValues { ($0 as? [String: Any])?["description"] as? String }
    }

    /// The entry of a key in a JSON Schema's `properties`, without a comma. A new key has yet to be described there.
    private static func schema<Root>(
        _ field: ManifestField<Root>,
        _ texts: [String: String],
        default standard: ManifestValue? = nil
    ) throws -> String {
        let text = isRecording ? texts[field.key] ?? "" : try require(texts[field.key], "\(field.key)")
        expect(!text.isEmpty || isRecording, "\(field.key) has no description in the schema")
        let members = [field.schemaMembers, standard.map { #""default": \#($0.json())"# } ?? ""].filter { !$0.isEmpty }
        let all = members + [#""description": \#(text.quotedForJSON())"#]
        return "\(field.key.quotedForJSON()): {\(all.joined(separator: ", "))}"
    }

    /// The documentation's table of all keys, in Markdown.
    private static var documentationTable: String {
        get throws {
            let texts = try descriptions(["properties"])
            let rows = ManifestRow.all.map { row in
                let standard = row.defaultValue.map { "`\($0.json())`" } ?? ""
                let option = row.option.map { "`--\($0.name)`" } ?? ""
                return "| `\(row.base.key)` | \(row.words) | \(standard) | \(option) | \(texts[row.base.key] ?? "") |"
            }
            let head = ["| Key | Values | Default | Option | Meaning |", "|---|---|---|---|---|"]
            return (head + rows).joined(separator: "\n")
        }
    }

    /// Compares what stands in a file between two texts, or writes it there.
    private func check(_ path: String, _ expected: String, after start: String, before end: String) throws {
        let file = Samples.checkout.appendingPathComponent(path)
        var text = try String(contentsOf: file, encoding: .utf8)
        let lower = try require(text.range(of: start)).upperBound
        let upper = try require(text.range(of: end, range: lower..<text.endIndex)).lowerBound
        if Self.isRecording {
            text.replaceSubrange(lower..<upper, with: expected)
            try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
            expect(
                text[lower..<upper] == expected,
                "\(path) is not current: run tools/generate-manifest-docs"
            )
        }
    }
}

extension ManifestRow: CustomTestStringConvertible {
    /// The key.
    public var testDescription: String { key.rawValue }
}
