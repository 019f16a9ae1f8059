/// UIImage's look-up by name, over the names in a folder.
extension Image {
    /// The picture that `name` means, as `UIImage(named:)` looks it up; its header is still to be read.
    ///
    /// The extension `.png` may be left out, others may not. Of the variants of a picture the one is taken that is
    /// as fine as `scale` asks for, else the next finer one, else the finest.
    /// - Parameters:
    ///   - name: The name without scale factor and modifier, with its folder where it has one.
    ///   - names: The names in that folder.
    ///   - scale: Pixels of the output per point.
    ///   - idiom: The kind of device whose own images go first; `nil` leaves all of these out.
    /// - Returns: `nil` where there is none of that name.
    public static func named(
        _ name: String,
        among names: [String],
        scale: Int = 1,
        idiom: UserInterfaceIdiom? = nil
    ) -> Image? {
        let path = FilePath(name)
        let parts = FrameFileName(path.lastComponent)
        let files = NamedImages(names)
        let hasExtension = NamedImages.extensions.contains(parts.lowercasedExtension)
        let file = files.file(
            hasExtension ? String(decoding: parts.bytes[..<parts.dot], as: UTF8.self) : path.lastComponent,
            formats: hasExtension ? .only(parts.bytes[parts.dot...].dropFirst()) : .png,
            scale: scale,
            idiom: idiom
        )
        return file.map { Image(byReferencingFile: FilePath(path.prefixOfName + $0.path.string)) }
    }

    /// Names in the folder that `name` would mean were its extension written out: what to suggest where
    /// ``named(_:among:scale:idiom:)`` finds nothing.
    public static func suggestions(for name: String, among names: [String]) -> [String] {
        let stem = FilePath(name).lastComponent
        let file = NamedImages(names).file(stem, formats: .any, scale: 1, idiom: nil)
        return file.map { [$0.path.string] } ?? []
    }

    /// The picture in a file that is not opened before the picture is drawn, as AppKit's `NSImage(byReferencingFile:)`, in the
    /// scale that an `@2x` in the name states. Until its header is read, ``size`` is zero.
    public init(byReferencingFile path: FilePath) {
        self.init(source: .file(path), scale: Double(FrameFileName(path.lastComponent).scale ?? 1))
    }
}

/// The images of a folder by the part of their names before the scale factor.
struct NamedImages {
    enum Formats {
        /// PNG.
        case png
        /// PNG, and where there is none any other.
        case any
        /// Files with exactly this extension.
        case only(ArraySlice<UInt8>)
    }

    /// The extensions of images, lower case.
    static let extensions = Set(FileSequence.imageExtensions.map { Array($0.utf8) })

    private let files: [FilePath: [FrameFileName]]

    init(_ names: [String]) {
        let images = names.lazy.map { FrameFileName($0) }.filter { Self.extensions.contains($0.lowercasedExtension) }
        files = Dictionary(grouping: images) { FilePath(String(decoding: $0.bytes[..<$0.stemEnd], as: UTF8.self)) }
    }

    /// The file of a name that the scale asks for; one that is for the device goes before one that is for all.
    func file(_ stem: String, formats: Formats, scale: Int, idiom: UserInterfaceIdiom?) -> FrameFileName? {
        var all = (files[FilePath(stem)] ?? []).filter { $0.idiom == nil || $0.idiom == idiom }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let isPNG = { (name: FrameFileName) in name.lowercasedExtension.elementsEqual("png".utf8) }
        switch formats {
        case .png: all = all.filter(isPNG)
        case .any: if all.contains(where: isPNG) { all = all.filter(isPNG) }
        case .only(let word): all = all.filter { $0.bytes[$0.dot...].dropFirst() == word }
        }
        let own = all.filter { $0.idiom != nil }
        return Resolution.variant(of: own.isEmpty ? all : own, scale: scale) { $0.scale ?? 1 }
    }
}
