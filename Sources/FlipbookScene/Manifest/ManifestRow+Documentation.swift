import FlipbookCore

extension ManifestRow {
    /// The members of a JSON Schema's `properties`, a line each: all keys, and behind them those that are passed over.
    package static var schemaProperties: String {
        let keys = all.map(\.schema)
        let passedOver = PassedOverManifestKey.allCases.map { key in
            #""\#(key.rawValue)": {"description": "Passed over with a note: \#(key.reason).", "deprecated": true}"#
        }
        return (keys + passedOver).joined(separator: ",\n")
    }

    /// The members of a view's `properties`, a line each.
    package static var schemaOfViews: String { ManifestView.fields.map(\.schema).joined(separator: ",\n") }

    /// The members of an animation's `properties`, a line each.
    package static var schemaOfAnimations: String {
        animationRows.map { row in
            let schema = row.schema.isEmpty ? "" : row.schema + ", "
            let summary = #""description": \#(row.summary.quotedForJSON())"#
            return "\(row.key.quotedForJSON()): {\(schema)\(summary)}"
        }.joined(separator: ",\n")
    }

    /// The keys of one animation, their values as members of a JSON Schema, and what they mean.
    static let animationRows: [(key: String, schema: String, summary: String)] = [
        ("view", #""type": "string""#, "The id of a view; without it, the sequence with all that lies in it."),
        (
            "property", oneOf(AnimatableProperty.allCases.map(\.rawValue) + ManifestDecoder.events),
            "What changes. isHidden and contentMode jump at delay, and so do pictures without a transition."
        ),
        ("from", "", "The value at the beginning; by default the one that the view has then."),
        ("to", "", "The value at the end, which stays; of image a file, or null."),
        ("delay", ManifestForm<RationalTime>.cycleDuration.schema, "When it begins, in seconds; 0 by default."),
        (
            "trigger",
            #""type": "object", "additionalProperties": false, "required": ["gesture"], "properties": "#
                + #"{"view": {"type": "string"}, "gesture": {\#(oneOf(Gesture.allCases.map(\.rawValue)))}}"#,
            "The gesture that it waits for, on the view of an id or else on the sequence; delay counts from there."
        ),
        ("duration", ManifestForm<RationalTime>.cycleDuration.schema, "How long it takes; at 0 it jumps."),
        (
            "curve", ManifestForm<AnimationCurve>.curve.schema,
            "How it proceeds; easeInOut by default, and linear of a transition."
        ),
        (
            "transition", oneOf(TransitionName.allCases.map(\.rawValue)),
            "How the pictures before and after a change of image, isHighlighted or what animates take turns."
        ),
        (
            "direction", oneOf(Transition.Direction.allCases.map(\.rawValue)),
            "Which way a wipe, push or slide runs; left by default."
        ),
        ("color", ManifestForm<Color>.color.schema, "Which colour a dip goes through; black by default."),
        ("repeatCount", ManifestForm<Double>.repeatCount.schema, "How often it is done; 0 is for ever."),
        (
            "autoreverses", ManifestForm<Bool>.flag.schema,
            "Whether it goes back each time, which takes as long again."
        ),
        (
            "beginsFromCurrentState", ManifestForm<Bool>.flag.schema,
            "Whether a change without from that cuts another one short begins where that is."
        ),
    ]

    /// The members of a JSON Schema for one of a few words.
    private static func oneOf(_ words: [String]) -> String {
        #""enum": [\#(words.map { "\"\($0)\"" }.joined(separator: ", "))]"#
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
