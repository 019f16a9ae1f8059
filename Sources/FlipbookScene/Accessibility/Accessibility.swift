/// What a screen reader says of a view: UIKit's accessibility properties, as a value.
///
/// ```swift
/// var badge = ImageView()
/// badge.accessibility.label = "A runner"
/// badge.accessibility.traits.insert(.button)
/// ```
public struct Accessibility: Hashable, Sendable {
    /// What the view is, in a few words: UIKit's `accessibilityLabel`. `nil` by default.
    public var label: String?
    /// What happens when it is used, in a sentence: UIKit's `accessibilityHint`. `nil` by default.
    public var hint: String?
    /// What kind of thing it is: UIKit's `accessibilityTraits`.
    public var traits = AccessibilityTraits.imageView
    /// Whether the view says nothing that a label could: an ornament. `false` by default.
    public var isDecorative = false

    /// No words, and the traits of an image view.
    public init() {}

    /// The words that describe the view where a file has room for one text: its label, unless it is an ornament.
    public var spokenLabel: String? {
        guard !isDecorative, let label, !label.isEmpty else { return nil }
        return label
    }
}

extension ImageView {
    /// What the view is, in a few words; `nil` by default. An exported file gets it as its description.
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }
    /// What happens when the view is used, in a sentence; `nil` by default.
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    /// What kind of thing the view is; by default an image that takes touches, as Interface Builder says of image views,
    /// also where ``ViewProperties/isUserInteractionEnabled`` is `false`.
    public var accessibilityTraits: AccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }
}
