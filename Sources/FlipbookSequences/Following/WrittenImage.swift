package import FlipbookCore
package import FlipbookImaging

/// The state of an image file that another program may still be writing.
///
/// Only the content says so. A size that has stopped changing says nothing: the writer may be waiting for the disk.
package enum WrittenImage: Hashable, Sendable {
    /// It parses to its end: a PNG up to IEND with every checksum right, another format as far as a decoder reads.
    case complete
    /// It does not, or not yet.
    case incomplete(ImageError)
    /// There is no such file.
    case absent

    /// Reads the file at `path`. Takes as long as decoding does: do not call it on the cooperative pool.
    /// - Parameter toItsEnd: `false` to read only the beginning and the end, of ten thousand files in a moment: for files that
    ///   were not seen being written. What is wrong in the middle is found when they are decoded.
    package init(contentsOf path: FilePath, codecs: ImageCodecs = .standard, toItsEnd: Bool = true) {
        do throws(ImageError) {
            let format = try ImageHeader.read(contentsOf: path, codecs: codecs).format
            if toItsEnd, let check = codecs[format]?.check {
                try DecodingLimits().withBytes(of: path, check)
            } else if toItsEnd {
                _ = try ImageDecoder(codecs: codecs).decode(contentsOf: path)
            }
            self = .complete
        } catch  where error.reason == .unreadable(errno: 2) {
            self = .absent
        } catch {
            self = .incomplete(error)
        }
    }
}
