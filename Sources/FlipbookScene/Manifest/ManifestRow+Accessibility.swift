import FlipbookCore

/// A value that a screen reader says something of.
protocol Spoken: Sendable {
    /// The words of a screen reader on it.
    var accessibility: Accessibility { get set }
}

extension SequenceManifest: Spoken {}
extension ManifestView: Spoken {}

extension ManifestField where Root: Spoken {
    /// The keys of what a screen reader says.
    static var spoken: [Self] {
        [
            .init("accessibilityLabel", \.accessibility.label, .text)
                .meaning("What the view is, for a screen reader; it becomes the description of an exported file."),
            .init("accessibilityHint", \.accessibility.hint, .text)
                .meaning("What happens when the view is used, for a screen reader."),
            .init("accessibilityTraits", \.accessibility.givenTraits, .traits)
                .meaning("What kind of thing the view is; image and userInteractionEnabled by default."),
            .init("isDecorative", \.accessibility.givenIsDecorative, .flag)
                .meaning("Whether the view is an ornament, which needs no label; false by default."),
        ]
    }
}

extension Accessibility {
    /// The traits where they are not those of an image view.
    fileprivate var givenTraits: AccessibilityTraits? {
        get { traits == .imageView ? nil : traits }
        set { traits = newValue ?? .imageView }
    }

    /// That the view is an ornament, where it is one.
    fileprivate var givenIsDecorative: Bool? {
        get { isDecorative ? true : nil }
        set { isDecorative = newValue ?? false }
    }
}

extension ManifestForm where Value == AccessibilityTraits {
    static var traits: Self {
        names(AccessibilityTraits.named, expected: "a list of traits such as [image, button]") { .list($0) }
    }
}
