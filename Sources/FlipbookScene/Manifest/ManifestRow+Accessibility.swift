import FlipbookCore

/// The keys of accessibility, alike in a manifest and in each of its views.
private enum AccessibilityKeys {
    static let label = "What the view is, for a screen reader; it becomes the description of an exported file."
    static let hint = "What happens when the view is used, for a screen reader."
    static let traits = "What kind of thing the view is; image and userInteractionEnabled by default."
    static let isDecorative = "Whether the view is an ornament, which needs no label; false by default."
}

extension ManifestRow {
    /// The keys of what a screen reader says of the sequence.
    static let accessibility: [ManifestRow] = [
        ManifestRow("accessibilityLabel", of: \.accessibility.label, .text).meaning(AccessibilityKeys.label),
        ManifestRow("accessibilityHint", of: \.accessibility.hint, .text).meaning(AccessibilityKeys.hint),
        ManifestRow("accessibilityTraits", of: \.accessibility.givenTraits, .traits).meaning(AccessibilityKeys.traits),
        ManifestRow("isDecorative", of: \.accessibility.givenIsDecorative, .flag).meaning(
            AccessibilityKeys.isDecorative
        ),
    ]
}

extension ManifestView {
    /// What a screen reader says of the view.
    static let spokenFields: [ManifestField<ManifestView>] = [
        .init("accessibilityLabel", \.accessibility.label, .text).meaning(AccessibilityKeys.label),
        .init("accessibilityHint", \.accessibility.hint, .text).meaning(AccessibilityKeys.hint),
        .init("accessibilityTraits", \.accessibility.givenTraits, .traits).meaning(AccessibilityKeys.traits),
        .init("isDecorative", \.accessibility.givenIsDecorative, .flag).meaning(
            AccessibilityKeys.isDecorative
        ),
    ]
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
    /// A list of traits.
    static var traits: Self {
        let expected = "a list of traits such as [image, button]"
        return names(AccessibilityTraits.named, example: "[image, button]", expected: expected) { .list($0) }
    }
}
