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
        let file: NamedImages.File?
        if NamedImages.extensions.contains(parts.lowercasedExtension) {
            let stem = String(decoding: parts.bytes[..<parts.dot], as: UTF8.self)
            let formats = NamedImages.Formats.only(Array(parts.bytes[parts.dot...].dropFirst()))
            file = files.file(stem, formats: formats, scale: scale, idiom: idiom)
        } else {
            file = files.file(path.lastComponent, formats: .png, scale: scale, idiom: idiom)
        }
        return file.map { Image(file: $0, in: path.prefixOfName) }
    }

    /// Names in the folder that `name` would mean were its extension written out: what to suggest where
    /// ``named(_:among:scale:idiom:)`` finds nothing.
    public static func suggestions(for name: String, among names: [String]) -> [String] {
        let stem = FilePath(name).lastComponent
        let file = NamedImages(names).file(stem, formats: .any, scale: 1, idiom: nil)
        return file.map { [$0.name] } ?? []
    }

    /// The picture in a file, its scale read from the file's name, as `UIImage(contentsOfFile:)`; its header is
    /// still to be read.
    public init(file path: FilePath) {
        self.init(source: .file(path), scale: Double(FrameFileName(path.lastComponent).scale ?? 1))
    }

    /// The picture in the bytes of a file; its header is still to be read.
    public init(data: ImageData, scale: Double = 1) {
        self.init(source: .data(data), scale: scale)
    }

    init(file: NamedImages.File, in directory: String) {
        self.init(source: .file(FilePath(directory + file.name)), scale: Double(file.scale))
    }
}

/// The images of a folder by the part of their names before the scale factor.
struct NamedImages {
    /// One file.
    struct File {
        /// Its name.
        let name: String
        /// The scale factor that the name states, 1 where it states none.
        let scale: Int
        /// The kind of device that the name is for.
        let idiom: UserInterfaceIdiom?
        /// The extension as written.
        let fileExtension: [UInt8]

        /// Whether the extension says that it is a PNG.
        var isPNG: Bool { fileExtension.map { $0 | 0x20 }.elementsEqual("png".utf8) }
    }

    /// Which formats a look-up takes.
    enum Formats {
        /// PNG.
        case png
        /// PNG, and where there is none any other.
        case any
        /// Files with exactly this extension.
        case only([UInt8])
    }

    /// The extensions of images, lower case.
    static let extensions = Set(FileSequence.imageExtensions.map { Array($0.utf8) })

    private var files: [FilePath: [File]] = [:]

    /// The images among the names in a folder.
    init(_ names: [String]) {
        for name in names {
            let parts = FrameFileName(name)
            guard Self.extensions.contains(parts.lowercasedExtension) else { continue }
            let stem = FilePath(String(decoding: parts.bytes[..<parts.stemEnd], as: UTF8.self))
            files[stem, default: []].append(
                File(
                    name: name,
                    scale: parts.scale ?? 1,
                    idiom: parts.idiom,
                    fileExtension: Array(parts.bytes[parts.dot...].dropFirst())
                )
            )
        }
    }

    /// The file of a name that the scale asks for; one that is for the device goes before one that is for all.
    func file(_ stem: String, formats: Formats, scale: Int, idiom: UserInterfaceIdiom?) -> File? {
        var all = (files[FilePath(stem)] ?? []).filter { $0.idiom == nil || $0.idiom == idiom }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        switch formats {
        case .png: all = all.filter(\.isPNG)
        case .any: if all.contains(where: \.isPNG) { all = all.filter(\.isPNG) }
        case .only(let fileExtension): all = all.filter { $0.fileExtension == fileExtension }
        }
        let own = all.filter { $0.idiom != nil }
        return Resolution.variant(of: own.isEmpty ? all : own, scale: scale, by: \.scale)
    }
}
