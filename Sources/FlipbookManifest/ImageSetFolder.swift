public import FlipbookCore
internal import FlipbookFiles

/// An image set in an asset catalog: a folder `NAME.imageset` with its `Contents.json`.
public struct ImageSetFolder: Hashable, Sendable {
    /// The folder.
    public let path: FilePath
    /// The contents of `Contents.json`.
    public let set: ImageSet

    /// The path of `Contents.json`.
    public var contents: FilePath { path.appending(Self.contentsName) }
    /// All files that the set lists, and `Contents.json`.
    public var files: [FilePath] { [contents] + set.variants.compactMap(\.filename).map { path.appending($0) } }

    static let contentsName = "Contents.json"
    static let suffix = ".imageset"

    /// Opens the image set at a path. Returns `nil` if there is none. The path may be a folder `NAME.imageset`, its
    /// `Contents.json`, a catalog `NAME.xcassets` with a single image set, or an image's name in a catalog, as in
    /// `Assets.xcassets/button`. The image's name is the set's name, preceded by the enclosing groups that provide a namespace.
    public init?(at path: FilePath) throws(ImageSetFolderError) {
        var path = path.withoutTrailingSlashes
        if path.lastComponent.utf8.elementsEqual(Self.contentsName.utf8) { path = FilePath(path.directory) }
        if path.string.hasSuffix(Self.suffix), path.isFolder {
            try self.init(path)
        } else if path.string.hasSuffix(AssetCatalog.suffix), path.isFolder {
            let sets = try AssetCatalog(path).sets
            guard let set = sets.first else { throw .noSet(path) }
            guard sets.count == 1 else { throw .severalSets(path, sets) }
            try self.init(set)
        } else if let end = path.string.firstRange(of: AssetCatalog.suffix + "/"), FileStatus(path) == nil {
            let catalog = FilePath(String(path.string[..<end.upperBound].dropLast()))
            guard catalog.isFolder else { return nil }
            let (names, name) = (try AssetCatalog(catalog), String(path.string[end.upperBound...]))
            if let set = try names.set(named: name) {
                self = set
            } else if let suggestion = try names.suggestion(for: name) {
                throw .otherName(path, suggestion: catalog.appending(suggestion))
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    init(_ folder: FilePath) throws(ImageSetFolderError) {
        path = folder
        set = try wrapping(ImageSet(reading: folder.appending(Self.contentsName)), in: ImageSetFolderError.contents)
    }

    /// Returns the set's picture for the given traits.
    public func image(for traits: ImageSet.Traits) throws(ImageSetFolderError) -> Image {
        guard let image = Image(set, in: path, for: traits) else { throw .noVariant(contents) }
        return image
    }
}

/// The error for an asset catalog without a usable image.
public enum ImageSetFolderError: ExplainedError, Hashable {
    /// The set's `Contents.json` cannot be read or is invalid.
    case contents(ManifestFileError)
    /// The catalog has no image set.
    case noSet(FilePath)
    /// The catalog has multiple image sets, or multiple sets with this name.
    case severalSets(FilePath, [FilePath])
    /// No image set has this name. The suggestion differs only in its groups.
    case otherName(FilePath, suggestion: FilePath)
    /// No variant in this `Contents.json` has a matching file.
    case noVariant(FilePath)

    /// The code of the underlying error, or a separate code for each other case.
    public var code: ErrorCode {
        switch self {
        case .contents(let error): error.code
        case .noSet: "catalog.empty"
        case .severalSets: "catalog.several"
        case .otherName: "catalog.name"
        case .noVariant: "catalog.variant"
        }
    }

    /// The location, the fault, and the remedy.
    public var explanation: Explanation {
        switch self {
        case .contents(let error): return error.explanation
        case .noSet(let catalog): return "\(catalog): this asset catalog has no image set."
        case .severalSets(let catalog, let sets):
            let shown = sets.prefix(Self.namedSets).map { "\n  \($0.string.quotedForShell)" }.joined()
            let rest = sets.count > Self.namedSets ? "\n  … and \(sets.count - Self.namedSets) more" : ""
            return "\(catalog): \(sets.count) images in the asset catalog match; specify one of them:\(shown)\(rest)"
        case .otherName(let path, let suggestion):
            return "\(path): there is no image with this name. A group is part of the name only if it provides a "
                + "namespace. Write \(suggestion)."
        case .noVariant(let contents):
            return "\(contents): no image has a file for this scale, device and direction. Add one, or choose "
                + "different values."
        }
    }

    private static let namedSets = 10
}
