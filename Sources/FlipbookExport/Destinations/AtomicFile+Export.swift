package import FlipbookCore
import FlipbookFiles
import Glibc

extension AtomicFile {
    borrowing func withContents<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        let length = byteCount
        let map = mmap(nil, max(1, length), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let map, map != MAP_FAILED else { throw ExportError.readBack(reason: "it cannot be read.") }
        defer { munmap(map, max(1, length)) }
        return try body(UnsafeRawBufferPointer(start: map, count: length))
    }

    borrowing func commit(_ count: Int, _ sound: AudioFeed? = nil, of job: EncodingJob) async throws -> OutputReceipt {
        var receipt = OutputReceipt(byteCount: byteCount, frameCount: count)
        if let sound, let audio = job.format.muxing?.audio {
            receipt.sound = try await sound.readBack(in: FilePath(readablePath), as: audio)
        }
        guard !Task.isCancelled else { throw ExportError.cancelled }
        try commit()
        return receipt
    }
}

extension FileSystemError {
    static func about<Value: ~Copyable>(_ target: FilePath, _ value: @autoclosure () throws(FileSystemError) -> Value)
        throws(FileSystemError) -> Value
    {
        do throws(FileSystemError) { return try value() } catch { throw FileSystemError(target, errno: error.errno) }
    }
}

extension FileBatch {
    /// Gives every file its name, and waits until the names are on disk. If this fails, the changes are undone.
    borrowing func publish(replaces: Bool) throws {
        do throws(FileSystemError) {
            try commit(replaces: replaces)
        } catch { throw isHalfDone ? ExportError.notUndone(error.path, errno: error.errno) : ExportError(error) }
    }
}

extension ExportError {
    package static func write(_ text: String, to target: FilePath, overwrites: Bool) throws(ExportError) {
        try of {
            let file = try AtomicFile(target: target, overwrites: overwrites)
            try file.write(Array(text.utf8))
            try file.commit()
        }
    }
}
