extension ImageSet {
    /// The traits that an image is wanted for.
    public struct Traits: Hashable, Sendable {
        /// Pixels per point of the output.
        public var scale: Int
        /// The kind of device.
        public var idiom: String
        /// The language, such as `en` or `pt-BR`.
        public var locale: String?
        /// The side on which lines of text begin.
        public var languageDirection: LanguageDirection
        /// The looks of the system, such as `luminosity: dark`.
        public var appearances: [String: String]

        /// A wish; by default for any device, language and look.
        public init(
            scale: Int = 1,
            idiom: String = "universal",
            locale: String? = nil,
            languageDirection: LanguageDirection = .leftToRight,
            appearances: [String: String] = [:]
        ) {
            (self.scale, self.idiom, self.locale) = (scale, idiom, locale)
            (self.languageDirection, self.appearances) = (languageDirection, appearances)
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
    /// each step the variants that match go before those that are for any. Of scales the
    /// same one is taken, else the next larger, else the largest that is smaller.
    public func selection(for traits: Traits) -> Selection? {
        var rest = variants.filter { $0.filename != nil }
        rest = Self.first(of: rest, { $0.locale != nil && $0.locale == traits.locale }, { $0.locale == nil })

        var isMirrored = false
        let directed = Self.first(
            of: rest,
            { $0.languageDirection == traits.languageDirection },
            { $0.languageDirection == nil }
        )
        if directed.isEmpty { isMirrored = !rest.isEmpty } else { rest = directed }

        rest = rest.filter { $0.appearances.allSatisfy { traits.appearances[$0.key] == $0.value } }
        let closest = rest.map(\.appearances.count).max() ?? 0
        rest = rest.filter { $0.appearances.count == closest }

        rest = Self.first(of: rest, { $0.idiom == traits.idiom }, { $0.idiom == nil || $0.idiom == "universal" })

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
