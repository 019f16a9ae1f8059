public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookSequences

/// UIImage's look-up by name; a folder stands in the place of UIKit's bundle.
extension Image {
    /// The image of a name in a folder, as UIKit's `init(named:in:compatibleWith:)`, its header read.
    ///
    /// The image is looked for in the asset catalogs `NAME.xcassets` of the folder, then in its folders of languages, such as
    /// `fr.lproj` and `Base.lproj`, then in the folder itself, where `hero.fr.png` goes before `hero.png`. The folder may
    /// also be an asset catalog.
    ///
    /// In a catalog, the name is that of the image set, after the names of the groups around it that provide a namespace. It
    /// gives caps, alignment insets and rendering mode. Of a file, the extension `.png` may be left out, and of its variants
    /// (`@2x`, `@3x`) the one of the scale is taken, else the next finer one, else the finest.
    ///
    /// ```swift
    /// let user = LanguagePreferences(environment: ProcessInfo.processInfo.environment)
    /// let hero = try Image(named: "hero", in: "Resources", compatibleWith: .init(scale: 2, languages: user))
    /// ```
    /// - Parameters:
    ///   - name: The name; it may lead into a folder in the folder.
    ///   - folder: The folder.
    ///   - traits: The scale, device, languages and looks that the image is for.
    /// - Throws: ``ImageNameError``: there is no image of that name, or it cannot be read.
    public init(
        named name: String,
        in folder: FilePath,
        compatibleWith traits: ImageSet.Traits = ImageSet.Traits()
    ) throws(ImageNameError) {
        self = try wrapping(ImageSearch(name, in: folder, traits).image()) { (reason: ImageNameError.Reason) in
            ImageNameError(name: name, reason: reason)
        }
    }

    /// The animation of numbered images in a folder, as `UIImage.animatedImageNamed(_:duration:)`, their headers read.
    ///
    /// The numbers follow the name without zeros in front, from 0 or, where there is no 0, from 1, to the first that is
    /// missing, and to 1024 at most. Each image is looked for as ``init(named:in:compatibleWith:)`` looks for it; a file of
    /// another format stands in for a PNG file. All come from one catalog or one folder of a language: from the one that has
    /// most of them, and of several with as many from the first.
    /// - Parameter duration: The exact length of one cycle in seconds; 0 for 1/30 s an image.
    /// - Throws: ``ImageNameError``: there is no image with 0 or 1, or one cannot be read.
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

    /// The animation of numbered images in a folder, each resizable, as
    /// `UIImage.animatedResizableImageNamed(_:capInsets:resizingMode:duration:)`.
    ///
    /// The images are those of ``animatedImageNamed(_:in:duration:compatibleWith:)``.
    /// - Parameters:
    ///   - capInsets: The margins of each image that are not resized, in points.
    ///   - resizingMode: The way in which each image fills the room between them.
    ///   - duration: The exact length of one cycle in seconds; 0 for 1/30 s an image.
    /// - Throws: ``ImageNameError``: there is no image with 0 or 1, or one cannot be read, or is too small for the insets.
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

/// A search for the image of a name in the places where it may be.
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
        for place in places {
            if let image = try image(name, in: place) { return try read(image) }
        }
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
        var most: [Image] = []
        for place in places {
            let images = try images(in: place)
            if images.count > most.count { most = images }
        }
        guard let image = Image.animatedImage(with: most, duration: duration) else {
            throw .notFound((0...1).map { folder.appending("\(name)\($0).png") }, suggestion: nil)
        }
        return try read(image)
    }

    /// The images with the numbers from 0 or 1 to the first that is missing.
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

    private func image(
        _ name: String,
        in place: Place,
        isOfAnyFormat: Bool = false
    ) throws(ImageNameError.Reason) -> Image? {
        switch place {
        case .files(let images):
            // The images of an animation are of one language, and so of one folder.
            let traits = isOfAnyFormat ? changing(traits) { $0.languages = [] } : traits
            return images.image(FilePath(name).lastComponent, for: traits, isOfAnyFormat: isOfAnyFormat)
        case .catalog(let catalog):
            do throws(ImageSetFolderError) {
                return try catalog.set(named: name)?.image(for: traits)
            } catch {
                throw .catalog(error)
            }
        }
    }

    private func read(_ image: Image) throws(ImageNameError.Reason) -> Image {
        try wrapping(image.readingHeader(), in: ImageNameError.Reason.image)
    }
}

/// The error of a name that leads to no image.
public struct ImageNameError: ExplainedError, Hashable {
    /// The obstacle.
    public enum Reason: Error, Hashable {
        /// The folder cannot be read.
        case folder(FileSystemError)
        /// Neither one of these files nor an image in a catalog has the name; perhaps another name is meant.
        case notFound([FilePath], suggestion: String?)
        /// The asset catalog that has the name gives no image.
        case catalog(ImageSetFolderError)
        /// An image of the name cannot be read.
        case image(ImageError)
    }

    /// The name that was looked up.
    public let name: String
    /// The obstacle.
    public let reason: Reason

    /// `image.name`.
    public var code: ErrorCode { "image.name" }

    /// The fault, and the way to mend it.
    public var explanation: Explanation {
        switch reason {
        case .folder(let error): error.explanation
        case .catalog(let error): error.explanation
        case .notFound(let files, let suggestion):
            "\(files.map(\.description).listed(by: "or")): there is no image of this name"
                + Explanation(suggestion.map { "; write \"\($0.escapingControlCharacters)\"." } ?? ".")
        case .image(let error): Explanation(error.description)
        }
    }
}
