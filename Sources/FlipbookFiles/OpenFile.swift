package import FlipbookCore
internal import Glibc

/// Reads and writes files and pipes completely, even if signals interrupt the calls.
package enum OpenFile {
    /// Writes all bytes.
    /// - Returns: The system's error, or 0.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            guard count > 0 || count < 0 && errno == EINTR else { return count < 0 ? errno : EIO }
            done += max(0, count)
        }
        return 0
    }

    /// Fills a buffer with the bytes that are available.
    /// - Parameter offset: The position in a file, or `nil` for the next bytes.
    /// - Returns: The number of bytes, and the system's error or 0.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil)
        -> (count: Int, errno: Int32)
    {
        var filled = 0
        while filled < buffer.count {
            let (start, rest) = (buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            let count =
                offset.map { pread(descriptor, start, rest, off_t($0 + filled)) } ?? Glibc.read(descriptor, start, rest)
            if count == 0 { break }
            guard count > 0 || errno == EINTR else { return (filled, errno) }
            filled += max(0, count)
        }
        return (filled, 0)
    }

    /// Returns the remaining bytes, at most `limit`, and the system's error or 0.
    package static func contents(of descriptor: Int32, atMost limit: Int = .max) -> (bytes: [UInt8], errno: Int32) {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let wanted = min(part.count, limit - bytes.count)
            let (count, code) = part.withUnsafeMutableBytes { read(descriptor, into: .init(rebasing: $0[..<wanted])) }
            bytes += part[..<count]
            if code != 0 || count < wanted { return (bytes, code) }
        }
        return (bytes, 0)
    }

    package static func write(_ bytes: [UInt8], toNewFile path: FilePath, mode: UInt32 = 0o666, isFlushed: Bool = false)
        throws(FileSystemError)
    {
        let descriptor = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileSystemError(path, errno: errno) }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { write($0, to: descriptor) }
        guard code == 0 else { throw FileSystemError(path, errno: code) }
        guard !isFlushed || ExternalWait.during({ fsync(descriptor) }) == 0 || errno == EINVAL
        else { throw FileSystemError(path, errno: errno) }
    }

    package static func copy(_ source: Int32, of from: FilePath, toNewFile to: FilePath, mode: UInt32 = 0o666)
        throws(FileSystemError)
    {
        let target = open(to.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard target >= 0 else { throw FileSystemError(to, errno: errno) }
        defer { close(target) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let (count, code) = read(source, into: buffer)
            guard code == 0 else { throw FileSystemError(from, errno: code) }
            if count == 0 { return }
            let failure = write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
            guard failure == 0 else { throw FileSystemError(to, errno: failure) }
        }
    }

    /// Returns the bytes of a regular file, at most `limit`. Never waits for a pipe.
    package static func contents(of path: FilePath, atMost limit: Int) throws(FileSystemError) -> [UInt8] {
        // A pipe without a writer would block forever.
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        // For a socket, the error would look like the error for a missing file.
        guard descriptor >= 0 else { throw FileSystemError(path, errno: errno == ENXIO ? EINVAL : errno) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor) else { throw FileSystemError(path, errno: errno) }
        let kind = status.kind
        guard kind == .file else { throw FileSystemError(path, errno: kind == .folder ? EISDIR : EINVAL) }
        let (bytes, code) = contents(of: descriptor, atMost: limit)
        guard code == 0 else { throw FileSystemError(path, errno: code) }
        return bytes
    }
}
