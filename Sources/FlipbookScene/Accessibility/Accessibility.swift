/// The description of a view for screen readers, like UIKit's accessibility properties.
///
/// ```swift
/// var badge = ImageView()
/// badge.accessibility.label = "A runner"
/// badge.accessibility.traits.insert(.button)
/// ```
public struct Accessibility: Hashable, Sendable {
    /// A short description of the view (default `nil`): UIKit's `accessibilityLabel`.
    public var label: String?
    /// The result of using the view, in one sentence (default `nil`): UIKit's `accessibilityHint`.
    public var hint: String?
    /// The kind of element: UIKit's `accessibilityTraits`.
    public var traits = AccessibilityTraits.imageView
    /// A Boolean value that indicates whether the view is purely decorative (default `false`). If `true`, nothing is read out.
    public var isDecorative = false

    /// Creates an empty description with the traits of an image view.
    public init() {}

    /// The text for file formats that store a single description: the label, or `nil` for a decorative view.
    public var spokenLabel: String? {
        guard !isDecorative, let label, !label.isEmpty else { return nil }
        return label
    }
}

extension ImageView {
    /// A short description of the view (default `nil`). Exported files contain it.
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }
    /// The result of using the view, in one sentence (default `nil`).
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    /// The kind of element. The default is an image with user interaction enabled, as in Interface Builder.
    public var accessibilityTraits: AccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }
}

extension View {
    /// A short description of the view (default `nil`).
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }
    /// The result of using the view, in one sentence (default `nil`).
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    /// The kind of element. By default, an image view is an image with user interaction enabled, and other views have no
    /// traits.
    public var accessibilityTraits: AccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }
}
