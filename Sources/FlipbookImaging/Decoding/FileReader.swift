internal import FlipbookCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An open regular file, closed when this value ends.
struct FileReader: ~Copyable {
    private let descriptor: Int32
    /// The file's length in bytes when it was opened.
    let byteCount: Int

    /// Opens the file at `path`.
    ///
    /// Never waits: a named pipe without a writer would block an ordinary `open` for ever.
    init(_ path: FilePath) throws(ImageError) {
        guard !path.string.utf8.contains(0) else { throw .unreadable(errno: EINVAL) }
        var descriptor: Int32
        repeat {
            descriptor = open(path.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = errno
            close(descriptor)
            throw .unreadable(errno: reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAnImage(found: Self.kind(ofMode: status.st_mode))
        }
        guard status.st_size > 0 else {
            close(descriptor)
            throw .empty
        }
        self.descriptor = descriptor
        self.byteCount = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Fills `buffer` from `offset` on, and says how many bytes the file had for it.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImageError) -> Int {
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

    private static func kind(ofMode mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a directory"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "a special file"
        }
    }
}
