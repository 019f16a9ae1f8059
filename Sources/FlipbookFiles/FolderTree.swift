package import FlipbookCore

package struct FolderTree: Hashable, Sendable {
    /// The folders. Each precedes its subfolders, and linked folders are last. The root's path stays as specified.
    package private(set) var folders: [FilePath] = []
    package private(set) var links: [FilePath] = []
    /// The links to folders that contain the tree, which were not followed.
    package private(set) var passedOver: [FilePath] = []
    package private(set) var faults: [FileSystemError] = []

    /// Searches a folder and its subfolders, except for hidden ones.
    /// - Parameter followsLinks: A Boolean value that indicates whether symbolic links to folders are followed. Each folder is
    ///   searched only once, preferably under its own name, so the search always ends.
    package init(_ root: FilePath, followsLinks: Bool = false) throws(FileSystemError) {
        var seen: Set<FileStatus.Identity> = []
        let around = followsLinks ? Self.folders(around: root) : []
        var waiting = [root]
        var waitingLinks: [FilePath] = []
        while true {
            guard let folder = waiting.popLast() else {
                guard !waitingLinks.isEmpty else { break }
                let link = waitingLinks.removeFirst()
                guard let identity = Self.identity(link), !seen.contains(identity) else { continue }
                if around.contains(identity) {
                    passedOver.append(link)
                } else {
                    links.append(link)
                    waiting.append(link)
                }
                continue
            }
            if followsLinks, let identity = Self.identity(folder), !seen.insert(identity).inserted { continue }
            let listing: FolderListing
            do {
                listing = try FolderListing(folder)
            } catch {
                if folders.isEmpty, faults.isEmpty { throw error }
                faults.append(error)
                continue
            }
            folders.append(folder)
            waiting += Self.visible(listing.folders).reversed().map { folder.appending($0) }
            if followsLinks { waitingLinks += Self.visible(listing.links).map { folder.appending($0) } }
        }
    }

    private static func visible(_ names: [String]) -> [String] {
        names.filter { $0.utf8.first != UInt8(ascii: ".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func identity(_ path: FilePath) -> FileStatus.Identity? {
        let status = FileStatus(path.string.isEmpty ? FilePath(".") : path)
        return status?.kind == .folder ? status?.identity : nil
    }

    private static func folders(around folder: FilePath) -> Set<FileStatus.Identity> {
        guard let path = folder.resolved else { return [] }
        let parents = sequence(first: path) { $0.string == "/" ? nil : FilePath($0.directory) }.dropFirst()
        return Set(parents.compactMap(identity))
    }
}
