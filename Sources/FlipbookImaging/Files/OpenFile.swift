internal import Glibc

/// Reading and writing whole parts of open files and pipes, which a signal may interrupt.
package enum OpenFile {
    /// Writes all of some bytes.
    /// - Returns: The system's error; 0 where all are written.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = systemWrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            guard count > 0 || count < 0 && errno == EINTR else { return count < 0 ? errno : EIO }
            done += max(0, count)
        }
        return 0
    }

    /// Fills a buffer, or as much of it as there are bytes.
    /// - Returns: How many there were, and the system's error; 0 for none.
    package static func read(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, errno: Int32) {
        var filled = 0
        while filled < buffer.count {
            let count = systemRead(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            if count == 0 { break }
            guard count > 0 || errno == EINTR else { return (filled, errno) }
            filled += max(0, count)
        }
        return (filled, 0)
    }

    /// The bytes that are left, of which no more are read than a limit says.
    /// - Returns: The bytes, and the system's error; 0 for none.
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
}

// Outside of the type, whose functions have the same names.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
