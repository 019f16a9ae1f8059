package import FlipbookCore
internal import Glibc

package struct FileStatus {
    /// A kind of file, by its words in messages.
    package enum Kind: String, Hashable, Sendable {
        case file = "a file"
        case folder = "a directory"
        case link = "a link"
        case pipe = "a named pipe"
        case socket = "a socket"
        case device = "a device"
        case other = "a special file"
    }

    /// A file or a folder by its device and number, through any path.
    package struct Identity: Hashable, Sendable {
        private let device: UInt64
        fileprivate let number: UInt64

        fileprivate init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
    }

    private let status: stat

    /// The status of the file at `path`, or `nil` if the system has none, as `errno` says.
    /// - Parameter followsLinks: `true` for the status of a symbolic link's target.
    package init?(_ path: FilePath, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path.string, &status) : lstat(path.string, &status)) == 0 else { return nil }
        self.status = status
    }

    /// The status of an open file, or `nil` if the system has none, as `errno` says.
    package init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// The kind of what lies at `path`, through symbolic links, or `nil` if nothing does.
    package static func kind(at path: FilePath) throws(FileSystemError) -> Kind? {
        if let status = FileStatus(path) { return status.kind }
        let error = FileSystemError(path, errno: errno)
        guard error.isAbsence else { throw error }
        return nil
    }

    package var kind: Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFCHR, S_IFBLK: .device
        default: .other
        }
    }

    package var identity: Identity { Identity(status) }
    package var byteCount: Int { Int(status.st_size) }
    package var permissions: UInt32 { status.st_mode & 0o7777 }
    package var isOwn: Bool { status.st_uid == geteuid() }
    /// When its contents were last changed, in nanoseconds since 1970.
    package var modified: Int64 { Self.nanoseconds(status.st_mtim) }
    package var modifiedSeconds: Int { status.st_mtim.tv_sec }
    /// When its contents or its attributes were last changed, in nanoseconds since 1970.
    package var changed: Int64 { Self.nanoseconds(status.st_ctim) }

    package func setTimes(of path: FilePath) { utimensat(AT_FDCWD, path.string, [status.st_atim, status.st_mtim], 0) }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// The mark of a file's contents: a file with an equal stamp was not written meanwhile.
package struct FileStamp: Hashable, Sendable {
    private let identity: FileStatus.Identity
    package let byteCount: Int
    /// When its contents were last changed, in nanoseconds since 1970.
    package let modified: Int64
    /// When its contents or its attributes were last changed, in nanoseconds since 1970.
    package let changed: Int64
    /// The stamp in words, without the device, whose number another day may give to another one.
    package var text: String { "\(byteCount)-\(identity.number)-\(modified)-\(changed)" }

    package init(_ status: FileStatus) {
        (identity, byteCount) = (status.identity, status.byteCount)
        (modified, changed) = (status.modified, status.changed)
    }

    package init?(of path: FilePath) {
        guard let status = FileStatus(path) else { return nil }
        self.init(status)
    }
}

extension FilePath {
    /// A Boolean value that indicates a folder, through symbolic links. No file has an empty name, or one with a zero byte
    /// in it.
    package var isFolder: Bool { !string.utf8.contains(0) && FileStatus(self)?.kind == .folder }

    /// A Boolean value that indicates a name in use, also by a symbolic link without a target.
    package var isTaken: Bool { FileStatus(self, followsLinks: false) != nil }

    /// The path with all links followed, or `nil` for one that leads nowhere, as `errno` says. Without letters it is the current
    /// folder.
    package var resolved: FilePath? {
        guard let resolved = realpath(string.isEmpty ? "." : string, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(String(cString: resolved))
    }

    package var absolute: FilePath { isAbsolute ? self : Self.currentFolder.appending(string) }

    package static var currentFolder: FilePath { FilePath(".").resolved ?? FilePath("/") }

    /// The bytes of the path that the symbolic link of this name holds, or `nil` if it is none.
    package var linkTarget: [UInt8]? {
        var bytes = [CChar](repeating: 0, count: 4097)
        let count = readlink(string, &bytes, bytes.count)
        return count > 0 && count < bytes.count ? bytes[..<count].map { UInt8(bitPattern: $0) } : nil
    }

    /// The same with its folder's links followed and not its own, or `nil` if its folder leads nowhere.
    package var resolvedInFolder: FilePath? { FilePath(directory).resolved?.appending(lastComponent) }

    package func flushNames() throws(FileSystemError) {
        let descriptor = open(string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that may be written and not read cannot be opened for this.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems keep names without being asked, and say EINVAL.
        guard ExternalWait.during({ fsync(descriptor) }) == 0 || errno == EINVAL else {
            throw FileSystemError(self, errno: errno)
        }
    }

    /// Makes the folder, and those that it lies in, where they are not there. What comes of that is seen where it is used.
    package func makeFolders(mode: UInt32 = 0o777) {
        var folder = string.utf8.first == UInt8(ascii: "/") ? "" : "."
        for part in string.split(separator: "/") {
            folder += "/\(part)"
            mkdir(folder, mode)
        }
    }

    /// Removes the folder with the files in it. Where there is anything else in it, it stays.
    package func removeWithFiles() {
        for name in (try? FolderListing(self).names) ?? [] { unlink(appending(name).string) }
        rmdir(string)
    }
}
