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
            try check(status, message, bytes, header, left: left)
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
            if hasPlanes { try check(status, message, bytes, header, left: left) }
        }
        return hasPlanes ? picture : nil
    }

    /// Throws for the status of a call, and where another picture begins in the bytes that it left.
    private static func check(
        _ status: flipbook_jpeg_status,
        _ message: [CChar],
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        left: Int
    ) throws(ImageError) {
        switch status {
        case FLIPBOOK_JPEG_OK:
            guard let preview = header.largestPreview else { return }
            try ImageFormat.jpeg.checkSole(bytes, after: bytes.count - left, preview: preview)
        case FLIPBOOK_JPEG_TRUNCATED: throw .truncated
        default: throw .corrupt(reason: String(libraryMessage: message))
        }
    }
}
