package import FlipbookCore
import FlipbookFiles
import Glibc

/// A file of an export, which gets its name only when it is complete.
package struct OutputFile: ~Copyable {
    private let file: AtomicFile

    /// Begins a file that is to become `target`.
    /// - Throws: ``ExportError`` when something has the name already, or the folder cannot be written.
    package init(target: FilePath, overwrites: Bool) throws(ExportError) {
        do throws(FileSystemError) {
            file = try AtomicFile(target: target, overwrites: overwrites)
        } catch {
            throw ExportError(error)
        }
    }

    /// Open for reading and writing.
    var descriptor: Int32 { file.descriptor }
    /// The path under which the unfinished file can be opened.
    var readablePath: String { file.readablePath }
    /// The file's size in bytes.
    var byteCount: Int { file.byteCount }

    /// Writes bytes behind those that are there.
    package borrowing func write(_ bytes: [UInt8]) throws(ExportError) {
        do throws(FileSystemError) { try file.write(bytes) } catch { throw ExportError(error) }
    }

    /// Writes bytes in the place of those at `offset`.
    borrowing func write(_ bytes: [UInt8], at offset: Int) throws(ExportError) {
        do throws(FileSystemError) { try file.write(bytes, at: offset) } catch { throw ExportError(error) }
    }

    /// Lends the bytes that are there to `body` for the length of the call.
    borrowing func withContents<R>(
        _ body: (UnsafeRawBufferPointer) throws(ExportError) -> R
    ) throws(ExportError) -> R {
        let length = byteCount
        let map = mmap(nil, max(1, length), PROT_READ, MAP_PRIVATE, file.descriptor, 0)
        guard let map, map != MAP_FAILED else { throw .readBack(reason: "it cannot be read.") }
        defer { munmap(map, max(1, length)) }
        return try body(UnsafeRawBufferPointer(start: map, count: length))
    }

    /// Gives the file its name once the sound that was put into it is found there, and says what it is.
    borrowing func commit(
        frameCount: Int,
        _ sound: FedSound? = nil,
        of job: EncodingJob
    ) async throws(ExportError) -> OutputReceipt {
        var receipt = OutputReceipt(files: [.init(path: file.target, byteCount: byteCount, frameCount: frameCount)])
        if let sound, let audio = job.format.muxing?.audio {
            receipt.sound = try await sound.readBack(in: FilePath(readablePath), as: audio)
        }
        guard !Task.isCancelled else { throw .cancelled }
        try commit()
        return receipt
    }

    /// Gives the file its name, under which it survives a power cut.
    /// - Throws: ``ExportError/outputExists(_:)`` when something got that name meanwhile.
    package borrowing func commit() throws(ExportError) {
        do throws(FileSystemError) { try file.commit() } catch { throw ExportError(error) }
    }

    /// Refuses a target that cannot become a file, and leaves everything as it is.
    static func check(_ target: FilePath, overwrites: Bool) throws(ExportError) {
        try writing(target, AtomicFile.check(target, overwrites: overwrites))
    }

    /// Refuses a folder in which no file can be made for `target`, and leaves it as it is.
    static func checkFolder(_ folder: String, for target: FilePath) throws(ExportError) {
        try writing(target, AtomicFile.checkFolder(folder, for: target))
    }

    /// Returns what some writing gives, and throws its error as one about `target`.
    static func writing<Value: ~Copyable>(
        _ target: FilePath,
        _ value: @autoclosure () throws(FileSystemError) -> Value
    ) throws(ExportError) -> Value {
        do throws(FileSystemError) {
            return try value()
        } catch {
            throw ExportError(FileSystemError(target, errno: error.errno))
        }
    }
}

extension FileBatch {
    /// Gives every file its name, and waits until the names are on the disk.
    /// - Throws: ``ExportError/outputExists(_:)`` where another program made a file of one of the names meanwhile, and
    ///   everything is as it was; ``ExportError/notUndone(_:errno:)`` where it could not be put back.
    borrowing func publish(replaces: Bool) throws(ExportError) {
        do throws(FileSystemError) {
            try commit(replaces: replaces)
        } catch {
            if isHalfDone { throw .notUndone(error.path, errno: error.errno) }
            throw ExportError(error)
        }
    }
}
