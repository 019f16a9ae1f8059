package import FlipbookCore
internal import Glibc

/// An open regular file, closed when this value ends, or the bytes of one in memory.
public struct FileReader: ~Copyable {
    private enum Source {
        case file(descriptor: Int32)
        case memory(UnsafeRawBufferPointer)
    }

    private let source: Source
    /// The file's length in bytes when it was opened.
    public let byteCount: Int
    /// When the file was last written, in seconds since 1970; `nil` for one in memory.
    package let modified: Int?

    /// A file in memory, which must stay there as long as this value.
    package init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard !bytes.isEmpty else { throw .empty }
        source = .memory(bytes)
        byteCount = bytes.count
        modified = nil
    }

    /// Opens the file at `path`.
    ///
    /// Never waits: a named pipe without a writer would block an ordinary `open` for ever.
    package init(_ path: FilePath) throws(ImageError) {
        guard !path.string.utf8.contains(0) else { throw .unreadable(errno: EINVAL) }
        var descriptor: Int32
        repeat {
            descriptor = open(path.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            let reason = errno
            // A socket is not opened like a file, nor is a device without a driver; both say that they are not there. A
            // sandbox forbids to open a device.
            if [ENXIO, ENODEV, EACCES, EPERM].contains(reason), let kind = SpecialFile(at: path) {
                throw .notAnImage(found: FileContents(kind))
            }
            throw .unreadable(errno: reason)
        }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = errno
            close(descriptor)
            throw .unreadable(errno: reason)
        }
        if let kind = SpecialFile(mode: status.st_mode) {
            close(descriptor)
            throw .notAnImage(found: FileContents(kind))
        }
        guard status.st_size > 0 else {
            close(descriptor)
            throw .empty
        }
        guard ConfinedFiles.mayRead(path, opened: descriptor) else {
            close(descriptor)
            throw .unreadable(errno: EXDEV)
        }
        source = .file(descriptor: descriptor)
        self.byteCount = Int(status.st_size)
        modified = status.st_mtim.tv_sec
    }

    deinit {
        if case .file(let descriptor) = source { close(descriptor) }
    }

    /// Lends the `count` bytes at `offset` to `body`, or as many as the file has of them; none before its beginning.
    package func withBytes<Result>(
        at offset: Int,
        count: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(ImageError) -> Result {
        guard offset >= 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let filled = try read(into: buffer, at: offset)
        return body(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    }

    /// Lends what is read from: the bytes in memory, or else the open file's number.
    func withSource<Result, Failure: Error>(
        _ body: (_ bytes: UnsafeRawBufferPointer?, _ descriptor: Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch source {
        case .memory(let bytes): try body(bytes, -1)
        case .file(let descriptor): try body(nil, descriptor)
        }
    }

    /// Fills `buffer` from `offset` on, and says how many bytes the file had for it.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImageError) -> Int {
        switch source {
        case .memory(let bytes):
            let part = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(offset).prefix(buffer.count))
            buffer.copyMemory(from: part)
            return part.count
        case .file(let descriptor):
            return try Self.read(descriptor, into: buffer, at: offset)
        }
    }

    private static func read(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(ImageError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw .unreadable(errno: errno)
            }
        }
        return filled
    }
}
