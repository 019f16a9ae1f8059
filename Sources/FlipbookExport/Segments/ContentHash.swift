public import FlipbookCore
public import FlipbookFiles
import Glibc

/// A SHA-256 hash (FIPS 180-4).
public struct ContentHash: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// 64 hexadecimal digits.
    public let rawValue: String
    /// The digits.
    public var description: String { rawValue }

    /// Hashes bytes in memory.
    public init(of bytes: some Collection<UInt8>) {
        var digest = SHA256()
        Array(bytes).withUnsafeBytes { digest.add($0) }
        self.init(digest)
    }

    /// Hashes a file. The memory use does not depend on the file's size.
    /// - Throws: `FileSystemError` if the file cannot be read.
    public init(ofFile path: FilePath) throws(FileSystemError) {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileSystemError(path, errno: errno) }
        defer { close(descriptor) }
        try self.init(reading: descriptor, of: path)
    }

    init(reading descriptor: Int32, of path: FilePath) throws(FileSystemError) {
        var digest = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 || errno == EINTR else { throw FileSystemError(path, errno: errno) }
            if count == 0 { break }
            digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]))
        }
        self.init(digest)
    }

    /// Creates a hash from 64 hexadecimal digits, or returns `nil` for any other string.
    public init?(rawValue: String) {
        let digits = rawValue.utf8
        guard digits.count == 64, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    init(_ digest: SHA256) { rawValue = digest.finish().map { $0.digits(8, radix: 16) }.joined() }
}
