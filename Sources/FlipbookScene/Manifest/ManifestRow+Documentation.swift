import FlipbookCore

extension ManifestRow {
    /// The members of a JSON Schema's `properties`, a line each: all keys, and behind them those that are passed over.
    package static var schemaProperties: String {
        (all.map { $0.base.schema(default: $0.defaultValue) } + schemaOfPassedOver).joined(separator: ",\n")
    }

    private static let schemaOfPassedOver = PassedOverManifestKey.allCases.map { key in
        #""\#(key.rawValue)": {"description": "Passed over with a note: \#(key.reason).", "deprecated": true}"#
    }

    package static var schemaOfViews: String {
        (ManifestView.fields.map { $0.schema() } + schemaOfPassedOver).joined(separator: ",\n")
    }

    package static var schemaOfAnimations: String { animationRows.map { $0.schema() }.joined(separator: ",\n") }

    /// The keys of one animation, their values as members of a JSON Schema, and what they mean.
    static let animationRows: [ManifestField<ManifestAnimation>] = [
        .init(checking: "view", .text)
            .meaning("The id of a view; without it, the sequence with all that lies in it."),
        .init(checking: "property", oneOf(AnimatableProperty.allCases.map(\.rawValue) + ManifestDecoder.events))
            .meaning("What changes. isHidden, contentMode and pictures jump at delay, unless there is a transition."),
        .init(checking: "from", anything())
            .meaning("The value at the beginning; by default the one that the view has then."),
        .init(checking: "to", anything())
            .meaning("The value at the end, which stays; of image a file, or null."),
        .init(checking: "delay", .cycleDuration)
            .meaning("When it begins, in seconds; 0 by default."),
        .init(
            checking: "trigger",
            anything(
                #""type": "object", "additionalProperties": false, "required": ["gesture"], "properties": "#
                    + #"{"view": {"type": "string"}, "gesture": {\#(oneOf(Gesture.allCases.map(\.rawValue)).schema)}}"#
            )
        )
        .meaning(
            "The gesture that it waits for, on the view of an id or else on the sequence; delay counts from there."
        ),
        .init(checking: "duration", .cycleDuration)
            .meaning("How long it takes; at 0 it jumps."),
        .init(checking: "curve", .curve)
            .meaning("How it proceeds; easeInOut by default, and linear of a transition."),
        .init(checking: "transition", oneOf(TransitionName.allCases.map(\.rawValue)))
            .meaning(
                "How what was before takes turns with what is then: pictures where image, isHighlighted or what animates "
                    + "changes, the view with all within where isHidden or contentMode does, or a picture flips."
            ),
        .init(checking: "direction", oneOf(Transition.Direction.allCases.map(\.rawValue)))
            .meaning("Which way a wipe, push or slide runs; left by default."),
        .init(checking: "color", .color)
            .meaning("Which color a dip goes through; black by default."),
        .init(checking: "repeatCount", .repeatCount)
            .meaning("How often it is done; 0 is for ever."),
        .init(checking: "autoreverses", .flag)
            .meaning("Whether it goes back each time, which takes as long again."),
        .init(checking: "beginsFromCurrentState", .flag)
            .meaning("Whether a change without from that cuts another one short begins where that is."),
    ]

    /// A form of one of a few words that is read by hand.
    private static func oneOf(_ words: [String]) -> ManifestForm<String> { anything(#""enum": [\#(words.inSchema)]"#) }

    /// A form of what is read by hand.
    private static func anything(_ schema: String = "") -> ManifestForm<String> {
        ManifestForm(schema: schema, read: { $0.node.word }, write: { .text($0) })
    }

    /// The table of all keys for the documentation, in Markdown.
    package static var documentationTable: String {
        let rows = all.map { row in
            let standard = row.defaultValue.map { "`\($0.json())`" } ?? ""
            let option = row.option.map { "`--\($0.name)`" } ?? ""
            return "| `\(row.base.key)` | \(row.base.words) | \(standard) | \(option) | \(row.base.summary) |"
        }
        return (["| Key | Values | Default | Option | Meaning |", "|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }
}
