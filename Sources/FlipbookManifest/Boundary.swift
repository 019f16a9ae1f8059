import FlipbookCore
import FlipbookFiles
internal import Glibc

/// The folders to which a manifest's paths may lead: its own folder, and the allowed folders. A path is checked twice: as text,
/// so that the result does not depend on the disk, and with all links resolved, so that a link cannot lead outside them.
final class Boundary {
    private let folder: String
    private let file: FilePath
    /// The folders as absolute paths, both as specified and with all links resolved. The manifest's own folder is first.
    private let folders: [FilePath]
    private let realFolders: [[UInt8]]
    /// The resolved paths of folders. They are cached because many frames share a folder, and compared byte by byte because
    /// similar names can belong to different folders.
    private var realPlaces: [FilePath: [UInt8]] = [:]

    init(of path: FilePath, and others: [FilePath] = []) throws(ManifestFileError) {
        (folder, file) = (path.directory, path)
        guard let real = Self.realPath(folder)
        else { throw .system(FileSystemError(FilePath(path.directory), errno: errno)) }
        realFolders = [real] + others.compactMap { Self.realPath($0.string) }
        let own = FilePath(folder.isEmpty ? "." : folder)
        folders =
            ([own] + others).map(\.absolute.collapsed)
            + realFolders.map { FilePath(String(decoding: $0, as: UTF8.self)) }
    }

    func path(of name: String) -> FilePath { file.naming(name) }

    func isInsideLexically(_ name: String) -> Bool {
        FilePath(name).staysBelow(nil) || folders.contains(where: path(of: name).absolute.collapsed.staysBelow)
    }

    /// Returns the folder to allow: the innermost one that contains all paths that lead outside, either as text or through
    /// links.
    func folder(around names: [FilePath]) -> FilePath {
        let places = names.map { name in
            let path = path(of: name.string)
            let leading = isInsideLexically(name.string) ? path.resolved ?? path : path
            return FilePath(leading.directory).absolute.collapsed.string.split(separator: "/")
        }
        let common = places.dropFirst().reduce(places[0]) { zip($0, $1).prefix { $0 == $1 }.map(\.0) }
        return FilePath("/" + common.joined(separator: "/"))
    }

    /// Returns `true` if a file is in the folders after all links are resolved, or `nil` if it does not exist. A file in the
    /// folders is checked again when it is opened.
    func isInside(_ path: FilePath) -> Bool? {
        guard let place = realPlace(of: path) else { return nil }
        guard let folder = folder(around: place) else { return false }
        ConfinedFiles.confine(path, to: folder)
        return true
    }

    private func realPlace(of path: FilePath) -> [UInt8]? {
        guard let status = FileStatus(path, followsLinks: false) else { return nil }
        if status.kind == .link { return Self.realPath(path.string) }
        let directory = FilePath(path.directory)
        if realPlaces[directory] == nil { realPlaces[directory] = Self.realPath(directory.string) }
        return realPlaces[directory]
    }

    func isFolderInside(_ folder: String) -> Bool? { Self.realPath(folder).map { self.folder(around: $0) != nil } }

    private func folder(around real: [UInt8]) -> [UInt8]? { realFolders.first { ConfinedFiles.isInside(real, $0) } }

    private static func realPath(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved)).lazy.map { UInt8(bitPattern: $0) })
    }
}
