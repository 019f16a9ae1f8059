public import FlipbookCore
internal import FlipbookFiles

/// An asset catalog's image as it lies on the disk: a folder `NAME.imageset` with its `Contents.json`.
public struct ImageSetFolder: Hashable, Sendable {
    /// The folder.
    public let path: FilePath
    /// The contents of its `Contents.json`.
    public let set: ImageSet

    /// The file that says it.
    public var contents: FilePath { path.appending(Self.contentsName) }

    /// Every file that the set names, and the one that names them.
    public var files: [FilePath] { [contents] + set.variants.compactMap(\.filename).map { path.appending($0) } }

    private static let contentsName = "Contents.json"
    private static let setSuffix = ".imageset"
    private static let catalogSuffix = ".xcassets"

    /// The image set that `path` means, or `nil` if it means none.
    ///
    /// It may be the folder `NAME.imageset`, its `Contents.json`, a catalog `NAME.xcassets` that holds one image set, or
    /// an image's name in a catalog, as in `Assets.xcassets/button`.
    /// - Throws: ``ImageSetFolderError``.
    public init?(at path: FilePath) throws(ImageSetFolderError) {
        var path = path.withoutTrailingSlashes
        if path.lastComponent.utf8.elementsEqual(Self.contentsName.utf8) { path = FilePath(path.directory) }
        let isSet = path.string.hasSuffix(Self.setSuffix)
        if !isSet, path.string.hasSuffix(Self.catalogSuffix), path.isFolder {
            path = try Self.onlySet(in: path)
        } else if !isSet, path.string.contains(Self.catalogSuffix + "/"), FileStatus(path) == nil {
            path = FilePath(path.string + Self.setSuffix)
        }
        guard path.string.hasSuffix(Self.setSuffix), path.isFolder else { return nil }
        self.path = path
        do { set = try ImageSet(reading: path.appending(Self.contentsName)) } catch { throw .contents(error) }
    }

    /// The picture of the set for `traits`.
    /// - Throws: ``ImageSetFolderError/noVariant(_:)``.
    public func image(for traits: ImageSet.Traits) throws(ImageSetFolderError) -> Image {
        guard let image = Image(set, in: path, for: traits) else { throw .noVariant(contents) }
        return image
    }

    private static func onlySet(in catalog: FilePath) throws(ImageSetFolderError) -> FilePath {
        let folders: [FilePath]
        do { folders = try FolderTree(catalog).folders } catch { throw .contents(.system(error)) }
        let sets = folders.filter { $0.string.hasSuffix(setSuffix) }
        guard let first = sets.first else { throw .noSet(catalog) }
        guard sets.count == 1 else { throw .severalSets(catalog, sets) }
        return first
    }
}

/// The error of an asset catalog that gives no image.
public enum ImageSetFolderError: ExplainedError, Hashable {
    /// The set's `Contents.json` cannot be read, or has mistakes.
    case contents(ManifestFileError)
    /// The catalog has no image set.
    case noSet(FilePath)
    /// The catalog has several image sets, and it is not known which one is meant.
    case severalSets(FilePath, [FilePath])
    /// No variant with a file will do, as this `Contents.json` says.
    case noVariant(FilePath)
}

extension ImageSetFolderError {
    /// The kind of the error: that of the error within, or by its case.
    public var code: ErrorCode {
        switch self {
        case .contents(let error): error.code
        case .noSet: "catalog.empty"
        case .severalSets: "catalog.several"
        case .noVariant: "catalog.variant"
        }
    }

    /// The place, the fault, and the remedy.
    public var explanation: Explanation {
        switch self {
        case .contents(let error): return error.explanation
        case .noSet(let catalog): return "\(catalog): there is no image set in this asset catalog."
        case .severalSets(let catalog, let sets):
            let shown = sets.prefix(Self.namedSets).map { "\n  \($0.string.quotedForShell)" }.joined()
            let rest = sets.count > Self.namedSets ? "\n  … and \(sets.count - Self.namedSets) more" : ""
            return "\(catalog): there are \(sets.count) images in this asset catalog; give one of them:\(shown)\(rest)"
        case .noVariant(let contents):
            return "\(contents): no image has a file for this scale, device and direction. Add one, or ask for another."
        }
    }

    /// The number of sets that a message names before it counts the rest.
    private static let namedSets = 10
}
