package import FlipbookCore
import FlipbookFiles
internal import Glibc

/// An open regular file, or a file in memory. A regular file is closed when this value is destroyed.
///
/// It reads a few kilobytes at a time. Most headers are at the beginning, so most files need only one read.
public struct FileReader: ~Copyable {
    private enum Source {
        case file(descriptor: Int32)
        case memory(UnsafeRawBufferPointer)
    }

    /// The maximum number of bytes per call, 4096.
    public static let windowLength = 4096

    private let source: Source
    private var isOwner = false
    private var window = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var windowPlace = 0..<0
    private let start: Int
    let role: Role
    var end: Int?
    /// The file's length in bytes when it was opened.
    public let byteCount: Int
    /// The modification time, in seconds since 1970, or `nil` for a file in memory.
    package let modified: Int?

    enum Role {
        case file
        /// Bytes that follow a picture and may begin another one. Only the header of that picture is needed.
        case follower
        /// One of multiple pictures in a file. The end of the picture is needed.
        case member
    }

    package init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard !bytes.isEmpty else { throw .empty }
        (source, start, role) = (.memory(bytes), 0, .file)
        (byteCount, modified) = (bytes.count, nil)
    }

    /// Creates a reader for part of a file, valid while the file is open.
    init(_ file: borrowing FileReader, from place: Int = 0, count: Int? = nil, as role: Role = .file) {
        (source, start, self.role) = (file.source, file.start + place, role)
        (byteCount, modified) = (count ?? file.byteCount - place, nil)
    }

    /// Opens the file at `path`. If it is a named pipe, this does not wait for a writer.
    package init(_ path: FilePath) throws(ImageError) {
        guard !path.string.utf8.contains(0) else { throw .unreadable(errno: EINVAL) }
        var descriptor: Int32
        repeat {
            descriptor = open(path.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            let reason = errno
            // Opening a socket, a device without a driver, or a device in a sandbox fails with `ENXIO`, `ENODEV`, `EACCES`, or
            // `EPERM`.
            if [ENXIO, ENODEV, EACCES, EPERM].contains(reason), let kind = FileStatus(path)?.kind, kind != .file {
                throw .notAnImage(found: FileContents(kind))
            }
            throw .unreadable(errno: reason)
        }
        do throws(ImageError) {
            let status = try Self.status(of: descriptor, at: path)
            (byteCount, modified) = (status.byteCount, status.modifiedSeconds)
        } catch {
            close(descriptor)
            throw error
        }
        source = .file(descriptor: descriptor)
        (start, role, isOwner) = (0, .file, true)
    }

    /// Returns the status of an open file that may be read as an image.
    private static func status(of descriptor: Int32, at path: FilePath) throws(ImageError) -> FileStatus {
        guard let status = FileStatus(descriptor) else { throw .unreadable(errno: errno) }
        guard status.kind == .file else { throw .notAnImage(found: FileContents(status.kind)) }
        guard status.byteCount > 0 else { throw .empty }
        guard ConfinedFiles.mayRead(path, opened: descriptor) else { throw .unreadable(errno: EXDEV) }
        return status
    }

    deinit {
        if case .file(let descriptor) = source, isOwner { close(descriptor) }
        window.deallocate()
    }

    /// Returns the first bytes, valid until the next call.
    public mutating func head() throws(ImageError) -> UnsafeRawBufferPointer {
        try look(at: 0, count: min(Self.windowLength, byteCount))
    }

    /// Returns the bytes at `offset`, valid until the next call, or `nil` if the file is too short.
    public mutating func bytes(at offset: Int, count: Int) throws(ImageError) -> UnsafeRawBufferPointer? {
        guard offset >= 0, count <= Self.windowLength, offset <= byteCount - count else { return nil }
        let bytes = try look(at: offset, count: count)
        return bytes.count < count ? nil : bytes
    }

    private mutating func look(at offset: Int, count: Int) throws(ImageError) -> UnsafeRawBufferPointer {
        if case .memory = source { return try withBytes(at: offset, count: count) { $0 } }
        if offset < windowPlace.lowerBound || offset + count > windowPlace.upperBound {
            if window.isEmpty { window = .allocate(byteCount: Self.windowLength, alignment: 16) }
            // A read beyond the end would require another system call.
            let room = UnsafeMutableRawBufferPointer(rebasing: window[..<min(Self.windowLength, byteCount - offset)])
            windowPlace = 0..<0
            windowPlace = offset..<offset + (try read(into: room, at: offset))
        }
        let place = offset - windowPlace.lowerBound
        return UnsafeRawBufferPointer(rebasing: window[place..<min(place + count, windowPlace.count)])
    }

    /// Passes the `count` bytes at `offset` to `body`, or as many as the file contains.
    package func withBytes<Result>(
        at offset: Int,
        count: Int,
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        guard offset >= 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let count = max(0, min(count, byteCount - offset))
        if case .memory(let bytes) = source {
            return try body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start + offset).prefix(count)))
        }
        guard let start = malloc(max(count, 1)) else { throw .memory(count) }
        defer { free(start) }
        let filled = try read(into: UnsafeMutableRawBufferPointer(start: start, count: count), at: offset)
        return try body(UnsafeRawBufferPointer(start: start, count: filled))
    }

    func withSource<Result, Failure: Error>(
        _ body: (_ bytes: UnsafeRawBufferPointer?, _ descriptor: Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch source {
        case .memory(let bytes): try body(bytes, -1)
        case .file(let descriptor): try body(nil, descriptor)
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImageError) -> Int {
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(max(0, byteCount - offset)))
        switch source {
        case .memory(let bytes):
            let part = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start + offset).prefix(buffer.count))
            buffer.copyMemory(from: part)
            return part.count
        case .file(let descriptor):
            let (count, code) = OpenFile.read(descriptor, into: buffer, at: start + offset)
            guard code == 0 else { throw .unreadable(errno: code) }
            return count
        }
    }

    /// Returns the number of filler bytes at an offset, up to about a megabyte, since a sparse file can contain terabytes of
    /// zeros.
    func fillerCount(at place: Int) throws(ImageError) -> Int {
        var (count, isFull) = (0, true)
        while isFull, count < 1 << 20 {
            let more = try withBytes(at: place + count, count: Self.windowLength) { $0.prefix(while: \.isFiller).count }
            (count, isFull) = (count + more, more == Self.windowLength)
        }
        return count
    }

    /// Passes a box with its header to a closure. Returns `nil` for a box larger than 64 MB. The tables for an hour of video
    /// take up a few hundred kilobytes.
    package func withBytes<Result>(of box: MediaBox, _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result)
        throws(ImageError) -> Result?
    {
        let count = box.contents.upperBound - box.start
        guard count <= 1 << 26 else { return nil }
        return try withBytes(at: box.start, count: count, body)
    }
}
