package import FlipbookCore
package import FlipbookImaging

/// The state of an image file that another program might be writing. A file may be incomplete even if its size no longer
/// changes.
package enum WrittenImage: Hashable, Sendable {
    /// The file is complete: a PNG with correct checksums up to IEND, or a file in a different format that can be decoded.
    case complete
    case incomplete(ImageError)
    case absent

    /// Reads the file at `path`. This takes as long as decoding, so do not call it on the cooperative pool.
    /// - Parameter toItsEnd: Pass `false` to read only the beginning and end of a file that was not written during the watch.
    ///   Damage in the middle is found when the file is decoded.
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
        } catch { self = .incomplete(error) }
    }
}
