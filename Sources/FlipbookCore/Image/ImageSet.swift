/// One image of an asset catalog in its variants: what `NAME.imageset/Contents.json` says.
///
/// The names of keys and values are those of Apple's Asset Catalog Format Reference.
public struct ImageSet: Hashable, Sendable {
    /// A file, or an empty slot, and what it is for.
    public struct Variant: Hashable, Sendable {
        /// The file's name in the set's folder, or `nil` if the slot is empty.
        public var filename: String?
        /// The kind of device, such as `universal`, `iphone`, `ipad`, `mac`, `tv`, `watch` or `car`.
        public var idiom: String?
        /// Pixels per point, or `nil` if it is for any, as a drawing is.
        public var scale: Int?
        /// The direction of lines of text, or `nil` for an image that is the same in both.
        public var languageDirection: LayoutDirection?
        /// The language that the image is for, such as `en` or `pt-BR`.
        public var locale: String?
        /// The template setting: `true` for a shape without colors, or `nil` if the file has none.
        public var rendersAsTemplate: Bool?
        /// The cut of the image.
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

    /// The cut of an image, in pixels of its file.
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
        /// The way in which what lies between the caps fills its room.
        public var mode: ResizingMode
        /// The columns behind the left cap that are shown, or `nil` if all up to the right cap are.
        public var centerWidth: Int?
        /// The rows below the upper cap that are shown, or `nil` if all down to the lower cap are.
        public var centerHeight: Int?

        /// A cut from its parts.
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
    /// Columns and rows between the center and the right or lower cap are never
    /// shown, and the image is smaller by them: ``naturalSize``.
    /// - Throws: ``CapInsetsError`` when the caps, or caps and center, are larger than the file.
    package init(of size: PixelSize, scale: Double = 1, resizing: ImageSet.Resizing) throws(CapInsetsError) {
        try Self.check(size, scale: scale)
        var pixels = resizing.capInsets
        if resizing.parts == .threeHorizontal { (pixels.top, pixels.bottom) = (0, 0) }
        if resizing.parts == .threeVertical { (pixels.left, pixels.right) = (0, 0) }
        let whole = try ImageSlices(of: size, capInsets: pixels)
        let width = resizing.parts == .threeVertical ? nil : resizing.centerWidth
        let height = resizing.parts == .threeHorizontal ? nil : resizing.centerHeight
        self.init(
            horizontal: try whole.horizontal.showing(width, "wider"),
            vertical: try whole.vertical.showing(height, "taller"),
            scale: scale,
            mode: resizing.mode
        )
    }
}

extension SlicedAxis {
    fileprivate func showing(_ count: Int?, _ extent: String) throws(CapInsetsError) -> SlicedAxis {
        guard let count else { return self }
        guard (0...center.count).contains(count) else {
            throw CapInsetsError(
                "The caps (\(leading + trailing) pixels) and the center (\(count)) are together \(extent) than the "
                    + "image (\(length))."
            )
        }
        let shown = center.lowerBound..<(center.lowerBound + count)
        return SlicedAxis(length: length, leading: leading, center: shown, trailing: trailing)
    }
}
