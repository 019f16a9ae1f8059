package import FlipbookCore
import FlipbookImaging
import Glibc

/// A file that gets its name only when it is complete.
///
/// Where the file system can (`O_TMPFILE`), it has no name at all until then: a
/// killed process leaves nothing behind. Elsewhere it has a hidden name beside
/// the target. Either way the final name appears in one step, and only where
/// nothing has that name, unless overwriting was asked for.
package struct OutputFile: ~Copyable {
    /// Open for reading and writing.
    package let descriptor: Int32
    /// Where the file is to appear.
    package let target: FilePath

    private let overwrites: Bool
    /// The hidden name, where the file system knows no files without one.
    private let temporaryPath: String?

    /// Begins a file that is to become `target`.
    /// - Throws: ``ExportError`` when something has the name already, or the folder cannot be written.
    package init(target: FilePath, overwrites: Bool) throws(ExportError) {
        try Self.checkTarget(target, overwrites: overwrites)
        (descriptor, temporaryPath) = try Self.open(in: target.directory, for: target)
        self.target = target
        self.overwrites = overwrites
    }

    /// Opens a file without a name, or with a hidden one, in a folder.
    private static func open(
        in folder: String,
        for target: FilePath
    ) throws(ExportError) -> (descriptor: Int32, path: String?) {
        let unnamed = Glibc.open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            // For the hidden name that it has for a moment where it replaces another file.
            UnfinishedOutput.lock(unnamed)
            if access("/proc/self/fd/\(unnamed)", R_OK | W_OK) == 0 { return (unnamed, nil) }
            close(unnamed)
        } else if [ENOENT, EACCES, EROFS, ENOSPC, EDQUOT, ENOTDIR].contains(errno) {
            throw .cannotWrite(target, errno: errno)
        }
        let (path, named) = try writing(target, UnfinishedOutput.makeFile(in: FilePath(folder)))
        return (named, path.string)
    }

    deinit {
        close(descriptor)
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// A path under which the unfinished file can be opened.
    package var readablePath: String { temporaryPath ?? "/proc/self/fd/\(descriptor)" }

    /// The file's size in bytes.
    package var byteCount: Int { FileStatus(descriptor)?.byteCount ?? 0 }

    /// Writes bytes behind those that are there.
    package borrowing func write(_ bytes: [UInt8]) throws(ExportError) {
        try Self.write(bytes, to: descriptor, of: target)
    }

    /// Writes bytes in the place of those at `offset`.
    package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(ExportError) {
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        guard written == bytes.count else { throw .cannotWrite(target, errno: written < 0 ? errno : ENOSPC) }
    }

    /// Lends the bytes that are there to `body` for the length of the call.
    borrowing func withContents<R>(
        _ body: (UnsafeRawBufferPointer) throws(ExportError) -> R
    ) throws(ExportError) -> R {
        let length = byteCount
        let map = mmap(nil, max(1, length), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let map, map != MAP_FAILED else { throw .readBack(reason: "it cannot be read.") }
        defer { munmap(map, max(1, length)) }
        return try body(UnsafeRawBufferPointer(start: map, count: length))
    }

    /// Writes bytes to an open file that is to become `target`.
    static func write(_ bytes: [UInt8], to descriptor: Int32, of target: FilePath) throws(ExportError) {
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        guard code == 0 else { throw .cannotWrite(target, errno: code) }
    }

    /// Gives the file its name once the sound that was put into it is found there, and says what it is.
    borrowing func commit(
        frameCount: Int,
        _ sound: FedSound? = nil,
        of job: EncodingJob
    ) async throws(ExportError) -> OutputReceipt {
        var receipt = OutputReceipt(files: [.init(path: target, byteCount: byteCount, frameCount: frameCount)])
        if let sound, let audio = job.format.muxing?.audio {
            receipt.sound = try await sound.readBack(in: FilePath(readablePath), as: audio)
        }
        guard !Task.isCancelled else { throw .cancelled }
        try commit()
        return receipt
    }

    /// Gives the file its name. When this returns, the file survives a power cut under that name; until then, what had
    /// the name before does.
    /// - Throws: ``ExportError/outputExists(_:)`` when something got that name meanwhile.
    package borrowing func commit() throws(ExportError) {
        // The bytes are on the disk before the name is, or a name could stand for half of them.
        guard ExternalWait.during({ fsync(descriptor) }) == 0 else { throw .cannotWrite(target, errno: errno) }
        try appear()
        try Self.writing(target, FilePath(target.directory).flushNames())
    }

    /// Returns what some writing gives, and throws its error as one about `target`.
    static func writing<Value: ~Copyable>(
        _ target: FilePath,
        _ value: @autoclosure () throws(FileSystemError) -> Value
    ) throws(ExportError) -> Value {
        do throws(FileSystemError) { return try value() } catch { throw .cannotWrite(target, errno: error.errno) }
    }

    private borrowing func appear() throws(ExportError) {
        let source = readablePath
        // Following the link in /proc is what names a file without a name.
        if linkat(AT_FDCWD, source, AT_FDCWD, target.string, AT_SYMLINK_FOLLOW) == 0 { return }
        let reason = errno
        if reason == EEXIST {
            guard overwrites else { throw .outputExists(target) }
            try replaceTarget()
        } else if let temporaryPath {
            // A file system without hard links (FAT): the check and the renaming are two steps there.
            if !overwrites, access(target.string, F_OK) == 0 { throw .outputExists(target) }
            UnfinishedOutput.keepPermissions(of: target.string, for: descriptor)
            guard rename(temporaryPath, target.string) == 0 else { throw .cannotWrite(target, errno: errno) }
        } else {
            throw .cannotWrite(target, errno: reason)
        }
    }

    /// Puts the file in the place of the one that has the name now, in one step.
    private borrowing func replaceTarget() throws(ExportError) {
        UnfinishedOutput.keepPermissions(of: target.string, for: descriptor)
        if let temporaryPath {
            guard rename(temporaryPath, target.string) == 0 else { throw .cannotWrite(target, errno: errno) }
            return
        }
        let hidden = Self.hiddenName(beside: target)
        guard linkat(AT_FDCWD, readablePath, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
            throw .cannotWrite(target, errno: errno)
        }
        guard rename(hidden, target.string) == 0 else {
            let reason = errno
            unlink(hidden)
            throw .cannotWrite(target, errno: reason)
        }
    }

    /// Refuses a target that cannot become a file, and leaves everything as it is.
    static func check(_ target: FilePath, overwrites: Bool) throws(ExportError) {
        try checkTarget(target, overwrites: overwrites)
        try checkFolder(target.directory, for: target)
    }

    /// Refuses a folder in which no file can be made for `target`, and leaves it as it is. Permissions alone do not tell:
    /// those of `/sys` let root write.
    static func checkFolder(_ folder: String, for target: FilePath) throws(ExportError) {
        let (descriptor, path) = try open(in: folder, for: target)
        close(descriptor)
        if let path { unlink(path) }
    }

    /// Refuses a target that cannot become a file, before any work is done.
    private static func checkTarget(_ target: FilePath, overwrites: Bool) throws(ExportError) {
        guard let status = FileStatus(target, followsLinks: false) else {
            guard errno == ENOENT else { throw .cannotWrite(target, errno: errno) }
            guard FileStatus(FilePath(target.directory)) != nil else { throw .cannotWrite(target, errno: errno) }
            return
        }
        guard status.kind == .file || status.kind == .link else { throw .notAFile(target) }
        guard overwrites else { throw .outputExists(target) }
    }

    package static func hiddenName(beside target: FilePath) -> String {
        "\(target.directory)/\(UnfinishedOutput.makeName())"
    }
}

// The macro is built from another one and does not import: __O_TMPFILE | O_DIRECTORY.
private let O_TMPFILE: Int32 = 0o20000000 | O_DIRECTORY

extension FileBatch {
    /// Gives every file its name, and waits until the names are on the disk.
    /// - Throws: ``ExportError/outputExists(_:)`` where another program made a file of one of the names meanwhile, and
    ///   everything is as it was; ``ExportError/notUndone(_:errno:)`` where it could not be put back.
    borrowing func publish(replaces: Bool) throws(ExportError) {
        do throws(FileSystemError) {
            try commit(replaces: replaces)
        } catch {
            if isHalfDone { throw .notUndone(error.path, errno: error.errno) }
            throw error.errno == EEXIST ? .outputExists(error.path) : .cannotWrite(error.path, errno: error.errno)
        }
    }
}
