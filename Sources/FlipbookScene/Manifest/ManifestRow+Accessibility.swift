import FlipbookCore

protocol Spoken: Sendable { var accessibility: Accessibility { get set } }

extension SequenceManifest: Spoken {}
extension ManifestView: Spoken {}

extension ManifestField where Root: Spoken {
    static var spoken: [Self] {
        [
            .init("accessibilityLabel", \.accessibility.label, .text),
            .init("accessibilityHint", \.accessibility.hint, .text),
            .init("accessibilityTraits", \.accessibility.traits, .traits, default: .imageView),
            .init("isDecorative", \.accessibility.isDecorative, .flag, default: false),
        ]
    }
}

extension ManifestForm where Value == AccessibilityTraits {
    static var traits: Self {
        names(AccessibilityTraits.named, expected: "a list of traits such as [image, button]") { .list($0) }
    }
}
