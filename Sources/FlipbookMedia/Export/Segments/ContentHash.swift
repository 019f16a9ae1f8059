internal import CDigest
public import FlipbookCore
public import FlipbookImaging
import Glibc

/// The SHA-256 of bytes (FIPS 180-4): equal on every machine for equal bytes.
public struct ContentHash: Sendable, Hashable, Codable, CustomStringConvertible {
    /// 64 hexadecimal digits.
    public let description: String

    /// The hash of bytes in memory.
    public init(of bytes: some Collection<UInt8>) {
        var digest = SHA256()
        Array(bytes).withUnsafeBytes { digest.add($0) }
        self = digest.finish()
    }

    /// The hash of a file's bytes. Memory does not grow with the file.
    /// - Throws: `FileSystemError` where the file cannot be read.
    public init(ofFile path: FilePath) throws(FileSystemError) {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileSystemError(path, errno: errno) }
        defer { close(descriptor) }
        try self.init(reading: descriptor, of: path)
    }

    /// The hash of what is left of an open file.
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
        self = digest.finish()
    }

    /// The hash of 64 hexadecimal digits; `nil` for anything else.
    init?(_ text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        description = text
    }

    fileprivate init(state: [UInt32]) {
        description = state.map { $0.digits(8, radix: 16) }.joined()
    }

    /// Reads the digits.
    /// - Throws: `DecodingError.dataCorrupted` for anything else.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let hash = ContentHash(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "This is no SHA-256 in 64 digits.")
        }
        self = hash
    }

    /// Writes the digits.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// SHA-256 of bytes that come one after another.
struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let count = min(64 - rest.count, bytes.count)
            rest += bytes[..<count]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard rest.count == 64 else { return }
            rest.withUnsafeBufferPointer { flipbook_sha256_blocks(&state, $0.baseAddress, 1) }
            rest = []
        }
        let blocks = bytes.count / 64
        if blocks > 0, let base = bytes.baseAddress {
            flipbook_sha256_blocks(&state, base.assumingMemoryBound(to: UInt8.self), blocks)
        }
        rest += bytes[(blocks * 64)...]
    }

    /// Adds a text behind its length, so that no two lists of texts are the same bytes.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { add($0) }
            add(UnsafeRawBufferPointer(bytes))
        }
    }

    /// The hash of everything that was added.
    mutating func finish() -> ContentHash {
        let bitCount = byteCount * 8
        let zeros = (119 - rest.count) % 64
        let end = [0x80] + [UInt8](repeating: 0, count: zeros) + withUnsafeBytes(of: bitCount.bigEndian, Array.init)
        end.withUnsafeBytes { add($0) }
        return ContentHash(state: state)
    }
}
