public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookSequences

extension Image {
    /// Loads a named image from a folder and reads its header, as UIKit's `init(named:in:compatibleWith:)` does.
    ///
    /// The folder's asset catalogs `NAME.xcassets` are searched first, then its language folders, such as `fr.lproj` and
    /// `Base.lproj`, then the folder itself, in which `hero.fr.png` precedes `hero.png`. The folder may be a catalog.
    ///
    /// In a catalog, the name is the image set's name, preceded by the enclosing groups that provide a namespace. The set
    /// specifies caps, alignment insets, and the rendering mode. For a file, the extension `.png` is optional. Among a file's
    /// variants (`@2x`, `@3x`), the requested scale is preferred, then the next larger one, then the largest.
    ///
    /// ```swift
    /// let user = LanguagePreferences(environment: ProcessInfo.processInfo.environment)
    /// let hero = try Image(named: "hero", in: "Resources", compatibleWith: .init(scale: 2, languages: user))
    /// ```
    /// - Parameters:
    ///   - name: The name, which may include subfolders.
    ///   - traits: The scale, device, languages, and appearances to match.
    /// - Throws: ``ImageNameError`` if there is no such image, or if it cannot be read.
    public init(named name: String, in folder: FilePath, compatibleWith traits: ImageSet.Traits = ImageSet.Traits())
        throws(ImageNameError)
    {
        self = try wrapping(ImageSearch(name, in: folder, traits).image()) { (reason: ImageNameError.Reason) in
            ImageNameError(name: name, reason: reason)
        }
    }

    /// Loads an animation of numbered images from a folder and reads their headers, as
    /// `UIImage.animatedImageNamed(_:duration:)` does.
    ///
    /// A number without leading zeros follows the name. The numbers begin at 0 or 1 and must be consecutive. At most 1024
    /// images are loaded. Each image is looked up as in ``init(named:in:compatibleWith:)``, but may have a format other than
    /// PNG. All images come from the catalog or language folder with the most images. In a tie, the first one wins.
    /// - Parameter duration: The exact length of one cycle in seconds. 0 means 1/30 s per image.
    /// - Throws: ``ImageNameError`` if there is no image with number 0 or 1, or if an image cannot be read.
    public static func animatedImageNamed(
        _ name: String,
        in folder: FilePath,
        duration: RationalTime,
        compatibleWith traits: ImageSet.Traits = ImageSet.Traits()
    ) throws(ImageNameError) -> Image {
        try wrapping(ImageSearch(name, in: folder, traits).animation(duration)) { (reason: ImageNameError.Reason) in
            ImageNameError(name: name, reason: reason)
        }
    }

    /// Loads an animation of resizable numbered images, as
    /// `UIImage.animatedResizableImageNamed(_:capInsets:resizingMode:duration:)` does. The images are the same as for
    /// ``animatedImageNamed(_:in:duration:compatibleWith:)``.
    /// - Parameter capInsets: The margins that keep their size, in points.
    /// - Throws: ``ImageNameError`` if there is no image with number 0 or 1, or if an image cannot be read or is too small for
    ///   the insets.
    public static func animatedResizableImageNamed(
        _ name: String,
        in folder: FilePath,
        capInsets: EdgeInsets,
        resizingMode: ResizingMode = .tile,
        duration: RationalTime,
        compatibleWith traits: ImageSet.Traits = ImageSet.Traits()
    ) throws(ImageNameError) -> Image {
        let image = try animatedImageNamed(name, in: folder, duration: duration, compatibleWith: traits)
            .resizableImage(withCapInsets: capInsets, resizingMode: resizingMode)
        for image in image.images ?? [] {
            guard let resizing = image.resizing, let size = image.pixelSize else { continue }
            _ = try wrapping(resizing.slices(of: image.imageOrientation.shownSize(of: size), scale: image.scale)) {
                (error: CapInsetsError) in
                ImageNameError(name: name, reason: .image(ImageError(.capInsets(error), path: image.path)))
            }
        }
        return image
    }
}

private struct ImageSearch {
    private enum Place {
        case catalog(AssetCatalog)
        case files(NamedImages)
    }

    private let name: String
    private let folder: FilePath
    private let traits: ImageSet.Traits
    private var places: [Place] = []

    init(_ name: String, in folder: FilePath, _ traits: ImageSet.Traits) throws(ImageNameError.Reason) {
        let folder = folder.string.isEmpty ? FilePath(".") : folder
        (self.name, self.folder, self.traits) = (name, folder, traits)
        if folder.withoutTrailingSlashes.string.hasSuffix(AssetCatalog.suffix) {
            places = [.catalog(try wrapping(AssetCatalog(folder), in: ImageNameError.Reason.catalog))]
            return
        }
        let folders = try wrapping(FolderListing(folder).folders, in: ImageNameError.Reason.folder)
        let catalogs = folders.filter { $0.hasSuffix(AssetCatalog.suffix) }
        for catalog in catalogs.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let found = try wrapping(AssetCatalog(folder.appending(catalog)), in: ImageNameError.Reason.catalog)
            places.append(.catalog(found))
        }
        let own = FilePath(folder.appending(name).directory)
        let localized = (LocalizedFolder(folder, traits.languages)?.folders ?? [])
            .map { FilePath($0.appending(name).directory) }
        let beside = LocalizedFolder(own, traits.languages)?.folders ?? []
        for folder in (localized + beside + [own]).distinct {
            do throws(FileSystemError) {
                places.append(.files(NamedImages(try FolderListing(folder).names, in: folder)))
            } catch {
                guard error.isAbsence else { throw .folder(error) }
            }
        }
    }

    func image() throws(ImageNameError.Reason) -> Image {
        for place in places { if let image = try image(name, in: place) { return try read(image) } }
        var suggestion: String?
        for place in places where suggestion == nil {
            switch place {
            case .files: suggestion = try image(name, in: place, isOfAnyFormat: true)?.path?.lastComponent
            case .catalog(let catalog):
                suggestion = try wrapping(catalog.suggestion(for: name), in: ImageNameError.Reason.catalog)
            }
        }
        let hasExtension = FileSequence.imageExtensions.contains(name.lowercasedExtension)
        throw .notFound([folder.appending(hasExtension ? name : name + ".png")], suggestion: suggestion)
    }

    func animation(_ duration: RationalTime) throws(ImageNameError.Reason) -> Image {
        let most = try places.map(images).max { $0.count < $1.count }
        guard let image = Image.animatedImage(with: most ?? [], duration: duration)
        else { throw .notFound((0...1).map { folder.appending("\(name)\($0).png") }, suggestion: nil) }
        return try read(image)
    }

    private func images(in place: Place) throws(ImageNameError.Reason) -> [Image] {
        var images: [Image] = []
        for number in 0...Image.lastIndex {
            if let image = try image("\(name)\(number)", in: place, isOfAnyFormat: true) {
                images.append(image)
            } else if number > 0 {
                break
            }
        }
        return images
    }

    private func image(_ name: String, in place: Place, isOfAnyFormat: Bool = false) throws(ImageNameError.Reason)
        -> Image?
    {
        switch place {
        case .files(let images):
            // All images of an animation must come from the same language, and therefore from the same folder.
            let traits = isOfAnyFormat ? changing(traits) { $0.languages = [] } : traits
            return images.image(FilePath(name).lastComponent, for: traits, isOfAnyFormat: isOfAnyFormat)
        case .catalog(let catalog):
            return try wrapping(catalog.set(named: name)?.image(for: traits), in: ImageNameError.Reason.catalog)
        }
    }

    private func read(_ image: Image) throws(ImageNameError.Reason) -> Image {
        try wrapping(image.readingHeader(), in: ImageNameError.Reason.image)
    }
}

/// The error for a name without an image.
public struct ImageNameError: ExplainedError, Hashable {
    /// The reason for the failure.
    public enum Reason: Error, Hashable {
        /// The folder cannot be read.
        case folder(FileSystemError)
        /// No file or catalog image has this name. The suggestion is a similar name.
        case notFound([FilePath], suggestion: String?)
        /// The asset catalog that contains the name has no usable image.
        case catalog(ImageSetFolderError)
        /// An image with the name cannot be read.
        case image(ImageError)
    }

    /// The requested name.
    public let name: String
    /// The reason for the failure.
    public let reason: Reason

    /// `image.name`.
    public var code: ErrorCode { "image.name" }

    /// The fault and the remedy.
    public var explanation: Explanation {
        switch reason {
        case .folder(let error): error.explanation
        case .catalog(let error): error.explanation
        case .notFound(let files, let suggestion):
            "\(files.map(\.description).listed(by: "or")): there is no image with this name"
                + Explanation(suggestion.map { "; write \"\($0.escapingControlCharacters)\"." } ?? ".")
        case .image(let error): Explanation(error.description)
        }
    }
}
