public import FlipbookCore
internal import Glibc

/// A folder and the folders below it.
package struct FolderTree: Hashable, Sendable {
    /// The folders by path, each before those in it; those behind links come last. A folder's own path ends as it was
    /// given.
    package let folders: [FilePath]
    /// Links to folders that were followed.
    package let links: [FilePath]
    /// Links that lead to a folder around the tree, and so were not followed.
    package let passedOver: [FilePath]
    /// Folders below the first that could not be read.
    package let faults: [FileSystemError]

    /// Walks down from `root`. Hidden folders are left out.
    /// - Parameter followsLinks: whether symbolic links to folders are followed. Each folder is looked at once,
    ///   by its device and its number there, under its own name where it lies in the tree. So the walk ends.
    /// - Throws: ``FileSystemError`` where `root` itself cannot be read.
    package init(_ root: FilePath, followsLinks: Bool = false) throws(FileSystemError) {
        var folders: [FilePath] = []
        var faults: [FileSystemError] = []
        var (links, passedOver): ([FilePath], [FilePath]) = ([], [])
        var seen: Set<Identity> = []
        let around = followsLinks ? Identity.around(root) : []
        var waiting = [root]
        var waitingLinks: [FilePath] = []
        while true {
            guard let folder = waiting.popLast() else {
                guard !waitingLinks.isEmpty else { break }
                let link = waitingLinks.removeFirst()
                guard let identity = Identity(link), !seen.contains(identity) else { continue }
                if around.contains(identity) {
                    passedOver.append(link)
                } else {
                    links.append(link)
                    waiting.append(link)
                }
                continue
            }
            if followsLinks, let identity = Identity(folder), !seen.insert(identity).inserted { continue }
            let listing: FolderListing
            do {
                listing = try FolderListing(folder)
            } catch {
                if folders.isEmpty, faults.isEmpty { throw error }
                faults.append(error)
                continue
            }
            folders.append(folder)
            // The last one waiting comes next.
            waiting += Self.visible(listing.folders).reversed().map { folder.appending($0) }
            if followsLinks { waitingLinks += Self.visible(listing.links).map { folder.appending($0) } }
        }
        self.folders = folders
        self.links = links
        self.passedOver = passedOver
        self.faults = faults
    }

    private static func visible(_ names: [String]) -> [String] {
        names.filter { $0.utf8.first != UInt8(ascii: ".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Which folder it is, under any name.
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        /// `nil` for what is no folder, or leads nowhere.
        init?(_ path: FilePath) {
            var status = stat()
            let name = path.string.isEmpty ? "." : path.string
            guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }

        /// The folders that a folder lies in, up to the root of all.
        static func around(_ folder: FilePath) -> Set<Identity> {
            guard let resolved = realpath(folder.string.isEmpty ? "." : folder.string, nil) else { return [] }
            defer { free(resolved) }
            var (path, result): (FilePath, Set<Identity>) = (FilePath(String(cString: resolved)), [])
            while !path.string.isEmpty, !path.string.utf8.elementsEqual("/".utf8) {
                path = FilePath(path.directory)
                if let identity = Identity(path) { result.insert(identity) }
            }
            return result
        }
    }
}

extension FilePath {
    /// The path of `name` in this folder; of a name in the current folder, the name alone.
    public func appending(_ name: String) -> FilePath {
        if string.isEmpty || string.utf8.elementsEqual(".".utf8) { return FilePath(name) }
        return FilePath(string.utf8.last == UInt8(ascii: "/") ? string + name : string + "/" + name)
    }
}
