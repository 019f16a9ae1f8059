extension Image {
    /// The picture that an asset catalog's image set has for `traits`; `nil` where no variant with a file will do.
    ///
    /// Scale, slices, alignment insets and rendering intent are the variant's. A catalog counts in pixels of the file, an
    /// image in points. A variant for the other direction of writing alone is shown mirrored. The file's header is still
    /// to be read.
    /// - Parameters:
    ///   - set: The image set.
    ///   - folder: The set's folder, as seen from where the file will be read.
    ///   - traits: What the picture is wanted for.
    public init?(_ set: ImageSet, in folder: FilePath, for traits: ImageSet.Traits = ImageSet.Traits()) {
        guard let selection = set.selection(for: traits), let name = selection.variant.filename else { return nil }
        let variant = selection.variant
        let folder = folder.string
        let path = folder.isEmpty ? name : folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
        let scale = Double(variant.scale ?? 1)
        self.init(source: .file(FilePath(path)), scale: scale, orientation: selection.isMirrored ? .upMirrored : .up)
        resizing = variant.resizing.map { .catalog($0) }
        renderingMode = set.renderingMode(of: variant)
        let pixels = variant.alignmentInsets
        alignmentRectInsets = EdgeInsets(
            top: pixels.top / scale,
            left: pixels.left / scale,
            bottom: pixels.bottom / scale,
            right: pixels.right / scale
        )
        if selection.isMirrored {
            resizing = resizing?.mirrored(of: .zero)
            alignmentRectInsets = alignmentRectInsets.mirrored
        }
    }
}

extension ImageSet {
    /// The rendering mode that `variant` asks for.
    ///
    /// Its own word goes before the set's; where neither says, a name that ends in `Template` does.
    public func renderingMode(of variant: Variant) -> RenderingMode {
        if isTemplate(variant) { return .alwaysTemplate }
        return variant.rendersAsTemplate == nil && rendersAsTemplate == nil ? .automatic : .alwaysOriginal
    }
}
