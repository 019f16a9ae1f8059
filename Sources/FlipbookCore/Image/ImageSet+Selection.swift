extension ImageSet {
    /// The traits that an image is wanted for: what UIKit's `UITraitCollection` has of them.
    public struct Traits: Hashable, Sendable {
        /// Pixels per point of the output.
        public var scale: Int
        /// The kind of device, or `nil` for any: images for one device alone are left out then.
        public var idiom: UserInterfaceIdiom?
        /// The languages, the most wanted first; `Base` is the fallback.
        public var languages: LanguagePreferences
        /// The direction of lines of text.
        public var layoutDirection: LayoutDirection
        /// The looks of the system, such as `luminosity: dark`.
        public var appearances: [String: String]

        /// Traits from their parts; by default for any device, language and look.
        /// - Parameter layoutDirection: The direction of lines of text, or `nil` for that of the first language.
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

    /// A variant, and whether it is shown mirrored.
    public struct Selection: Hashable, Sendable {
        /// The variant; it has a file.
        public let variant: Variant
        /// A Boolean value that exchanges left and right, since there is an image for the other direction alone.
        public let isMirrored: Bool
    }

    /// The variant for `traits`, or `nil` if none with a file will do.
    ///
    /// Chosen by language, then direction, appearance, kind of device and scale. At
    /// each step the variants that match go before those that are for any; where all are for other languages, those of the
    /// first by name stand in. Of scales the same one is taken, else the next larger, else the largest that is smaller.
    public func selection(for traits: Traits) -> Selection? {
        var rest = variants.filter { $0.filename != nil }
        let languages = traits.languages.order(of: rest.compactMap(\.locale))
        let wanted = traits.languages.choice(among: languages)
        rest = Self.first(
            of: rest,
            { $0.locale != nil && $0.locale == wanted },
            { $0.locale == nil },
            { $0.locale == languages.last }
        )

        var isMirrored = false
        let directed = Self.first(
            of: rest,
            { $0.languageDirection == traits.layoutDirection },
            { $0.languageDirection == nil }
        )
        if directed.isEmpty { isMirrored = !rest.isEmpty } else { rest = directed }

        rest = rest.filter { $0.appearances.allSatisfy { traits.appearances[$0.key] == $0.value } }
        let closest = rest.map(\.appearances.count).max() ?? 0
        rest = rest.filter { $0.appearances.count == closest }

        let idiom = traits.idiom?.catalogName ?? "universal"
        rest = Self.first(of: rest, { $0.idiom == idiom }, { $0.idiom == nil || $0.idiom == "universal" })

        let scaled = rest.filter { $0.scale != nil }
        let variant = Resolution.variant(of: scaled, scale: traits.scale) { $0.scale ?? 1 } ?? rest.first
        return variant.map { Selection(variant: $0, isMirrored: isMirrored) }
    }

    /// The variants that satisfy the first condition that any of them satisfies.
    private static func first(of variants: [Variant], _ conditions: ((Variant) -> Bool)...) -> [Variant] {
        for condition in conditions {
            let found = variants.filter(condition)
            if !found.isEmpty { return found }
        }
        return []
    }
}
