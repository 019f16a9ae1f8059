package import FlipbookCore
internal import Glibc

/// By what a file is known again, also in a copy of its folder: its length, and a hash of its contents.
///
/// The hash is XXH64 with seed 0, of the whole file, or of a sample: of a file of more than a megabyte sixteen pieces that
/// lie evenly from its beginning to its end. With samples a folder of ten thousand frames is looked at in seconds. They do
/// for a file that only gets its old name back; what is taken away is hashed as a whole, since a part of an uncompressed
/// picture can be retouched between two pieces.
package struct FileDigest: Hashable, Sendable {
    /// The length in bytes.
    package let byteCount: Int64
    /// The hash.
    package let hash: UInt64

    /// A digest from its parts.
    package init(byteCount: Int64, hash: UInt64) {
        self.byteCount = byteCount
        self.hash = hash
    }

    /// The digest of some bytes, all of them.
    package init(of bytes: [UInt8]) {
        var hasher = XXH64()
        bytes.withUnsafeBytes { hasher.add($0) }
        self.init(byteCount: Int64(bytes.count), hash: hasher.value)
    }

    /// The digest of a file, or of the path that a symbolic link holds; `nil` for anything else, and for a file that
    /// cannot be read.
    /// - Parameter isSample: Whether a sample of a long file is enough.
    package init?(of path: FilePath, isSample: Bool = false) {
        var status = stat()
        guard lstat(path.string, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK {
            var target = [UInt8](repeating: 0, count: 4097)
            let count = target.withUnsafeMutableBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { readlink(path.string, $0, 4097) } ?? -1 }
            }
            guard count >= 0 else { return nil }
            self.init(of: Array(target.prefix(count)))
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let hash = Self.hash(of: descriptor, Int(status.st_size), isSample: isSample) else { return nil }
        self.init(byteCount: Int64(status.st_size), hash: hash)
    }

    /// The length of a plain file in bytes; `nil` for anything else.
    package static func byteCount(of path: FilePath) -> Int64? {
        var status = stat()
        guard lstat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// How long a file is that has no shorter sample, and how long a piece is.
    private static let (wholeLength, pieceLength) = (1 << 20, 1 << 16)

    private static func hash(of descriptor: Int32, _ length: Int, isSample: Bool) -> UInt64? {
        let isSample = isSample && length > wholeLength
        let count = isSample ? wholeLength / pieceLength : (length + pieceLength - 1) / pieceLength
        var hasher = XXH64()
        var buffer = [UInt8](repeating: 0, count: pieceLength)
        for piece in 0..<count {
            let start = isSample ? (length - pieceLength) / (count - 1) * piece : piece * pieceLength
            // The last piece of a sample ends where the file does.
            let offset = isSample && piece == count - 1 ? length - pieceLength : start
            var filled = 0
            let wanted = min(pieceLength, length - offset)
            while filled < wanted {
                let got = buffer.withUnsafeMutableBytes { bytes in
                    pread(descriptor, bytes.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
                }
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return nil }
                filled += got
            }
            buffer.withUnsafeBytes { hasher.add(UnsafeRawBufferPointer(rebasing: $0[..<wanted])) }
        }
        return hasher.value
    }
}

extension FileDigest: CustomStringConvertible {
    /// The hash as sixteen hexadecimal digits.
    package var hashText: String { hash.digits(16, radix: 16) }

    /// The length and the hash: `1234 44bc2cf5ad770999`.
    package var description: String { "\(byteCount) \(hashText)" }
}

/// The hash XXH64 with seed 0, as the specification of xxHash has it; pieces but the last are multiples of 32 bytes.
private struct XXH64 {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )
    private var lanes = (primes.0 &+ primes.1, primes.1, UInt64(0), 0 &- primes.0)
    private var length: UInt64 = 0
    private var rest: [UInt8] = []

    /// Adds a piece; only the last one may have another length than a multiple of 32.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        precondition(rest.isEmpty, "only the last piece has another length")
        length += UInt64(bytes.count)
        var offset = 0
        while offset + 32 <= bytes.count {
            lanes.0 = Self.round(lanes.0, bytes.word(at: offset))
            lanes.1 = Self.round(lanes.1, bytes.word(at: offset + 8))
            lanes.2 = Self.round(lanes.2, bytes.word(at: offset + 16))
            lanes.3 = Self.round(lanes.3, bytes.word(at: offset + 24))
            offset += 32
        }
        rest = Array(bytes[offset...])
    }

    /// The hash of all that was added.
    var value: UInt64 {
        let primes = Self.primes
        var hash = primes.4
        if length >= 32 {
            hash = lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12) &+ lanes.3.rotated(18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ Self.round(0, lane)) &* primes.0 &+ primes.3
            }
        }
        hash &+= length
        rest.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                hash = (hash ^ Self.round(0, bytes.word(at: offset))).rotated(27) &* primes.0 &+ primes.3
                offset += 8
            }
            if offset + 4 <= bytes.count {
                let word = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
                hash = (hash ^ word &* primes.0).rotated(23) &* primes.1 &+ primes.2
                offset += 4
            }
            for byte in bytes[offset...] { hash = (hash ^ UInt64(byte) &* primes.4).rotated(11) &* primes.0 }
        }
        hash = (hash ^ hash >> 33) &* primes.1
        hash = (hash ^ hash >> 29) &* primes.2
        return hash ^ hash >> 32
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        (lane &+ word &* primes.1).rotated(31) &* primes.0
    }
}

extension UInt64 {
    /// The bits turned to the left.
    fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}

extension UnsafeRawBufferPointer {
    /// The eight bytes at an offset as a number.
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
