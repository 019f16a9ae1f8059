extension ImageSet {
    /// The traits that select a variant, as in UIKit's `UITraitCollection`.
    public struct Traits: Hashable, Sendable {
        /// Output pixels per point.
        public var scale: Int
        /// The kind of device. If `nil`, variants for a single device are excluded.
        public var idiom: UserInterfaceIdiom?
        /// The preferred languages, in order. `Base` is the fallback.
        public var languages: LanguagePreferences
        /// The layout direction.
        public var layoutDirection: LayoutDirection
        /// The system appearance, such as `luminosity: dark`.
        public var appearances: [String: String]

        /// Creates traits. The defaults match any device, language and appearance.
        /// - Parameter layoutDirection: The layout direction. If `nil`, the first language determines it.
        public init(
            scale: Int = 1,
            idiom: UserInterfaceIdiom? = nil,
            languages: LanguagePreferences = [],
            layoutDirection: LayoutDirection? = nil,
            appearances: [String: String] = [:]
        ) {
            (self.scale, self.idiom, self.languages) = (scale, idiom, languages)
            self.layoutDirection = layoutDirection ?? languages.layoutDirection
            self.appearances = appearances
        }
    }

    /// A selected variant.
    public struct Selection: Hashable, Sendable {
        /// The variant, which has a file.
        public let variant: Variant
        /// A Boolean value that indicates whether the variant must be mirrored for the layout direction.
        public let isMirrored: Bool
    }

    /// Returns the variant for `traits`, or `nil` if no variant with a file matches. Language is considered first, then
    /// direction, appearance, device and scale. At each step, specific variants win over general ones. If all variants are for
    /// other languages, the alphabetically first language is used. The requested scale is preferred, then the next larger one,
    /// then the largest.
    public func selection(for traits: Traits) -> Selection? {
        var rest = variants.filter { $0.filename != nil }
        let languages = traits.languages.order(of: rest.compactMap(\.locale))
        rest = Self.first(of: rest, [traits.languages.choice(among: languages), nil, languages.last]) { $0.locale }

        var isMirrored = false
        let directed = Self.first(of: rest, [traits.layoutDirection, nil]) { $0.languageDirection }
        if directed.isEmpty { isMirrored = !rest.isEmpty } else { rest = directed }

        rest = rest.filter { $0.appearances.allSatisfy { traits.appearances[$0.key] == $0.value } }
        let closest = rest.map(\.appearances.count).max() ?? 0
        rest = rest.filter { $0.appearances.count == closest }

        let exact = rest.filter { $0.idiom == traits.idiom?.catalogName ?? "universal" }
        rest = exact.isEmpty ? rest.filter { $0.idiom == nil || $0.idiom == "universal" } : exact

        let scaled = rest.filter { $0.scale != nil }
        let variant = Resolution.variant(of: scaled, scale: traits.scale) { $0.scale ?? 1 } ?? rest.first
        return variant.map { Selection(variant: $0, isMirrored: isMirrored) }
    }

    /// Returns the variants with the first value in the list that any variant has.
    private static func first<Value: Equatable>(
        of variants: [Variant],
        _ values: [Value?],
        by value: (Variant) -> Value?
    ) -> [Variant] { values.map { wanted in variants.filter { value($0) == wanted } }.first { !$0.isEmpty } ?? [] }
}
