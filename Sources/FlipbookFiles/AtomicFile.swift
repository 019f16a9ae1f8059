package import FlipbookCore
internal import Glibc

/// A file that gets its name only when it is complete. If the file system supports `O_TMPFILE`, the file has no name until
/// then, and a killed process leaves nothing behind. Otherwise, it has a hidden name next to the target. In both cases, the
/// final name appears in one step, and a file is replaced only if overwriting is allowed.
package struct AtomicFile: ~Copyable {
    package let descriptor: Int32
    package let target: FilePath

    private let overwrites: Bool
    private let temporaryPath: String?

    /// Begins a file that will become `target`.
    /// - Throws: ``FileSystemError`` about `target`: `EEXIST` if the name is taken, `EISDIR` if it belongs to a folder, or the
    ///   system's reason if the folder is not writable.
    package init(target: FilePath, overwrites: Bool) throws(FileSystemError) {
        try Self.checkTarget(target, overwrites: overwrites)
        (descriptor, temporaryPath) = try Self.open(in: target.directory, for: target)
        (self.target, self.overwrites) = (target, overwrites)
    }

    private static func open(in folder: String, for target: FilePath)
        throws(FileSystemError) -> (descriptor: Int32, path: String?)
    {
        let unnamed = Glibc.open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            // A file that replaces another one has a hidden name for a moment. That name must be locked.
            UnfinishedOutput.lock(unnamed)
            if access("/proc/self/fd/\(unnamed)", R_OK | W_OK) == 0 { return (unnamed, nil) }
            close(unnamed)
        } else if [ENOENT, EACCES, EROFS, ENOSPC, EDQUOT, ENOTDIR].contains(errno) {
            throw FileSystemError(target, errno: errno)
        }
        let (path, named) = try wrapping(UnfinishedOutput.makeFile(in: FilePath(folder))) { (error: FileSystemError) in
            FileSystemError(target, errno: error.errno)
        }
        return (named, path.string)
    }

    deinit {
        close(descriptor)
        if let temporaryPath { unlink(temporaryPath) }
    }

    package var readablePath: String { temporaryPath ?? "/proc/self/fd/\(descriptor)" }
    package var byteCount: Int { FileStatus(descriptor)?.byteCount ?? 0 }

    package borrowing func write(_ bytes: [UInt8]) throws(FileSystemError) {
        try Self.write(bytes, to: descriptor, of: target)
    }

    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard written == bytes.count else { throw FileSystemError(target, errno: written < 0 ? errno : ENOSPC) }
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32, of target: FilePath) throws(FileSystemError) {
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        guard code == 0 else { throw FileSystemError(target, errno: code) }
    }

    /// Gives the file its name. After this call returns, the file survives a power failure. Until then, the previous file does.
    /// - Throws: ``FileSystemError`` about `target`: `EEXIST` if the name has been taken in the meantime.
    package borrowing func commit() throws(FileSystemError) {
        // The bytes must reach the disk before the name does. Otherwise, the name could refer to an incomplete file.
        guard ExternalWait.during({ fsync(descriptor) }) == 0 else { throw FileSystemError(target, errno: errno) }
        try appear()
        let target = target
        try wrapping(FilePath(target.directory).flushNames()) { (error: FileSystemError) in
            FileSystemError(target, errno: error.errno)
        }
    }

    private borrowing func appear() throws(FileSystemError) {
        let source = readablePath
        // Following the link in /proc gives an unnamed file its name.
        if linkat(AT_FDCWD, source, AT_FDCWD, target.string, AT_SYMLINK_FOLLOW) == 0 { return }
        let reason = errno
        // On a file system without hard links (FAT), checking and renaming are separate steps.
        guard reason == EEXIST || temporaryPath != nil else { throw FileSystemError(target, errno: reason) }
        if !overwrites, reason == EEXIST || access(target.string, F_OK) == 0 {
            throw FileSystemError(target, errno: EEXIST)
        }
        // On a file system without permissions, this has no effect.
        if let replaced = FileStatus(target) { fchmod(descriptor, replaced.permissions) }
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

    /// Rejects a target that cannot become a file. Changes nothing on disk.
    package static func check(_ target: FilePath, overwrites: Bool) throws(FileSystemError) {
        try checkTarget(target, overwrites: overwrites)
        try checkFolder(target.directory, for: target)
    }

    /// Rejects a folder in which no file can be created for `target`. Permissions alone are not conclusive, for example in
    /// `/sys`.
    package static func checkFolder(_ folder: String, for target: FilePath) throws(FileSystemError) {
        let (descriptor, path) = try open(in: folder, for: target)
        close(descriptor)
        if let path { unlink(path) }
    }

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

// The macro is not imported, since it is built from other macros: __O_TMPFILE | O_DIRECTORY.
private let O_TMPFILE: Int32 = 0o20000000 | O_DIRECTORY
