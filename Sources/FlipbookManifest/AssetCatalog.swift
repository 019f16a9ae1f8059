import FlipbookCore
import FlipbookFiles
import FlipbookScene

struct AssetCatalog {
    static let suffix = ".xcassets"

    let path: FilePath
    let sets: [FilePath]
    private let setsOfName: [FilePath: [FilePath]]

    init(_ path: FilePath) throws(ImageSetFolderError) {
        var sets: [FilePath] = []
        // The folders of sets are not searched: a catalog may have a thousand sets, but it has only a few groups.
        var groups = [path]
        while let group = groups.popLast() {
            let folders = try wrapping(FolderListing(group).folders) { (error: FileSystemError) in
                ImageSetFolderError.contents(.system(error))
            }
            for name in folders where name.utf8.first != UInt8(ascii: ".") {
                let folder = group.appending(name)
                if name.hasSuffix(ImageSetFolder.suffix) { sets.append(folder) } else { groups.append(folder) }
            }
        }
        self.path = path
        self.sets = sets.sorted { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }
        setsOfName = Dictionary(grouping: self.sets) {
            FilePath(String($0.lastComponent.dropLast(ImageSetFolder.suffix.count)))
        }
    }

    /// Returns the image set with the given name, or `nil` if there is none. The name is the set's folder name, preceded by the
    /// enclosing groups that provide a namespace.
    /// - Throws: ``ImageSetFolderError`` if multiple sets have this name, or if a `Contents.json` is invalid.
    func set(named name: String) throws(ImageSetFolderError) -> ImageSetFolder? {
        var found: [FilePath] = []
        for set in namesakes(of: name) where try self.name(of: set) == FilePath(name) { found.append(set) }
        guard found.count < 2 else { throw .severalSets(path.appending(name), found) }
        return try found.first.map { folder throws(ImageSetFolderError) in try ImageSetFolder(folder) }
    }

    func suggestion(for name: String) throws(ImageSetFolderError) -> String? {
        try namesakes(of: name).first.map { set throws(ImageSetFolderError) in try self.name(of: set).string }
    }

    private func namesakes(of name: String) -> [FilePath] { setsOfName[FilePath(FilePath(name).lastComponent)] ?? [] }

    private func name(of set: FilePath) throws(ImageSetFolderError) -> FilePath {
        let inside = set.string.utf8.dropFirst(path.string.utf8.count).dropLast(ImageSetFolder.suffix.utf8.count)
        let parts = inside.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var (group, name) = (path, "")
        for part in parts.dropLast() {
            group = group.appending(part)
            if try Self.providesNamespace(group) { name += part + "/" }
        }
        return FilePath(name + (parts.last ?? ""))
    }

    private static func providesNamespace(_ group: FilePath) throws(ImageSetFolderError) -> Bool {
        let contents = group.appending(ImageSetFolder.contentsName)
        do throws(ManifestFileError) {
            return try ManifestFileError.reading(contents) { bytes throws(ManifestError) in
                let node = try JSONReader.node(of: bytes, file: contents)
                return try ImageSet.providesNamespace(decoding: node, file: contents)
            }
        } catch {
            // A folder without `Contents.json` is a plain group.
            if case .system(let error) = error, error.isAbsence { return false }
            throw .contents(error)
        }
    }
}
