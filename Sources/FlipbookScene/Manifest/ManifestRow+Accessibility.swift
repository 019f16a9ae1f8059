import FlipbookCore

/// A value with a description for screen readers.
protocol Spoken: Sendable { var accessibility: Accessibility { get set } }

extension SequenceManifest: Spoken {}
extension ManifestView: Spoken {}

extension ManifestField where Root: Spoken {
    static var spoken: [Self] {
        [
            .init("accessibilityLabel", \.accessibility.label, .text)
                .meaning("Short description for screen readers, which exported files get as theirs."),
            .init("accessibilityHint", \.accessibility.hint, .text)
                .meaning("Result of using the view, for screen readers."),
            .init("accessibilityTraits", \.accessibility.givenTraits, .traits)
                .meaning("Kind of element for screen readers (default image and userInteractionEnabled)."),
            .init("isDecorative", \.accessibility.givenIsDecorative, .flag)
                .meaning("Marks the view as decoration, which needs no label (default false)."),
        ]
    }
}

extension Accessibility {
    /// The traits, or `nil` for those of an image view.
    fileprivate var givenTraits: AccessibilityTraits? {
        get { traits == .imageView ? nil : traits }
        set { traits = newValue ?? .imageView }
    }

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
