package import FlipbookCore
package import FlipbookFiles
import FlipbookLintModel
internal import Glibc

/// The file operations of a fix, except for its journal. They do not follow symbolic links or replace existing files.
enum FixFiles {
    static func inventory(of folder: FilePath) throws(FixError) -> FixInventory {
        let listing = try wrapping(FolderListing(folder), in: FixError.system)
        var names: [FilePath: FixInventory.Kind] = [:]
        for name in listing.names + listing.folders + listing.specialFiles {
            names[FilePath(name)] = kind(of: folder.appending(name)) ?? .other
        }
        return FixInventory(names: names, undecodableNames: listing.unreadableNames)
    }

    private static func kind(of path: FilePath) -> FixInventory.Kind? {
        guard let status = FileStatus(path, followsLinks: false) else { return nil }
        return switch status.kind {
        case .file: .file(FileDigest(timeOf: status))
        case .link:
            path.linkTarget.flatMap { String(validating: $0, as: UTF8.self) }
                .map { .link(FileDigest(timeOf: status), path: $0) } ?? .other
        case .folder: .folder
        case .pipe, .socket, .device, .other: .other
        }
    }

    static func stamp(of path: FilePath) -> FileDigest? { kind(of: path)?.stamp }

    static func change(_ path: FilePath, _ call: () -> Int32) throws(FixError) {
        try wrapping(JournalFolder.check(path, call), in: FixError.unwritable)
    }

    static func isFolder(_ path: FilePath) -> Bool { FileStatus(path, followsLinks: false)?.kind == .folder }

    /// Copies a file with its permissions and modification date.
    ///
    /// The copy is not a hard link, because later edits to a hard link would also change the original frame.
    static func copy(_ from: FilePath, _ to: FilePath) throws(FixError) {
        let source = try openFile(from)
        defer { close(source.descriptor) }
        do throws(FileSystemError) {
            let mode = source.status.permissions & 0o777
            try OpenFile.copy(source.descriptor, of: from, toNewFile: to, mode: mode)
        } catch { throw error.path == to ? .unwritable(error) : .system(error) }
        source.status.setTimes(of: to)
    }

    static func contents(of path: FilePath) throws(FixError) -> (bytes: [UInt8], mode: UInt32) {
        let (descriptor, status) = try openFile(path)
        defer { close(descriptor) }
        guard status.byteCount <= Int(Int32.max) else { throw .system(FileSystemError(path, errno: EFBIG)) }
        let (bytes, code) = OpenFile.contents(of: descriptor, atMost: status.byteCount)
        guard code == 0 else { throw .system(FileSystemError(path, errno: code)) }
        return (bytes, status.permissions & 0o777)
    }

    static func write(_ bytes: [UInt8], to path: FilePath, mode: UInt32 = 0o666) throws(FixError) {
        try wrapping(OpenFile.write(bytes, toNewFile: path, mode: mode, isFlushed: true), in: FixError.unwritable)
    }

    /// Makes a hidden folder. Errors name its parent, since the hidden folder is unknown to the user.
    static func makeFolder(_ path: FilePath) throws(FixError) {
        try change(FilePath(path.directory)) { mkdir(path.string, 0o777) }
    }

    static func flush(_ folder: FilePath) { try? folder.flushNames() }

    /// Returns `true` if a link in a folder points into that folder, regardless of how its target is written.
    static func leads(_ path: FilePath, into folder: FilePath) -> Bool {
        guard path.string.utf8.contains(UInt8(ascii: "/")) else { return true }
        let parent = FilePath(path.directory)
        let place = (parent.isAbsolute ? parent : folder.appending(parent.string)).resolved
        return place != nil && place == folder.resolved
    }

    /// Renames a finished folder. Replaces an empty folder at the target.
    static func rename(folder: FilePath, to path: FilePath) throws(FixError) {
        guard Glibc.rename(folder.string, path.string) == 0 else {
            if errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR { throw .outputExists(path) }
            throw .unwritable(FileSystemError(path, errno: errno))
        }
    }

    private static func openFile(_ path: FilePath) throws(FixError) -> (descriptor: Int32, status: FileStatus) {
        let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(FileSystemError(path, errno: errno)) }
        guard let status = FileStatus(descriptor), status.kind == .file else {
            close(descriptor)
            throw .changed(path)
        }
        return (descriptor, status)
    }
}

package struct FixInventory: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file(FileDigest)
        case link(FileDigest, path: String)
        case folder
        case other

        var stamp: FileDigest? {
            switch self {
            case .file(let stamp), .link(let stamp, _): stamp
            case .folder, .other: nil
            }
        }
    }

    package var names: [FilePath: Kind]
    package var undecodableNames = 0

    func stamp(of name: FilePath) -> FileDigest? { names[name]?.stamp }

    var folders: [FilePath] {
        names.filter { $0.value == .folder && FixFolderName.numbers(among: [$0.key.string]).isEmpty }.map(\.key)
            .sorted { $0.isBefore($1) }
    }

    func isFile(_ name: FilePath) -> Bool { if case .file = names[name] { true } else { false } }
}
