package struct NamedImages: Sendable {
    private static let extensions = Set(FileSequence.imageExtensions.map { Array($0.utf8) })

    private let folder: FilePath
    private let files: [FilePath: [FrameFileName]]

    package init(_ names: [String], in folder: FilePath) {
        self.folder = folder
        let images = names.lazy.map { FrameFileName($0) }.filter { Self.extensions.contains($0.lowercasedExtension) }
        files = Dictionary(grouping: images) { FilePath(String(decoding: $0.bytes[..<$0.stemEnd], as: UTF8.self)) }
    }

    /// Returns the named image for the given traits, or `nil` if there is none. The image's header is not read. A name without
    /// an extension means a PNG file or, if `isOfAnyFormat` is `true` and no PNG file exists, a file of any format. An image in
    /// a preferred language (`hero.fr.png`) or for the device (`hero~ipad.png`) wins over a general one. The preferred scale is
    /// the requested one, then the next larger one, then the largest.
    package func image(_ name: String, for traits: ImageSet.Traits, isOfAnyFormat: Bool = false) -> Image? {
        let parts = FrameFileName(name)
        var stem = name
        var ending: ArraySlice<UInt8>?
        if Self.extensions.contains(parts.lowercasedExtension) {
            stem = String(decoding: parts.bytes[..<parts.dot], as: UTF8.self)
            ending = parts.bytes[parts.dot...].dropFirst()
        }
        let stems = traits.languages.tags.map { "\(stem).\($0)" } + [stem]
        let found = stems.lazy.compactMap { file($0, ending, for: traits, isOfAnyFormat) }.first
        return found.map { Image(byReferencingFile: folder.appending($0.path.string)) }
    }

    private func file(_ stem: String, _ ending: ArraySlice<UInt8>?, for traits: ImageSet.Traits, _ isOfAnyFormat: Bool)
        -> FrameFileName?
    {
        var all = (files[FilePath(stem)] ?? []).filter { $0.idiom == nil || $0.idiom == traits.idiom }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        if let ending {
            all = all.filter { $0.bytes[$0.dot...].dropFirst() == ending }
        } else {
            let images = all.filter { $0.lowercasedExtension.elementsEqual("png".utf8) }
            if !images.isEmpty || !isOfAnyFormat { all = images }
        }
        let own = all.filter { $0.idiom != nil }
        return Resolution.variant(of: own.isEmpty ? all : own, scale: traits.scale) { $0.scale ?? 1 }
    }
}
