package import FlipbookCore
internal import Glibc

package struct FileStatus {
    package enum Kind: String, Hashable, Sendable {
        case file = "a file"
        case folder = "a directory"
        case link = "a link"
        case pipe = "a named pipe"
        case socket = "a socket"
        case device = "a device"
        case other = "a special file"
    }

    package struct Identity: Hashable, Sendable {
        private let device: UInt64
        fileprivate let number: UInt64

        fileprivate init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
    }

    private let status: stat

    /// Reads the status of the file at `path`. Returns `nil` on failure, and sets `errno`.
    /// - Parameter followsLinks: A Boolean value that indicates whether a symbolic link is followed.
    package init?(_ path: FilePath, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path.string, &status) : lstat(path.string, &status)) == 0 else { return nil }
        self.status = status
    }

    package init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    package static func kind(at path: FilePath) throws(FileSystemError) -> Kind? {
        if let status = FileStatus(path) { return status.kind }
        let error = FileSystemError(path, errno: errno)
        guard error.isAbsence else { throw error }
        return nil
    }

    package var kind: Kind { Self.kinds[status.st_mode & S_IFMT] ?? .other }

    private static let kinds: [mode_t: Kind] = [
        S_IFREG: .file, S_IFDIR: .folder, S_IFLNK: .link, S_IFIFO: .pipe, S_IFSOCK: .socket, S_IFCHR: .device,
        S_IFBLK: .device,
    ]

    package var identity: Identity { Identity(status) }
    package var byteCount: Int { Int(status.st_size) }
    package var permissions: UInt32 { status.st_mode & 0o7777 }
    package var isOwn: Bool { status.st_uid == geteuid() }
    /// The time of the last change to the contents, in nanoseconds since 1970.
    package var modified: Int64 { Self.nanoseconds(status.st_mtim) }
    package var modifiedSeconds: Int { status.st_mtim.tv_sec }
    /// The time of the last change to contents or attributes, in nanoseconds since 1970.
    package var changed: Int64 { Self.nanoseconds(status.st_ctim) }

    package func setTimes(of path: FilePath) { utimensat(AT_FDCWD, path.string, [status.st_atim, status.st_mtim], 0) }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// A stamp that changes whenever a file is written.
package struct FileStamp: Hashable, Sendable {
    private let identity: FileStatus.Identity
    package let byteCount: Int
    package let modified, changed: Int64
    /// The stamp as text. It does not include the device, whose number can change.
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
    /// A Boolean value that indicates whether this is a folder or a symbolic link to one.
    package var isFolder: Bool { !string.utf8.contains(0) && FileStatus(self)?.kind == .folder }
    package var isTaken: Bool { FileStatus(self, followsLinks: false) != nil }

    /// The path with all links resolved, or `nil` on failure, which sets `errno`. An empty path is the current folder.
    package var resolved: FilePath? {
        guard let resolved = realpath(string.isEmpty ? "." : string, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(String(cString: resolved))
    }

    package var absolute: FilePath { isAbsolute ? self : Self.currentFolder.appending(string) }

    package static var currentFolder: FilePath { FilePath(".").resolved ?? FilePath("/") }

    package var linkTarget: [UInt8]? {
        var bytes = [CChar](repeating: 0, count: 4097)
        let count = readlink(string, &bytes, bytes.count)
        return count > 0 && count < bytes.count ? bytes[..<count].map { UInt8(bitPattern: $0) } : nil
    }

    /// The path with the links in its folder resolved. A link at the path itself is not resolved. `nil` if the folder does not
    /// exist.
    package var resolvedInFolder: FilePath? { FilePath(directory).resolved?.appending(lastComponent) }

    package func flushNames() throws(FileSystemError) {
        let descriptor = open(string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that is writable but not readable cannot be opened for flushing.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems always store names immediately. They report EINVAL.
        guard ExternalWait.during({ fsync(descriptor) }) == 0 || errno == EINVAL
        else { throw FileSystemError(self, errno: errno) }
    }

    /// Creates the folder and its parents if they are missing. A failure is reported when the folder is used.
    package func makeFolders(mode: UInt32 = 0o777) {
        var folder = string.utf8.first == UInt8(ascii: "/") ? "" : "."
        for part in string.split(separator: "/") {
            folder += "/\(part)"
            mkdir(folder, mode)
        }
    }

    /// Removes the folder and its files. A folder with subfolders is kept.
    package func removeWithFiles() {
        for name in (try? FolderListing(self).names) ?? [] { unlink(appending(name).string) }
        rmdir(string)
    }
}
