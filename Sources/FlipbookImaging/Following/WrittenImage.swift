public import FlipbookCore

/// Whether an image file that another program may still be writing has been written to its end.
///
/// Only the content says so. A size that has stopped changing says nothing: the writer may be waiting for the disk.
public enum WrittenImage: Hashable, Sendable {
    /// It parses to its end: a PNG up to IEND with every checksum right, another format as far as a decoder reads.
    case complete
    /// It does not, or not yet.
    case incomplete(ImageError)
    /// There is no such file.
    case absent

    /// Reads the file at `path` to its end. Takes as long as that does: do not call it on the cooperative pool.
    public init(contentsOf path: FilePath) {
        do throws(ImageError) {
            let header = try ImageHeader.read(contentsOf: path)
            if header.format == .png {
                try Self.checkChunks(of: path)
            } else {
                _ = try ImageDecoder().decode(contentsOf: path)
            }
            self = .complete
        } catch .unreadable(errno: 2) {
            self = .absent
        } catch {
            self = .incomplete(error)
        }
    }

    /// Reads only what can be read of ten thousand files in a moment: the beginning and the end.
    ///
    /// For files that nobody has been seen writing; what is wrong in the middle is found when they are decoded.
    static func atAGlance(_ path: FilePath) -> WrittenImage {
        do throws(ImageError) {
            _ = try ImageHeader.read(contentsOf: path)
            return .complete
        } catch .unreadable(errno: 2) {
            return .absent
        } catch {
            return .incomplete(error)
        }
    }

    private static func checkChunks(of path: FilePath) throws(ImageError) {
        let file = try FileReader(path)
        try DecodingLimits().check(fileOf: file.byteCount)
        let scratch = DecodingScratch.take()
        defer { DecodingScratch.give(scratch) }
        let buffer = scratch.file.room(for: file.byteCount)
        let count = try file.read(into: buffer, at: 0)
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        // The signature has been seen.
        var offset = 8
        var hasData = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            guard chunk.isComplete(in: bytes) else { throw .truncated }
            guard chunk.isIntact(in: bytes) else {
                throw .corrupt(reason: "the checksum of \(chunk.type) at byte \(chunk.offset) is wrong")
            }
            if chunk.type == .imageData { hasData = true }
            if chunk.type == .end {
                guard hasData else { throw .corrupt(reason: "there are no pixels before IEND") }
                return
            }
            offset = chunk.end
        }
        throw .truncated
    }
}
