internal import CImageKernels
internal import FlipbookCore

/// Decodes JPEGs with libjpeg-turbo.
///
/// Where libjpeg warns that it made up pixels (data that end early, codes that mean nothing), the file is refused.
enum JPEGDecoder {
    /// The picture in `bytes`, a whole file with this header.
    /// - Parameter divisor: 1, 2, 4 or 8: what both sides are divided by, rounded up, out of the frequencies in the file.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        dividedBy divisor: Int = 1
    ) throws(ImageError) -> Picture {
        guard let start = bytes.baseAddress else { throw .empty }
        let size = header.size
        return try Picture.decoded(size: size.divided(by: divisor), format: .rgba) { (pixels) throws(ImageError) in
            guard let pixels = pixels.baseAddress else { throw .empty }
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_JPEG_MESSAGE_CAPACITY))
            var left = 0
            let status = flipbook_jpeg_decode(
                start,
                bytes.count,
                UInt32(size.width),
                UInt32(size.height),
                UInt32(divisor),
                pixels,
                &left,
                &message
            )
            try check(status, message)
            guard let preview = header.largestPreview else { return }
            try ImageFormat.jpeg.checkSole(bytes, after: bytes.count - left, preview: preview)
        }
    }

    /// The same picture in the planes of films, whose luma and chroma are those of the file in other numbers: the way through
    /// red, green and blue would round twice more; where it does not limit them, both come within one level.
    /// - Returns: `nil` where the file is not made of luma and chroma, or a side is odd.
    static func planes(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader) throws(ImageError) -> Picture? {
        guard let start = bytes.baseAddress else { throw .empty }
        let size = header.size
        guard size == size.roundedUpToEven else { return nil }
        var hasPlanes = true
        let picture = try Picture.decoded(size: size, format: .i420) { (planes) throws(ImageError) in
            guard let planes = planes.baseAddress else { throw .empty }
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_JPEG_MESSAGE_CAPACITY))
            var left = 0
            var coding = YCbCrPlanes.Coding.jfif.recoding
            let status = flipbook_jpeg_decode_i420(
                start,
                bytes.count,
                UInt32(size.width),
                UInt32(size.height),
                &coding,
                planes,
                &left,
                &message
            )
            hasPlanes = status != FLIPBOOK_JPEG_NO_PLANES
            guard hasPlanes else { return }
            try check(status, message)
            guard let preview = header.largestPreview else { return }
            try ImageFormat.jpeg.checkSole(bytes, after: bytes.count - left, preview: preview)
        }
        return hasPlanes ? picture : nil
    }

    private static func check(_ status: flipbook_jpeg_status, _ message: [CChar]) throws(ImageError) {
        switch status {
        case FLIPBOOK_JPEG_OK: return
        case FLIPBOOK_JPEG_TRUNCATED: throw .truncated
        default: throw .corrupt(reason: String(libraryMessage: message))
        }
    }
}
