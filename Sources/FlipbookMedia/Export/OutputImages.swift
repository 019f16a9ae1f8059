import FlipbookCore
import FlipbookImaging
import Glibc

/// Numbered image files that get their names only when all of them are complete.
///
/// They are written into a hidden folder beside their final place and moved from
/// there, so that a viewer never sees half a sequence.
final class OutputImages: Sendable {
    /// Numbers of an earlier sequence of this name that the new one does not replace.
    let leftover: FrameSet

    private let pattern: FramePattern
    private let target: FilePath
    private let folder: String
    private let madeFolder: Bool
    private let count: Int
    private let overwrites: Bool

    /// Begins `count` files, numbered from 1, named by the pattern `target`.
    ///
    /// The folder is made where it is missing (its parent is not).
    /// - Throws: ``ExportError`` when the name is no pattern, files of such a sequence
    ///   exist already, or the folder cannot be written.
    init(target: FilePath, count: Int, overwrites: Bool) throws(ExportError) {
        do {
            pattern = try FramePattern(parsing: target.string)
        } catch {
            throw .unencodable(
                reason: error.reason == .noPadding
                    ? "\(target): numbered images need a place for the number. Write \(remedy: .set(.output, to: "frame.####.png"))."
                    : "\(setting: .output) \(error)"
            )
        }
        guard pattern.frames == nil else {
            throw .unencodable(
                reason: "\(setting: .output) \(target): the files are numbered from 1. Leave the range out: "
                    + "\(remedy: .set(.output, to: "frame.####.png"))."
            )
        }
        self.target = target
        self.count = count
        self.overwrites = overwrites
        madeFolder = mkdir(target.directory, 0o777) == 0
        let existing = try Self.numbers(of: pattern, target: target)
        if let number = existing.first, !overwrites { throw .outputExists(pattern.path(of: number)) }
        leftover = FrameSet(existing.filter { !(1...count).contains($0) })
        folder = OutputFile.hiddenName(beside: target)
        guard mkdir(folder, 0o777) == 0 else { throw .cannotWrite(target, errno: errno) }
    }

    deinit {
        // What is left after a commit is an empty folder.
        if let listing = try? FolderListing(FilePath(folder)) {
            for name in listing.names { unlink("\(folder)/\(name)") }
        }
        rmdir(folder)
        // Only an empty folder goes.
        if madeFolder { rmdir(target.directory) }
    }

    /// The numbers, in order, that files of such a sequence have already.
    private static func numbers(of pattern: FramePattern, target: FilePath) throws(ExportError) -> [Int] {
        let names: [String]
        do {
            names = try FolderListing(FilePath(target.directory)).names
        } catch {
            throw .cannotWrite(target, errno: error.errno)
        }
        return names.compactMap { pattern.match($0)?.number }.sorted()
    }

    /// Compresses a picture once and writes it as each of `files`, counted from 0.
    func write(_ picture: Picture, to files: Range<Int>, isOpaque: Bool) throws {
        let bytes = try PNGEncoder.encode(picture, opaque: isOpaque)
        for index in files { try write(bytes, to: hiddenPath(index + 1)) }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ExportError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotWrite(target, errno: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 || errno == EINTR else { throw .cannotWrite(target, errno: errno) }
            rest = rest.dropFirst(max(0, written))
        }
    }

    /// Reads back every file's header and compares its size; returns the bytes of all files.
    func check(size: PixelSize) async throws -> Int {
        let paths = (1...count).map { FilePath(hiddenPath($0)) }
        var byteCount = 0
        for (path, header) in zip(paths, try await ImageHeader.readAll(paths)) {
            guard case .success(let header) = header, header.size == size else {
                throw ExportError.readBack(reason: "\(path.lastComponent) is not the \(size) image that was written.")
            }
            var status = stat()
            if stat(path.string, &status) == 0 { byteCount += Int(status.st_size) }
        }
        return byteCount
    }

    /// Gives every file its name.
    ///
    /// - Throws: ``ExportError/outputExists(_:)`` when something got one of the names
    ///   meanwhile; the files that were named until then are taken back.
    func commit() throws(ExportError) {
        for number in 1...count {
            let path = pattern.path(of: number)
            let result =
                overwrites
                ? rename(hiddenPath(number), path.string)
                : renameWithoutReplacing(hiddenPath(number), path.string)
            guard result == 0 else {
                let reason = errno
                if !overwrites { for named in 1..<number { unlink(pattern.path(of: named).string) } }
                throw reason == EEXIST ? .outputExists(path) : .cannotWrite(path, errno: reason)
            }
        }
    }

    private func hiddenPath(_ number: Int) -> String { "\(folder)/\(pattern.name(of: number))" }

    /// Moves a file to a name that nothing has. A hard link never replaces; where the
    /// file system has none, the check and the renaming are two steps.
    private func renameWithoutReplacing(_ source: String, _ destination: String) -> Int32 {
        if link(source, destination) == 0 { return unlink(source) }
        guard errno == EPERM || errno == EOPNOTSUPP else { return -1 }
        guard access(destination, F_OK) != 0 else {
            errno = EEXIST
            return -1
        }
        return rename(source, destination)
    }
}
