public import FlipbookCore

/// A folder and the folders below it.
public struct FolderTree: Hashable, Sendable {
    /// The folders by path, each before those in it. A folder's own path ends as it was given.
    public let folders: [FilePath]
    /// Folders below the first that could not be read.
    public let faults: [FileSystemError]

    /// Walks down from `root`. Hidden folders and symbolic links are not followed, so the walk ends.
    /// - Throws: ``FileSystemError`` where `root` itself cannot be read.
    public init(_ root: FilePath) throws(FileSystemError) {
        var folders: [FilePath] = []
        var faults: [FileSystemError] = []
        var waiting = [root]
        while let folder = waiting.popLast() {
            let listing: FolderListing
            do {
                listing = try FolderListing(folder)
            } catch {
                if folders.isEmpty, faults.isEmpty { throw error }
                faults.append(error)
                continue
            }
            folders.append(folder)
            let below = listing.folders.filter { $0.utf8.first != UInt8(ascii: ".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            // The last one waiting comes next.
            waiting += below.reversed().map { folder.appending($0) }
        }
        self.folders = folders
        self.faults = faults
    }
}

extension FilePath {
    /// The path of `name` in this folder; of a name in the current folder, the name alone.
    public func appending(_ name: String) -> FilePath {
        if string.isEmpty || string.utf8.elementsEqual(".".utf8) { return FilePath(name) }
        return FilePath(string.utf8.last == UInt8(ascii: "/") ? string + name : string + "/" + name)
    }
}
