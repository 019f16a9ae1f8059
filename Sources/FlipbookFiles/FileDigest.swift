package import FlipbookCore
internal import Glibc

/// The identity of a file: its length, together with either a hash of its contents or the time of its last change. The hash is
/// the beginning of a SHA-256 hash, either of the whole file or of a sample. For a file above a megabyte, a sample is sixteen
/// evenly spaced pieces, so ten thousand frames take only seconds. A sample suffices for a file that only gets its old name
/// back. Before a file is deleted, all of its bytes are hashed, since an uncompressed picture might have been retouched between
/// two pieces.
package struct FileDigest: Hashable, Sendable, CustomStringConvertible {
    package let byteCount: Int64
    package let hash: UInt64

    package init(byteCount: Int64, hash: UInt64) { (self.byteCount, self.hash) = (byteCount, hash) }

    package init(of bytes: [UInt8]) {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.add($0) }
        self.init(byteCount: Int64(bytes.count), hash: hasher.word)
    }

    /// Creates the digest of a file, or of a symbolic link's target path. Returns `nil` for anything else, and for unreadable
    /// files.
    /// - Parameter isSample: A Boolean value that indicates whether a sample of a long file suffices.
    package init?(of path: FilePath, isSample: Bool = false) {
        guard let status = FileStatus(path, followsLinks: false) else { return nil }
        if status.kind == .link {
            guard let target = path.linkTarget else { return nil }
            self.init(of: target)
            return
        }
        guard status.kind == .file else { return nil }
        let descriptor = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let hash = Self.hash(of: descriptor, status.byteCount, isSample: isSample) else { return nil }
        self.init(byteCount: Int64(status.byteCount), hash: hash)
    }

    /// Reads a file's or folder's length and the time of its last change, without following links. Returns `nil` if it does not
    /// exist. The inode is omitted, since it can change on file systems without hard links.
    package init?(timeOf path: FilePath) throws(FileSystemError) {
        guard let status = FileStatus(path, followsLinks: false) else {
            guard errno == ENOENT else { throw FileSystemError(path, errno: errno) }
            return nil
        }
        self.init(timeOf: status)
    }

    package init(timeOf status: FileStatus) {
        self.init(byteCount: Int64(status.byteCount), hash: UInt64(bitPattern: status.modified))
    }

    package static func byteCount(of path: FilePath) -> Int64? {
        guard let status = FileStatus(path, followsLinks: false), status.kind == .file else { return nil }
        return Int64(status.byteCount)
    }

    private static let (wholeLength, pieceLength) = (1 << 20, 1 << 16)

    private static func hash(of descriptor: Int32, _ length: Int, isSample: Bool) -> UInt64? {
        let isSample = isSample && length > wholeLength
        let count = isSample ? wholeLength / pieceLength : (length + pieceLength - 1) / pieceLength
        var hasher = SHA256()
        var buffer = [UInt8](repeating: 0, count: pieceLength)
        for piece in 0..<count {
            let start = isSample ? (length - pieceLength) / (count - 1) * piece : piece * pieceLength
            let offset = isSample && piece == count - 1 ? length - pieceLength : start
            let wanted = min(pieceLength, length - offset)
            let count = buffer.withUnsafeMutableBytes {
                OpenFile.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]), at: offset)
                    .count
            }
            guard count == wanted else { return nil }
            buffer.withUnsafeBytes { hasher.add(UnsafeRawBufferPointer(rebasing: $0[..<wanted])) }
        }
        return hasher.word
    }

    package var hashText: String { hash.digits(16, radix: 16) }
    /// The length and the hash: `3 ba7816bf8f01cfea`.
    package var description: String { "\(byteCount) \(hashText)" }
}
