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
        let names = AnimatableProperty.allCases.map(\.rawValue) + ManifestDecoder.events
        let transitions = TransitionName.allCases.map(\.rawValue)
        let directions = Transition.Direction.allCases.map(\.rawValue)
        let gestures = Gesture.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let lines: [(key: ManifestAnimationKey, schema: String, summary: String)] = [
            (.view, #""type": "string""#, "The id of a view; without it, the sequence with all that lies in it."),
            (
                .property,
                #""enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]"#,
                "What changes. isHidden and contentMode jump at delay, and so do pictures without a transition."
            ),
            (.from, "", "The value at the beginning; by default the one that the view has then."),
            (.to, "", "The value at the end, which stays; of image a file, or null."),
            (.delay, ManifestForm<RationalTime>.cycleDuration.schema, "When it begins, in seconds; 0 by default."),
            (
                .trigger,
                #""type": "object", "additionalProperties": false, "required": ["gesture"], "properties": "#
                    + #"{"view": {"type": "string"}, "gesture": {"enum": [\#(gestures)]}}"#,
                "The gesture that it waits for, on the view of an id or else on the sequence; delay counts from there."
            ),
            (.duration, ManifestForm<RationalTime>.cycleDuration.schema, "How long it takes; at 0 it jumps."),
            (
                .curve, ManifestForm<AnimationCurve>.curve.schema,
                "How it proceeds; easeInOut by default, and linear of a transition."
            ),
            (
                .transition,
                #""enum": [\#(transitions.map { "\"\($0)\"" }.joined(separator: ", "))]"#,
                "How the pictures before and after a change of image, isHighlighted or what animates take turns."
            ),
            (
                .direction,
                #""enum": [\#(directions.map { "\"\($0)\"" }.joined(separator: ", "))]"#,
                "Which way a wipe, push or slide runs; left by default."
            ),
            (.color, ManifestForm<Color>.color.schema, "Which colour a dip goes through; black by default."),
            (
                .repeatCount,
                #""type": "number", "minimum": 0, "maximum": \#(SequenceManifest.largestRepeatCount)"#,
                "How often it is done; 0 is for ever."
            ),
            (
                .autoreverses, ManifestForm<Bool>.flag.schema,
                "Whether it goes back each time, which takes as long again."
            ),
            (
                .beginsFromCurrentState,
                ManifestForm<Bool>.flag.schema,
                "Whether a change without from that cuts another one short begins where that is."
            ),
        ]
        return lines.map { line in
            let schema = line.schema.isEmpty ? "" : line.schema + ", "
            let summary = #""description": \#(line.summary.quotedForJSON())"#
            return "\(line.key.rawValue.quotedForJSON()): {\(schema)\(summary)}"
        }.joined(separator: ",\n")
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
