import FlipbookCore

protocol Spoken: Sendable { var accessibility: Accessibility { get set } }

extension SequenceManifest: Spoken {}
extension ManifestView: Spoken {}

extension ManifestField where Root: Spoken {
    static var spoken: [Self] {
        [
            .init("accessibilityLabel", \.accessibility.label, .text),
            .init("accessibilityHint", \.accessibility.hint, .text),
            .init("accessibilityTraits", \.accessibility.givenTraits, .traits),
            .init("isDecorative", \.accessibility.givenIsDecorative, .flag),
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
