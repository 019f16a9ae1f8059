package import FlipbookCore
internal import Glibc

/// A file that gets its name only when it is complete.
///
/// If the file system can (`O_TMPFILE`), it has no name at all until then: a killed process leaves nothing behind.
/// Elsewhere it has a hidden name beside the target. Either way the final name appears in one step, and only where
/// nothing has that name, unless overwriting was asked for.
package struct AtomicFile: ~Copyable {
    /// Open for reading and writing.
    package let descriptor: Int32
    package let target: FilePath

    private let overwrites: Bool
    /// The hidden name, where the file system knows no files without one.
    private let temporaryPath: String?

    /// Begins a file that is to become `target`.
    /// - Throws: ``FileSystemError`` about `target`: `EEXIST` where something has the name already, `EISDIR` where that is no
    ///   file, and the system's reason where the folder cannot be written.
    package init(target: FilePath, overwrites: Bool) throws(FileSystemError) {
        try Self.checkTarget(target, overwrites: overwrites)
        (descriptor, temporaryPath) = try Self.open(in: target.directory, for: target)
        self.target = target
        self.overwrites = overwrites
    }

    private static func open(
        in folder: String,
        for target: FilePath
    ) throws(FileSystemError) -> (descriptor: Int32, path: String?) {
        let unnamed = Glibc.open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            // For the hidden name that it has for a moment where it replaces another file.
            UnfinishedOutput.lock(unnamed)
            if access("/proc/self/fd/\(unnamed)", R_OK | W_OK) == 0 { return (unnamed, nil) }
            close(unnamed)
        } else if [ENOENT, EACCES, EROFS, ENOSPC, EDQUOT, ENOTDIR].contains(errno) {
            throw FileSystemError(target, errno: errno)
        }
        let (path, named) = try about(target, UnfinishedOutput.makeFile(in: FilePath(folder)))
        return (named, path.string)
    }

    deinit {
        close(descriptor)
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// A path under which the unfinished file can be opened.
    package var readablePath: String { temporaryPath ?? "/proc/self/fd/\(descriptor)" }

    package var byteCount: Int { FileStatus(descriptor)?.byteCount ?? 0 }

    package borrowing func write(_ bytes: [UInt8]) throws(FileSystemError) {
        try Self.write(bytes, to: descriptor, of: target)
    }

    /// Writes bytes in the place of those at `offset`.
    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard written == bytes.count else { throw FileSystemError(target, errno: written < 0 ? errno : ENOSPC) }
    }

    /// Writes bytes to an open file that is to become `target`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, of target: FilePath) throws(FileSystemError) {
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        guard code == 0 else { throw FileSystemError(target, errno: code) }
    }

    /// Gives the file its name. When this returns, the file survives a power cut under that name; until then, what had
    /// the name before does.
    /// - Throws: ``FileSystemError`` about `target`, `EEXIST` where something got that name meanwhile.
    package borrowing func commit() throws(FileSystemError) {
        // The bytes are on the disk before the name is, or a name could stand for half of them.
        guard ExternalWait.during({ fsync(descriptor) }) == 0 else { throw FileSystemError(target, errno: errno) }
        try appear()
        try Self.about(target, FilePath(target.directory).flushNames())
    }

    private static func about<Value>(
        _ target: FilePath,
        _ body: @autoclosure () throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        do throws(FileSystemError) { return try body() } catch { throw FileSystemError(target, errno: error.errno) }
    }

    private borrowing func appear() throws(FileSystemError) {
        let source = readablePath
        // Following the link in /proc is what names a file without a name.
        if linkat(AT_FDCWD, source, AT_FDCWD, target.string, AT_SYMLINK_FOLLOW) == 0 { return }
        let reason = errno
        // A file system without hard links (FAT): the check and the renaming are two steps there.
        guard reason == EEXIST || temporaryPath != nil else { throw FileSystemError(target, errno: reason) }
        if !overwrites, reason == EEXIST || access(target.string, F_OK) == 0 {
            throw FileSystemError(target, errno: EEXIST)
        }
        // A file system that has no permissions keeps its own.
        if let replaced = FileStatus(target) { fchmod(descriptor, replaced.permissions) }
        // A file that has a name takes the place of another in one step.
        let hidden = temporaryPath ?? Self.hiddenName(beside: target)
        if temporaryPath == nil, linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) != 0 {
            throw FileSystemError(target, errno: errno)
        }
        guard rename(hidden, target.string) == 0 else {
            let reason = errno
            unlink(hidden)
            throw FileSystemError(target, errno: reason)
        }
    }

    /// Refuses a target that cannot become a file, and leaves everything as it is.
    package static func check(_ target: FilePath, overwrites: Bool) throws(FileSystemError) {
        try checkTarget(target, overwrites: overwrites)
        try checkFolder(target.directory, for: target)
    }

    /// Refuses a folder in which no file can be made for `target`, and leaves it as it is. Permissions alone do not tell:
    /// those of `/sys` let root write.
    package static func checkFolder(_ folder: String, for target: FilePath) throws(FileSystemError) {
        let (descriptor, path) = try open(in: folder, for: target)
        close(descriptor)
        if let path { unlink(path) }
    }

    /// Refuses a target that cannot become a file, before any work is done.
    private static func checkTarget(_ target: FilePath, overwrites: Bool) throws(FileSystemError) {
        guard let status = FileStatus(target, followsLinks: false) else {
            guard errno == ENOENT else { throw FileSystemError(target, errno: errno) }
            guard FileStatus(FilePath(target.directory)) != nil else { throw FileSystemError(target, errno: errno) }
            return
        }
        guard status.kind == .file || status.kind == .link else { throw FileSystemError(target, errno: EISDIR) }
        guard overwrites else { throw FileSystemError(target, errno: EEXIST) }
    }

    package static func hiddenName(beside target: FilePath) -> String {
        "\(target.directory)/\(UnfinishedOutput.makeName())"
    }
}

// The macro is built from another one and does not import: __O_TMPFILE | O_DIRECTORY.
private let O_TMPFILE: Int32 = 0o20000000 | O_DIRECTORY
