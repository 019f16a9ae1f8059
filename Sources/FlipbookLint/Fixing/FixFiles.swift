internal import CFiles
import FlipbookCore
import FlipbookImaging
import FlipbookLintModel
internal import Glibc

/// All that a fix asks of the disk. Nothing is followed through a symbolic link, nothing that is there is replaced.
enum FixFiles {
    /// What lies in a folder.
    static func inventory(of folder: FilePath) throws(FixError) -> FixInventory {
        let listing: FolderListing
        do {
            listing = try FolderListing(folder)
        } catch {
            throw .system(error)
        }
        var names: [FilePath: FixInventory.Kind] = [:]
        for name in listing.names + listing.folders + listing.specialFiles {
            names[FilePath(name)] = kind(of: folder.appending(name)) ?? .other
        }
        var inventory = FixInventory(names: names)
        inventory.undecodableNames = listing.unreadableNames
        return inventory
    }

    private static func kind(of path: FilePath) -> FixInventory.Kind? {
        var status = stat()
        guard lstat(path.string, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(FileStamp(status))
        case S_IFLNK: return target(ofLink: path).map { .link(FileStamp(status), path: $0) } ?? .other
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    private static func target(ofLink path: FilePath) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4097)
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { chars in
                chars.baseAddress.map { readlink(path.string, $0, chars.count) } ?? -1
            }
        }
        guard count > 0, count < bytes.count else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }

    /// The stamp of a file or a link; `nil` for nothing, and for anything else.
    static func stamp(of path: FilePath) -> FileStamp? {
        switch kind(of: path) {
        case .file(let stamp), .link(let stamp, _): stamp
        case .folder, .other, nil: nil
        }
    }

    /// Checks that names in a folder can be changed.
    /// - Throws: ``FixError/unwritable(_:)``.
    static func checkWritable(_ folder: FilePath) throws(FixError) {
        guard access(folder.string.isEmpty ? "." : folder.string, W_OK | X_OK) == 0 else {
            throw .unwritable(FileSystemError(folder, errno: errno))
        }
    }

    /// Whether anything has the name.
    static func exists(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.string, &status) == 0
    }

    /// Whether this is a folder itself, no link to one.
    static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path from the root, without links; `nil` where there is none.
    static func realPath(_ path: FilePath) -> FilePath? {
        guard let resolved = realpath(path.string, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved).map { FilePath($0) }
    }

    /// Gives a file another name, on one disk, and replaces nothing.
    ///
    /// The system refuses a name that is there already, in the same step (`renameat2`, `RENAME_NOREPLACE`). Where the file
    /// system cannot do that, looking and moving are two steps. A hard link is no way out: a run that is killed between
    /// the link and the removal of the old name would leave the file in two places, which no journal could tell apart.
    static func move(_ from: FilePath, _ to: FilePath) throws(FixError) {
        if flipbook_rename_without_replacing(from.string, to.string) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS else { throw .system(to, from) }
        guard !exists(to) else { throw .unwritable(FileSystemError(to, errno: EEXIST)) }
        guard systemRename(from, to) == 0 else { throw .system(to, from) }
    }

    /// Copies a file with its permissions and its date.
    ///
    /// No hard link: drawing over the copy in place must not change the frame that it was made of.
    static func copy(_ from: FilePath, _ to: FilePath) throws(FixError) {
        let source = try openFile(from)
        defer { close(source.descriptor) }
        let target = try create(to, mode: source.status.st_mode)
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let (count, code) = buffer.withUnsafeMutableBytes { OpenFile.read(source.descriptor, into: $0) }
            guard code == 0 else { throw .system(FileSystemError(from, errno: code)) }
            if count == 0 { break }
            try write(buffer[..<count], to: target, of: to)
        }
        var times = [source.status.st_atim, source.status.st_mtim]
        futimens(target, &times)
    }

    /// The bytes of a file, and its permissions.
    static func contents(of path: FilePath) throws(FixError) -> (bytes: [UInt8], mode: UInt32) {
        let (descriptor, status) = try openFile(path)
        defer { close(descriptor) }
        guard status.st_size <= Int64(Int32.max) else { throw .system(FileSystemError(path, errno: EFBIG)) }
        let (bytes, code) = OpenFile.contents(of: descriptor, atMost: Int(status.st_size))
        guard code == 0 else { throw .system(FileSystemError(path, errno: code)) }
        return (bytes, UInt32(status.st_mode & 0o777))
    }

    /// Writes a new file and has the disk keep it.
    static func write(_ bytes: [UInt8], to path: FilePath, mode: UInt32 = 0o666) throws(FixError) {
        let descriptor = try create(path, mode: mode_t(mode))
        defer { close(descriptor) }
        try write(bytes[...], to: descriptor, of: path)
        guard ExternalWait.during({ fsync(descriptor) }) == 0 || errno == EINVAL else {
            throw .unwritable(FileSystemError(path, errno: errno))
        }
    }

    /// Makes a link that holds a path.
    static func makeLink(_ path: FilePath, to target: String) throws(FixError) {
        guard symlink(target, path.string) == 0 else { throw .unwritable(FileSystemError(path, errno: errno)) }
    }

    /// Makes a folder that was not there.
    static func makeFolder(_ path: FilePath) throws(FixError) {
        guard mkdir(path.string, 0o777) == 0 else { throw .unwritable(FileSystemError(path, errno: errno)) }
    }

    /// Has the disk keep the names in a folder.
    static func flush(_ folder: FilePath) {
        let descriptor = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = ExternalWait.during { fsync(descriptor) }
        close(descriptor)
    }

    /// Removes a file, if it is there.
    static func remove(_ path: FilePath) { unlink(path.string) }

    /// Removes a file.
    /// - Throws: ``FixError/unwritable(_:)``.
    static func removeFile(_ path: FilePath) throws(FixError) {
        guard unlink(path.string) == 0 else { throw .unwritable(FileSystemError(path, errno: errno)) }
    }

    /// Removes an empty folder.
    static func removeFolder(_ path: FilePath) { rmdir(path.string) }

    /// Whether a path that a link in a folder holds leads to something in that folder, however it is written.
    static func leads(_ path: FilePath, into folder: FilePath) -> Bool {
        let bytes = path.string.utf8
        guard bytes.contains(UInt8(ascii: "/")) else { return true }
        let parent = FilePath(path.directory)
        guard let place = realPath(bytes.first == UInt8(ascii: "/") ? parent : folder.appending(parent.string)) else {
            return false
        }
        return place == realPath(folder)
    }

    /// Gives a finished folder its name; an empty folder of this name is replaced.
    static func rename(folder: FilePath, to path: FilePath) throws(FixError) {
        guard systemRename(folder, path) == 0 else {
            if errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR { throw .outputExists(path) }
            throw .unwritable(FileSystemError(path, errno: errno))
        }
    }

    private static func openFile(_ path: FilePath) throws(FixError) -> (descriptor: Int32, status: stat) {
        let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(FileSystemError(path, errno: errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .changed(path)
        }
        return (descriptor, status)
    }

    private static func create(_ path: FilePath, mode: mode_t) throws(FixError) -> Int32 {
        let descriptor = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0o777)
        guard descriptor >= 0 else { throw .unwritable(FileSystemError(path, errno: errno)) }
        return descriptor
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, of path: FilePath) throws(FixError) {
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        guard code == 0 else { throw .unwritable(FileSystemError(path, errno: code)) }
    }
}

extension FixError {
    /// The system's error about moving or linking a file: of the target, unless the source is gone.
    fileprivate static func system(_ target: FilePath, _ source: FilePath) -> FixError {
        .unwritable(FileSystemError(errno == ENOENT ? source : target, errno: errno))
    }
}

extension FileStamp {
    fileprivate init(_ status: stat) {
        self.init(
            inode: UInt64(status.st_ino),
            byteCount: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec),
            nanoseconds: Int64(status.st_mtim.tv_nsec)
        )
    }
}

// Outside of the type, whose functions have the same names.

private func systemRename(_ from: FilePath, _ to: FilePath) -> Int32 { rename(from.string, to.string) }
