package import FlipbookCore
internal import Glibc

/// The hidden output during an export: `.flipbook-HOST-PID-RANDOM.partial`, a file or folder that is locked while its process
/// is running. The name includes the host, since a lock on a shared disk does not reveal processes on other machines.
package enum UnfinishedOutput {
    package static func makeName() -> String {
        "\(prefix)\(host)-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))\(suffix)"
    }

    /// Returns `true` if this is the name of an unfinished output from any host. Copies made by a fix have different names.
    package static func isName(_ name: String) -> Bool {
        name.utf8.starts(with: prefix.utf8) && !name.utf8.starts(with: "\(prefix)fix-".utf8)
            && name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Locks an open file until it is closed. Returns `false` if another process has the lock.
    @discardableResult
    package static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    package static func makeFile(in folder: FilePath) throws(FileSystemError) -> (path: FilePath, descriptor: Int32) {
        try make(in: folder) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    }

    package static func makeFolder(in folder: FilePath) throws(FileSystemError) -> (path: FilePath, descriptor: Int32) {
        try make(in: folder) { path in
            guard mkdir(path, 0o700) == 0 else { return -1 }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor < 0 else { return descriptor }
            let reason = errno
            // If the folder no longer exists, another process has removed it because it seemed abandoned.
            errno = rmdir(path) != 0 && errno == ENOENT ? EEXIST : reason
            return -1
        }
    }

    private static func make(in folder: FilePath, _ open: (String) -> Int32)
        throws(FileSystemError) -> (path: FilePath, descriptor: Int32)
    {
        while true {
            let path = folder.appending(makeName())
            let descriptor = open(path.string)
            if descriptor >= 0 {
                if lock(descriptor), isName(path, of: descriptor) { return (path, descriptor) }
                close(descriptor)
            } else if errno != EEXIST {
                throw FileSystemError(folder, errno: errno)
            }
        }
    }

    private static func isName(_ path: FilePath, of descriptor: Int32) -> Bool {
        let opened = FileStatus(descriptor)
        return opened != nil && FileStatus(path, followsLinks: false)?.identity == opened?.identity
    }

    /// Removes the files left in a folder by processes that have ended, and finishes or undoes interrupted exports.
    /// - Returns: Sentences about the work done. Empty if no output was complete.
    package static func recover(in folder: FilePath) -> [String] {
        guard let listing = try? FolderListing(folder) else { return [] }
        let names = (listing.names + listing.folders).filter {
            isName($0) && $0.utf8.starts(with: "\(prefix)\(host)-".utf8)
        }
        guard !names.isEmpty else { return [] }
        let lock = FolderLock(folder, seconds: 5)
        defer { lock.release() }
        var notes: [String] = []
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let path = folder.appending(name)
            let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            // An output is removed only if it belongs to this user and its process has ended. Another process might have
            // removed it before the lock was obtained.
            guard let status = FileStatus(descriptor), status.isOwn, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                isName(path, of: descriptor)
            else { continue }
            if status.kind == .folder {
                if let note = FileBatch.recover(path, into: folder) { notes.append(note) }
            } else {
                unlink(path.string)
            }
        }
        return notes
    }

    /// Returns a note about a folder in which files are being renamed, or in which an export was killed during renaming.
    package static func note(on listing: FolderListing, of folder: FilePath) -> String? {
        let isGivingNames = listing.folders.contains { name in
            guard isName(name) else { return false }
            let files = JournalFolder(folder.appending(name), in: folder)
            return [JournalFolder.Stage.making, .undoing].contains { files.path(of: $0).isTaken }
        }
        guard isGivingNames else { return nil }
        return
            "\(folder): an export into this folder is running, or was interrupted while naming its files: some frames "
            + "may be new and others old. Exporting into the folder again finishes or undoes it."
    }

    private static let prefix = ".flipbook-"
    private static let suffix = ".partial"

    private static let host: String = {
        var name = [CChar](repeating: 0, count: 65)
        gethostname(&name, 64)
        let letters = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let allowed = letters.map { $0.isAlphanumeric || $0 == UInt8(ascii: ".") ? $0 : UInt8(ascii: "_") }
        return String(decoding: allowed, as: UTF8.self)
    }()
}
