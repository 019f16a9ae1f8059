/// One image of an asset catalog in its variants: what `NAME.imageset/Contents.json` says.
///
/// The names of keys and values are those of Apple's Asset Catalog Format Reference.
public struct ImageSet: Hashable, Sendable {
    /// A file, or an empty slot, and what it is for.
    public struct Variant: Hashable, Sendable {
        /// The file's name in the set's folder; `nil` for an empty slot.
        public var filename: String?
        /// The kind of device, such as `universal`, `iphone`, `ipad`, `mac`, `tv`, `watch` or `car`.
        public var idiom: String?
        /// Pixels per point; `nil` for any, as a drawing has it.
        public var scale: Int?
        /// The side on which lines of text begin, or `nil` for an image that is the same in both.
        public var languageDirection: LanguageDirection?
        /// The language that the image is for, such as `en` or `pt-BR`.
        public var locale: String?
        /// The template setting: `true` for a shape without colours, or `nil` if the file has none.
        public var rendersAsTemplate: Bool?
        /// How the image is cut.
        public var resizing: Resizing?
        /// The margins outside of what is aligned, in pixels of the file.
        public var alignmentInsets = EdgeInsets.zero
        /// The looks of the system that the image is for, such as `luminosity: dark`; empty for any.
        public var appearances: [String: String] = [:]
        /// The place of the entry in the text.
        public var position: ManifestNode.Position

        /// An empty slot.
        public init(at position: ManifestNode.Position = .init(line: 1, column: 1)) { self.position = position }
    }

    /// The side on which lines of text begin.
    public enum LanguageDirection: String, CaseIterable, Hashable, Sendable {
        case leftToRight = "left-to-right"
        case rightToLeft = "right-to-left"
    }

    /// How an image is cut, in pixels of its file.
    public struct Resizing: Hashable, Sendable {
        /// The axes that are cut; the other keeps no caps.
        public enum Parts: String, CaseIterable, Hashable, Sendable {
            case nine = "9-part"
            case threeHorizontal = "3-part-horizontal"
            case threeVertical = "3-part-vertical"
        }

        /// The axes that are cut.
        public var parts: Parts
        /// The caps in pixels of the file.
        public var capInsets: EdgeInsets
        /// How what lies between the caps fills its room.
        public var mode: ResizingMode
        /// The columns behind the left cap that are shown; `nil` for all up to the right cap.
        public var centerWidth: Int?
        /// The rows below the upper cap that are shown; `nil` for all down to the lower cap.
        public var centerHeight: Int?

        /// How an image is cut, from its parts.
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

    /// The set's name: that of its folder, without `.imageset`.
    public let name: String
    /// Its variants in the order of the text.
    public var variants: [Variant]
    /// A Boolean value that indicates whether the set as a whole is a template, or `nil` if it does not say.
    public var rendersAsTemplate: Bool?

    /// A set of variants.
    public init(name: String, variants: [Variant], rendersAsTemplate: Bool? = nil) {
        (self.name, self.variants, self.rendersAsTemplate) = (name, variants, rendersAsTemplate)
    }

    /// Returns the template setting of `variant`.
    ///
    /// Its own word goes before the set's; where neither says, a name that ends in `Template` does.
    public func isTemplate(_ variant: Variant) -> Bool {
        variant.rendersAsTemplate ?? rendersAsTemplate ?? name.hasSuffix("Template")
    }
}

extension ImageSlices {
    /// The slices of an asset catalog's image.
    ///
    /// Columns and rows between the centre and the right or lower cap are never
    /// shown, and the image is smaller by them: ``naturalSize``.
    /// - Parameters:
    ///   - size: the file in pixels.
    ///   - scale: its pixels per point.
    /// - Throws: ``CapInsetsError`` when the caps, or caps and centre, are larger than the file.
    package init(of size: PixelSize, scale: Double = 1, resizing: ImageSet.Resizing) throws(CapInsetsError) {
        try Self.check(size, scale: scale)
        var pixels = resizing.capInsets
        if resizing.parts == .threeHorizontal { (pixels.top, pixels.bottom) = (0, 0) }
        if resizing.parts == .threeVertical { (pixels.left, pixels.right) = (0, 0) }
        let whole = try ImageSlices(of: size, capInsets: pixels)
        let (across, down) = (whole.horizontal, whole.vertical)
        let width = resizing.parts == .threeVertical ? nil : resizing.centerWidth
        let height = resizing.parts == .threeHorizontal ? nil : resizing.centerHeight
        guard let horizontal = across.showing(width) else {
            throw .centerTooWide(caps: across.leading + across.trailing, center: width ?? 0, image: size.width)
        }
        guard let vertical = down.showing(height) else {
            throw .centerTooTall(caps: down.leading + down.trailing, center: height ?? 0, image: size.height)
        }
        self.init(horizontal: horizontal, vertical: vertical, scale: scale, mode: resizing.mode)
    }
}

extension SlicedAxis {
    /// The axis with the first `count` pixels of its centre alone; `nil` when there are not so many.
    fileprivate func showing(_ count: Int?) -> SlicedAxis? {
        guard let count else { return self }
        guard (0...center.count).contains(count) else { return nil }
        let shown = center.lowerBound..<(center.lowerBound + count)
        return SlicedAxis(length: length, leading: leading, center: shown, trailing: trailing)
    }
}
