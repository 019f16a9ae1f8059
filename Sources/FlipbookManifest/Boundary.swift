import FlipbookCore
import FlipbookImaging
internal import Glibc

/// The folder of a manifest, and what lies in it.
///
/// A path is judged twice: by its words, so that the answer does not hang on what is on the disk, and by where
/// links really lead, so that a link is no way out.
final class Boundary {
    private let folder: String
    private let prefix: String
    private let realFolder: [UInt8]
    /// Where folders really are; frames share theirs. By bytes: two names that only look alike are two folders.
    private var realFolders: [FilePath: [UInt8]] = [:]

    /// The folder of the manifest at `path`.
    init(of path: FilePath) throws(ManifestFileError) {
        folder = path.directory
        prefix = String(decoding: path.string.utf8.dropLast(path.lastComponent.utf8.count), as: UTF8.self)
        guard let real = Self.realPath(folder) else {
            throw .system(FileSystemError(FilePath(path.directory), errno: errno))
        }
        realFolder = real
    }

    /// A path in the manifest as seen from where the command runs.
    func path(of name: String) -> FilePath {
        name.utf8.first == UInt8(ascii: "/") ? FilePath(name) : FilePath(prefix + name)
    }

    /// Whether the words of a path stay in the folder: it is relative, and `..` never leads above.
    func isInsideLexically(_ name: String) -> Bool {
        guard name.utf8.first != UInt8(ascii: "/") else { return false }
        var depth = 0
        for part in name.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            depth += part.elementsEqual("..".utf8) ? -1 : 1
            if depth < 0 { return false }
        }
        return true
    }

    /// Whether a file really lies in the folder, all links followed; `nil` where it leads nowhere.
    ///
    /// One that does is opened only while it does.
    func isInside(_ path: FilePath) -> Bool? {
        let isInside = liesInside(path)
        if isInside == true { ConfinedFiles.confine(path, to: realFolder) }
        return isInside
    }

    private func liesInside(_ path: FilePath) -> Bool? {
        var status = stat()
        guard lstat(path.string, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK { return Self.realPath(path.string).map(contains) }
        let directory = FilePath(path.directory)
        if realFolders[directory] == nil { realFolders[directory] = Self.realPath(directory.string) }
        return realFolders[directory].map(contains)
    }

    /// Whether a folder, all links followed, is this one or lies in it; `nil` where it leads nowhere.
    func isFolderInside(_ folder: String) -> Bool? { Self.realPath(folder).map(contains) }

    private func contains(_ real: [UInt8]) -> Bool { ConfinedFiles.isInside(real, realFolder) }

    private static func realPath(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved)).lazy.map { UInt8(bitPattern: $0) })
    }
}
