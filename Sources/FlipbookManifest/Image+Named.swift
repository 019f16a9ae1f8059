public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookSequences

extension Image {
    /// The animation of numbered files in a folder, as `UIImage.animatedImageNamed(_:duration:)`, their headers read.
    ///
    /// The files are found as ``animatedImageNamed(_:duration:among:scale:idiom:)`` finds them.
    /// - Throws: ``ImageNameError``: there is none of that name, or one cannot be read.
    public static func animatedImageNamed(
        _ name: String,
        in folder: FilePath,
        duration: RationalTime,
        scale: Int = 1,
        idiom: UserInterfaceIdiom? = nil
    ) throws(ImageNameError) -> Image {
        let path = FilePath(folder.string.isEmpty ? name : "\(folder.string)/\(name)")
        let names = try names(beside: path, name)
        guard
            let image = animatedImageNamed(path.string, duration: duration, among: names, scale: scale, idiom: idiom)
        else { throw ImageNameError(name: name, reason: .notFound(suggestion: nil)) }
        return try image.readingHeader(path, name)
    }

    /// The picture that `name` means in a folder, as `UIImage(named:in:with:)`, its header read.
    ///
    /// The extension `.png` may be left out, others may not. Of the variants of a picture (`@2x`, `@3x`) the one is
    /// taken that is as fine as `scale` asks for, else the next finer one, else the finest. Folders of languages are
    /// not looked into.
    ///
    /// The folder may be an asset catalog `NAME.xcassets`, and one that lies in it is looked into before the folder's own
    /// files, as an app's is: there the image is the catalog's for that scale and device, with its caps and rendering mode.
    /// - Parameters:
    ///   - name: The name without scale factor and modifier; it may lead into a folder in the folder.
    ///   - folder: The folder that is looked into.
    ///   - scale: Pixels of the output per point.
    ///   - idiom: The kind of device whose own images (`~ipad`) go first; `nil` leaves all of these out.
    /// - Throws: ``ImageNameError``: there is none of that name, or it cannot be read.
    public init(
        named name: String,
        in folder: FilePath,
        scale: Int = 1,
        idiom: UserInterfaceIdiom? = nil
    ) throws(ImageNameError) {
        let device = idiom.map { String($0.suffix.dropFirst()) } ?? ImageSet.Traits().idiom
        if let image = try Self.catalogued(name, in: folder, ImageSet.Traits(scale: scale, idiom: device)) {
            self = image
            return
        }
        let path = FilePath(folder.string.isEmpty ? name : "\(folder.string)/\(name)")
        let names = try Self.names(beside: path, name)
        guard let image = Image.named(path.string, among: names, scale: scale, idiom: idiom) else {
            let suggestion = Image.suggestions(for: path.string, among: names).first
            throw ImageNameError(name: name, reason: .notFound(suggestion: suggestion))
        }
        self = try image.readingHeader(path, name)
    }

    /// The picture that `name` means in a folder for some traits, as UIKit's `init(named:in:compatibleWith:)`, its header read.
    ///
    /// As ``init(named:in:scale:idiom:)``, and of an asset catalog the variant for the language, direction and appearance.
    /// In the folders of languages `fr.lproj` and `Base.lproj` the picture for that language goes before the folder's own.
    /// - Throws: ``ImageNameError``: there is none of that name, or it cannot be read.
    public init(
        named name: String,
        in folder: FilePath,
        compatibleWith traits: ImageSet.Traits
    ) throws(ImageNameError) {
        let idiom = UserInterfaceIdiom.allCases.first { $0.suffix.dropFirst() == traits.idiom }
        if let image = try Self.catalogued(name, in: folder, traits) {
            self = image
            return
        }
        let languages = LanguagePreferences(traits.locale.map { [$0] } ?? [])
        for folder in LocalizedFolder(folder, languages)?.folders ?? [] {
            do throws(ImageNameError) {
                try self.init(named: name, in: folder, scale: traits.scale, idiom: idiom)
                return
            } catch {
                guard case .notFound = error.reason else { throw error }
            }
        }
        try self.init(named: name, in: folder, scale: traits.scale, idiom: idiom)
    }

    /// The picture of this name in an asset catalog, or `nil` if there is none, or no catalog.
    private static func catalogued(
        _ name: String,
        in folder: FilePath,
        _ traits: ImageSet.Traits
    ) throws(ImageNameError) -> Image? {
        var image: Image?
        do {
            for catalog in catalogs(in: folder) where image == nil {
                image = try ImageSetFolder(at: catalog.appending(name))?.image(for: traits)
            }
        } catch {
            throw ImageNameError(name: name, reason: .catalog(error))
        }
        return try image?.readingHeader(folder, name)
    }

    private static func names(beside path: FilePath, _ name: String) throws(ImageNameError) -> [String] {
        try wrapping(FolderListing(FilePath(path.directory)).names) { (error: FileSystemError) in
            ImageNameError(name: name, reason: .folder(error))
        }
    }

    private func readingHeader(_ place: FilePath, _ name: String) throws(ImageNameError) -> Image {
        try wrapping(readingHeader()) { (error: ImageError) in
            ImageNameError(name: name, reason: .image(path ?? place, error))
        }
    }

    /// The catalog that a folder is, or those that lie in it, in the order of their names.
    private static func catalogs(in folder: FilePath) -> [FilePath] {
        let suffix = ".xcassets"
        if folder.lastComponent.hasSuffix(suffix) { return [folder] }
        // A folder that cannot be read has no catalog either; what looks for its files says why.
        let names = (try? FolderListing(folder).folders) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { folder.appending($0) }
    }
}

/// The error of a name that leads to no picture.
public struct ImageNameError: ExplainedError, Hashable {
    /// The obstacle.
    public enum Reason: Hashable, Sendable {
        /// The folder cannot be read.
        case folder(FileSystemError)
        /// Nothing there has the name; perhaps this file is meant.
        case notFound(suggestion: String?)
        /// The asset catalog that has the name gives no image.
        case catalog(ImageSetFolderError)
        /// The file is no picture.
        case image(FilePath, ImageError)
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
        case .notFound(let suggestion?):
            "There is no image named \"\(name.escapingControlCharacters)\"; only .png may be left out. "
                + "Write \"\(suggestion.escapingControlCharacters)\"."
        case .notFound:
            "There is no image named \"\(name.escapingControlCharacters)\"."
        case .image(let path, let error): "\(path): \(error.description)"
        }
    }
}
