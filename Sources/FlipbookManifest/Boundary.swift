import FlipbookCore
import FlipbookFiles
internal import Glibc

/// The folder of a manifest, others that its paths may lead to, and what lies in them.
///
/// A path is judged twice: by its words, so that the answer does not hang on what is on the disk, and by where
/// links really lead, so that a link is no way out.
final class Boundary {
    private let folder: String
    private let file: FilePath
    /// The folders as they are written, and as they are with all links followed, absolute; the manifest's own first.
    private let folders: [FilePath]
    private let realFolders: [[UInt8]]
    /// The real places of folders; frames share theirs. By bytes: two names that only look alike are two folders.
    private var realPlaces: [FilePath: [UInt8]] = [:]

    init(of path: FilePath, and others: [FilePath] = []) throws(ManifestFileError) {
        folder = path.directory
        file = path
        guard let real = Self.realPath(folder) else {
            throw .system(FileSystemError(FilePath(path.directory), errno: errno))
        }
        realFolders = [real] + others.compactMap { Self.realPath($0.string) }
        let own = FilePath(folder.isEmpty ? "." : folder)
        folders =
            ([own] + others).map(\.absolute.collapsed)
            + realFolders.map { FilePath(String(decoding: $0, as: UTF8.self)) }
    }

    /// A path in the manifest as seen from where the command runs.
    func path(of name: String) -> FilePath { file.naming(name) }

    /// Returns `true` if the words of a path stay in the folders: `..` never leads above.
    func isInsideLexically(_ name: String) -> Bool {
        if FilePath(name).staysBelow(nil) { return true }
        let path = path(of: name).absolute.collapsed
        return folders.contains(where: path.staysBelow)
    }

    /// The folder around paths of the manifest that lead out, by their words or through links: what to allow for them.
    func folder(around names: [FilePath]) -> FilePath {
        let places = names.map { name in
            let path = path(of: name.string)
            let leading = isInsideLexically(name.string) ? path.resolved ?? path : path
            return FilePath(leading.directory).absolute.collapsed.string.split(separator: "/")
        }
        let common = places.dropFirst().reduce(places[0]) { zip($0, $1).prefix { $0 == $1 }.map(\.0) }
        return FilePath("/" + common.joined(separator: "/"))
    }

    /// Returns `true` if a file really lies in the folders, all links followed, or `nil` if it leads nowhere.
    ///
    /// One that does is opened only while it does.
    func isInside(_ path: FilePath) -> Bool? {
        guard let place = realPlace(of: path) else { return nil }
        guard let folder = folder(around: place) else { return false }
        ConfinedFiles.confine(path, to: folder)
        return true
    }

    /// The real path of a file, or of its folder where it is no link, or `nil` if it leads nowhere.
    private func realPlace(of path: FilePath) -> [UInt8]? {
        guard let status = FileStatus(path, followsLinks: false) else { return nil }
        if status.kind == .link { return Self.realPath(path.string) }
        let directory = FilePath(path.directory)
        if realPlaces[directory] == nil { realPlaces[directory] = Self.realPath(directory.string) }
        return realPlaces[directory]
    }

    /// Returns `true` if a folder, all links followed, is one of these or lies in it, or `nil` if it leads nowhere.
    func isFolderInside(_ folder: String) -> Bool? { Self.realPath(folder).map { self.folder(around: $0) != nil } }

    private func folder(around real: [UInt8]) -> [UInt8]? { realFolders.first { ConfinedFiles.isInside(real, $0) } }

    private static func realPath(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved)).lazy.map { UInt8(bitPattern: $0) })
    }
}
