/// An image in an asset catalog, with its variants, as in `NAME.imageset/Contents.json`. Keys and values are named as in
/// Apple's Asset Catalog Format Reference.
public struct ImageSet: Hashable, Sendable {
    /// A file with its traits, or an empty slot.
    public struct Variant: Hashable, Sendable {
        /// The name of the file in the set's folder, or `nil` if the slot is empty.
        public var filename: String?
        /// The kind of device: `universal`, `iphone`, `ipad`, `mac`, `tv`, `watch` or `car`.
        public var idiom: String?
        /// Pixels per point, or `nil` for all scales, as with vector images.
        public var scale: Int?
        /// The layout direction, or `nil` if the variant is for both directions.
        public var languageDirection: LayoutDirection?
        /// The language, such as `en` or `pt-BR`.
        public var locale: String?
        /// A Boolean value that indicates whether the image is a template, or `nil` if the file does not specify it.
        public var rendersAsTemplate: Bool?
        /// The slices of the image.
        public var resizing: Resizing?
        /// The margins, in file pixels, that alignment ignores.
        public var alignmentInsets = EdgeInsets.zero
        /// The system appearances in which the image is used, such as `luminosity: dark`. Empty for all.
        public var appearances: [String: String] = [:]
        /// The position of the entry in the text.
        public var position: ManifestNode.Position

        /// Creates an empty slot.
        public init(at position: ManifestNode.Position = .init(line: 1, column: 1)) { self.position = position }
    }

    /// The slices of an image, in file pixels.
    public struct Resizing: Hashable, Sendable {
        /// The axes that are sliced. An axis that is not sliced has no caps.
        public enum Parts: String, CaseIterable, Hashable, Sendable {
            case nine = "9-part"
            case threeHorizontal = "3-part-horizontal"
            case threeVertical = "3-part-vertical"
        }

        /// The axes that are sliced.
        public var parts: Parts
        /// The caps, in file pixels.
        public var capInsets: EdgeInsets
        /// The way the area between the caps is filled.
        public var mode: ResizingMode
        /// The number of visible columns after the left cap. If `nil`, all columns up to the right cap are visible.
        public var centerWidth: Int?
        /// The number of visible rows below the top cap. If `nil`, all rows down to the bottom cap are visible.
        public var centerHeight: Int?

        /// Creates slices.
        public init(
            parts: Parts = .nine,
            capInsets: EdgeInsets,
            mode: ResizingMode,
            centerWidth: Int? = nil,
            centerHeight: Int? = nil
        ) {
            (self.parts, self.capInsets, self.mode) = (parts, capInsets, mode)
            (self.centerWidth, self.centerHeight) = (centerWidth, centerHeight)
        }
    }

    /// The name of the set's folder, without `.imageset`.
    public let name: String
    /// The variants, in text order.
    public var variants: [Variant]
    /// A Boolean value that indicates whether the set is a template, or `nil` if the file does not specify it.
    public var rendersAsTemplate: Bool?

    /// Creates a set of variants.
    public init(name: String, variants: [Variant], rendersAsTemplate: Bool? = nil) {
        (self.name, self.variants, self.rendersAsTemplate) = (name, variants, rendersAsTemplate)
    }

    /// Returns `true` if `variant` is a template. The variant's own setting takes precedence over the set's. If neither has
    /// one, the set is a template if its name ends in `Template`.
    public func isTemplate(_ variant: Variant) -> Bool {
        variant.rendersAsTemplate ?? rendersAsTemplate ?? name.hasSuffix("Template")
    }

    /// Returns the rendering mode of `variant`. The variant's own setting takes precedence over the set's. If neither has one,
    /// the mode depends on whether the set's name ends in `Template`.
    public func renderingMode(of variant: Variant) -> RenderingMode {
        if isTemplate(variant) { return .alwaysTemplate }
        return variant.rendersAsTemplate == nil && rendersAsTemplate == nil ? .automatic : .alwaysOriginal
    }

    /// The traits that select a variant, as in UIKit's `UITraitCollection`.
    public struct Traits: Hashable, Sendable {
        /// Output pixels per point.
        public var scale: Int
        /// The kind of device. If `nil`, variants for a specific device are excluded.
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
    /// other languages, the first language in alphabetical order is used. The requested scale is preferred, then the next
    /// larger one, then the largest.
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

    /// Finds the first value in the list that any variant has, and returns the variants with that value.
    private static func first<Value: Equatable>(
        of variants: [Variant],
        _ values: [Value?],
        by value: (Variant) -> Value?
    ) -> [Variant] { values.map { wanted in variants.filter { value($0) == wanted } }.first { !$0.isEmpty } ?? [] }
}
