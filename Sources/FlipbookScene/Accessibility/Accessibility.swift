/// The words of a screen reader on a view: UIKit's accessibility properties, as a value.
///
/// ```swift
/// var badge = ImageView()
/// badge.accessibility.label = "A runner"
/// badge.accessibility.traits.insert(.button)
/// ```
public struct Accessibility: Hashable, Sendable {
    /// The view in a few words: UIKit's `accessibilityLabel`. `nil` by default.
    public var label: String?
    /// The effect of its use, in a sentence: UIKit's `accessibilityHint`. `nil` by default.
    public var hint: String?
    /// The kind of thing that it is: UIKit's `accessibilityTraits`.
    public var traits = AccessibilityTraits.imageView
    /// A Boolean value that indicates an ornament, which says nothing that a label could. `false` by default.
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
    /// The view in a few words, or `nil`, the default. An exported file gets it as its description.
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }
    /// The effect of the view's use, in a sentence, or `nil`, the default.
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    /// The kind of thing that the view is; by default an image that takes touches, as Interface Builder says of image views,
    /// also where ``ViewProperties/isUserInteractionEnabled`` is `false`.
    public var accessibilityTraits: AccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }
}

extension View {
    /// The view in a few words, or `nil`, the default.
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }
    /// The effect of the view's use, in a sentence, or `nil`, the default.
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    /// The kind of thing that the view is; of an image view an image that takes touches by default, of any other nothing.
    public var accessibilityTraits: AccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }
}
