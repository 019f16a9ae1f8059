internal import FlipbookCore
internal import Glibc

/// Where the files of a batch lie: the folder in which they get their names, and the hidden one in it.
struct BatchFiles {
    /// The folder in which the files get their names.
    let folder: FilePath
    /// The hidden folder.
    let hidden: FilePath

    /// Names in the hidden folder that no file of a batch has.
    enum Mark: String, CaseIterable {
        /// The list of the files, there before the first of them. A folder without it is no batch's.
        case names = ".names"
        /// The files are complete, and are getting their names.
        case journal = ".journal"
        /// The names are taken back.
        case undo = ".undo"
    }

    /// Where a file is until it gets its name.
    func source(_ name: String) -> FilePath { hidden.appending(name) }

    /// Where a file appears.
    func target(_ name: String) -> FilePath { folder.appending(name) }

    /// Where a file that is replaced has a second name.
    func replaced(_ name: String) -> FilePath { replacedFolder.appending(name) }

    var replacedFolder: FilePath { hidden.appending(".replaced") }

    func path(_ mark: Mark) -> FilePath { hidden.appending(mark.rawValue) }

    /// The texts of a mark; `nil` where it is not there. One that was not written to its end has none.
    func read(_ mark: Mark) throws(FileBatch.Failure) -> [String]? {
        let path = path(mark)
        guard let bytes = try Self.bytes(of: path) else { return nil }
        // Bytes, since a letter of a name may join the sign before it to one character.
        let lines = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count > 1, lines.first == Self.heading, lines.last == Self.ending else { return [] }
        return Array(lines.dropFirst().dropLast())
    }

    /// Writes a mark, and waits until it is on the disk.
    func write(_ lines: [String], as mark: Mark) throws(FileBatch.Failure) {
        let path = path(mark)
        let descriptor = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileBatch.Failure(path: path, errno: errno) }
        defer { close(descriptor) }
        let bytes = Array(([Self.heading] + lines + [Self.ending]).joined(separator: "\0").utf8)
        let code = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor) }
        guard code == 0 else { throw FileBatch.Failure(path: path, errno: code) }
        try FileBatch.check(path) { ExternalWait.during { fsync(descriptor) } }
    }

    /// Removes the files of these names, their marks and the hidden folder, and nothing else.
    ///
    /// The list of the names goes last: what cannot be removed now can be found by it.
    func remove(_ names: [String]) throws(FileBatch.Failure) {
        let names = Set(names.map { FilePath($0) })
        // Of a million names few have a file where an export was stopped.
        for folder in [hidden, replacedFolder] {
            for name in try Self.names(in: folder) where names.contains(FilePath(name)) {
                try unlink(folder.appending(name))
            }
        }
        try FileBatch.check(replacedFolder, accepting: [ENOENT, ENOTEMPTY]) { rmdir(replacedFolder.string) }
        for mark in Mark.allCases.reversed() { try unlink(path(mark)) }
        try removeFolder()
    }

    /// Removes the hidden folder where nothing is in it.
    func removeFolder() throws(FileBatch.Failure) {
        try FileBatch.check(hidden, accepting: [ENOENT, ENOTEMPTY]) { rmdir(hidden.string) }
    }

    /// Removes a file where it is there.
    func unlink(_ path: FilePath) throws(FileBatch.Failure) {
        try FileBatch.check(path, accepting: [ENOENT]) { Glibc.unlink(path.string) }
    }

    private static let heading = "flipbook batch 2"
    private static let ending = "end"

    /// The names of the files in a folder; none where it is not there.
    private static func names(in folder: FilePath) throws(FileBatch.Failure) -> [String] {
        do {
            return try FolderListing(folder).names
        } catch {
            guard error.isAbsence else { throw FileBatch.Failure(path: folder, errno: error.errno) }
            return []
        }
    }

    /// What is in a file; `nil` where there is none.
    private static func bytes(of path: FilePath) throws(FileBatch.Failure) -> [UInt8]? {
        let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileBatch.Failure(path: path, errno: errno) }
            return nil
        }
        defer { close(descriptor) }
        let (bytes, code) = OpenFile.contents(of: descriptor)
        guard code == 0 else { throw FileBatch.Failure(path: path, errno: code) }
        return bytes
    }
}
