public import FlipbookCore

/// A change of a view in a manifest.
public struct ManifestAnimation: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Animates a property, or changes it immediately.
        case track(Track)
        /// Sets the still picture, or removes it if `nil`.
        case image(FilePath?)
        case isHighlighted(Bool)
        case startAnimating
        case stopAnimating
    }

    /// The ``ManifestView/id`` of the view that changes. If `nil`, the whole sequence changes.
    public var view: String?
    /// The change.
    public var change: Change
    /// The exact start time in seconds.
    public var delay: RationalTime { didSet { setDelay() } }
    /// The gesture that starts ``delay``. If `nil`, the delay starts when the scene begins.
    public var trigger: GestureTrigger?
    /// The transition to the new appearance, or `nil` for none. Animated properties have no transition.
    public var transition: TimedTransition?

    /// Creates an animation.
    public init(
        view: String?,
        _ change: Change,
        at delay: RationalTime = .zero,
        after trigger: GestureTrigger? = nil,
        by transition: TimedTransition? = nil
    ) {
        (self.view, self.change, self.delay, self.trigger, self.transition) = (view, change, delay, trigger, transition)
        setDelay()
    }

    private mutating func setDelay() {
        guard case .track(var track) = change else { return }
        track.delay = delay
        change = .track(track)
    }

    package static let fields: [ManifestField<ManifestAnimation>] = [
        .init(checking: "view", .text),
        .init(checking: "property", oneOf(AnimatableProperty.allCases.map(\.rawValue) + ManifestDecoder.events)),
        .init(checking: "from", anything()), .init(checking: "to", anything()),
        .init(checking: "delay", .cycleDuration),
        .init(
            checking: "trigger",
            anything(
                #""type": "object", "additionalProperties": false, "required": ["gesture"], "properties": "#
                    + #"{"view": {"type": "string"}, "gesture": {\#(oneOf(Gesture.allCases.map(\.rawValue)).schema)}}"#
            )
        ),
        .init(checking: "duration", .cycleDuration), .init(checking: "curve", .curve),
        .init(checking: "transition", oneOf(TransitionName.allCases.map(\.rawValue))),
        .init(checking: "direction", oneOf(Transition.Direction.allCases.map(\.rawValue))),
        .init(checking: "color", .color), .init(checking: "repeatCount", .repeatCount),
        .init(checking: "autoreverses", .flag), .init(checking: "beginsFromCurrentState", .flag),
    ]

    private static func oneOf(_ words: [String]) -> ManifestForm<String> { anything(#""enum": [\#(words.inSchema)]"#) }

    /// A form for the schema. It reads any word, which is interpreted elsewhere.
    private static func anything(_ schema: String = "") -> ManifestForm<String> {
        ManifestForm(schema: schema, read: { $0.node.word }, write: { .text($0) })
    }
}
