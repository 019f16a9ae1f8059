import FlipbookCore

extension ManifestRow {
    /// The members of a JSON Schema's `properties`, one per line: all keys, then the skipped ones.
    package static var schemaProperties: String {
        (all.map { $0.base.schema(default: $0.defaultValue) } + schemaOfPassedOver).joined(separator: ",\n")
    }

    private static let schemaOfPassedOver = PassedOverManifestKey.allCases.map { key in
        #""\#(key.rawValue)": {"description": "Ignored with a note: \#(key.reason).", "deprecated": true}"#
    }

    package static var schemaOfViews: String {
        (ManifestView.fields.map { $0.schema() } + schemaOfPassedOver).joined(separator: ",\n")
    }

    package static var schemaOfAnimations: String { animationRows.map { $0.schema() }.joined(separator: ",\n") }

    /// The keys of an animation, for the schema.
    static let animationRows: [ManifestField<ManifestAnimation>] = [
        .init(checking: "view", .text).meaning("Id of a view. Without it, the whole sequence changes."),
        .init(checking: "property", oneOf(AnimatableProperty.allCases.map(\.rawValue) + ManifestDecoder.events))
            .meaning("The animated property. isHidden, contentMode and pictures change at once without a transition."),
        .init(checking: "from", anything()).meaning("Initial value (default the view's current one)."),
        .init(checking: "to", anything()).meaning("Final value, which stays. For image, a file or null."),
        .init(checking: "delay", .cycleDuration).meaning("Start time in seconds (default 0)."),
        .init(
            checking: "trigger",
            anything(
                #""type": "object", "additionalProperties": false, "required": ["gesture"], "properties": "#
                    + #"{"view": {"type": "string"}, "gesture": {\#(oneOf(Gesture.allCases.map(\.rawValue)).schema)}}"#
            )
        )
        .meaning("Gesture to wait for, on the view with this id or on the sequence. delay counts from it."),
        .init(checking: "duration", .cycleDuration).meaning("Duration in seconds; at 0, the change is immediate."),
        .init(checking: "curve", .curve).meaning("Timing curve (default easeInOut, or linear for a transition)."),
        .init(checking: "transition", oneOf(TransitionName.allCases.map(\.rawValue)))
            .meaning(
                "Transition to the new look: of the pictures if image, isHighlighted or the running animation "
                    + "changes; of the view and its subviews if isHidden or contentMode changes, or if a picture flips."
            ),
        .init(checking: "direction", oneOf(Transition.Direction.allCases.map(\.rawValue)))
            .meaning("Direction of a wipe, push or slide (default left)."),
        .init(checking: "color", .color).meaning("Color of a dip (default black)."),
        .init(checking: "repeatCount", .repeatCount).meaning("Number of repetitions; 0 repeats for ever."),
        .init(checking: "autoreverses", .flag)
            .meaning("Runs each repetition backward as well, which doubles its duration."),
        .init(checking: "beginsFromCurrentState", .flag)
            .meaning("Without from, begins with the current value of the change that it interrupts."),
    ]

    /// One of a few words, read by other code.
    private static func oneOf(_ words: [String]) -> ManifestForm<String> { anything(#""enum": [\#(words.inSchema)]"#) }

    /// A value that other code reads.
    private static func anything(_ schema: String = "") -> ManifestForm<String> {
        ManifestForm(schema: schema, read: { $0.node.word }, write: { .text($0) })
    }

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
