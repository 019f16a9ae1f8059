public import FlipbookCore

/// A change of a view in a manifest.
public struct ManifestAnimation: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Animates a property, or changes it at once.
        case track(Track)
        /// Sets the still picture, or removes it if `nil`.
        case image(FilePath?)
        case isHighlighted(Bool)
        case startAnimating
        case stopAnimating
    }

    /// The view's ``ManifestView/id``. If `nil`, the whole sequence.
    public var view: String?
    /// The change.
    public var change: Change
    /// The exact start time in seconds.
    public var delay: RationalTime { didSet { setDelay() } }
    /// The gesture to wait for, after which ``delay`` counts. If `nil`, it counts from the beginning.
    public var trigger: GestureTrigger?
    /// The transition to the new look, or `nil` for none. Animated properties have none.
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
}
