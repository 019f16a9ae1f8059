package import FlipbookCore

package struct FolderTree: Hashable, Sendable {
    /// The folders by path, each before those in it; those behind links come last. A folder's own path ends as it was
    /// given.
    package private(set) var folders: [FilePath] = []
    package private(set) var links: [FilePath] = []
    /// Links that lead to a folder around the tree, and so were not followed.
    package private(set) var passedOver: [FilePath] = []
    package private(set) var faults: [FileSystemError] = []

    /// Walks down from `root`. Hidden folders are left out.
    /// - Parameter followsLinks: whether symbolic links to folders are followed. Each folder is looked at once,
    ///   by its device and its number there, under its own name where it lies in the tree. So the walk ends.
    /// - Throws: ``FileSystemError`` where `root` itself cannot be read.
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
            // The last one waiting comes next.
            waiting += Self.visible(listing.folders).reversed().map { folder.appending($0) }
            if followsLinks { waitingLinks += Self.visible(listing.links).map { folder.appending($0) } }
        }
    }

    private static func visible(_ names: [String]) -> [String] {
        names.filter { $0.utf8.first != UInt8(ascii: ".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The identity of the folder, under any name, or `nil` for anything else.
    private static func identity(_ path: FilePath) -> FileStatus.Identity? {
        let status = FileStatus(path.string.isEmpty ? FilePath(".") : path)
        return status?.kind == .folder ? status?.identity : nil
    }

    /// The folders that a folder lies in, up to the root of all.
    private static func folders(around folder: FilePath) -> Set<FileStatus.Identity> {
        guard var path = folder.resolved else { return [] }
        var result: Set<FileStatus.Identity> = []
        while !path.string.isEmpty, !path.string.utf8.elementsEqual("/".utf8) {
            path = FilePath(path.directory)
            if let identity = identity(path) { result.insert(identity) }
        }
        return result
    }
}
