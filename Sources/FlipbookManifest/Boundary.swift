import FlipbookCore
import FlipbookFiles
internal import Glibc

/// The folder of a manifest, and what lies in it.
///
/// A path is judged twice: by its words, so that the answer does not hang on what is on the disk, and by where
/// links really lead, so that a link is no way out.
final class Boundary {
    private let folder: String
    private let file: FilePath
    private let realFolder: [UInt8]
    /// The real places of folders; frames share theirs. By bytes: two names that only look alike are two folders.
    private var realFolders: [FilePath: [UInt8]] = [:]

    init(of path: FilePath) throws(ManifestFileError) {
        folder = path.directory
        file = path
        guard let real = Self.realPath(folder) else {
            throw .system(FileSystemError(FilePath(path.directory), errno: errno))
        }
        realFolder = real
    }

    /// A path in the manifest as seen from where the command runs.
    func path(of name: String) -> FilePath { file.naming(name) }

    /// Returns `true` if the words of a path stay in the folder: it is relative, and `..` never leads above.
    func isInsideLexically(_ name: String) -> Bool { FilePath(name).staysBelow(nil) }

    /// Returns `true` if a file really lies in the folder, all links followed, or `nil` if it leads nowhere.
    ///
    /// One that does is opened only while it does.
    func isInside(_ path: FilePath) -> Bool? {
        let isInside = liesInside(path)
        if isInside == true { ConfinedFiles.confine(path, to: realFolder) }
        return isInside
    }

    private func liesInside(_ path: FilePath) -> Bool? {
        guard let status = FileStatus(path, followsLinks: false) else { return nil }
        if status.kind == .link { return Self.realPath(path.string).map(contains) }
        let directory = FilePath(path.directory)
        if realFolders[directory] == nil { realFolders[directory] = Self.realPath(directory.string) }
        return realFolders[directory].map(contains)
    }

    /// Returns `true` if a folder, all links followed, is this one or lies in it, or `nil` if it leads nowhere.
    func isFolderInside(_ folder: String) -> Bool? { Self.realPath(folder).map(contains) }

    private func contains(_ real: [UInt8]) -> Bool { ConfinedFiles.isInside(real, realFolder) }

    private static func realPath(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved)).lazy.map { UInt8(bitPattern: $0) })
    }
}
