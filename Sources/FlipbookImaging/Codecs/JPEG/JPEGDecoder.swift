internal import CImageKernels
internal import FlipbookCore

/// Decodes with libjpeg-turbo. If libjpeg-turbo warns that it invented pixels, an error is thrown.
enum JPEGDecoder {
    /// Decodes a whole file. The picture is reduced in the frequency domain: its sides are divided by 1, 2, 4, or 8, and
    /// rounded up.
    static func decode(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, dividedBy divisor: Int = 1)
        throws(ImageError) -> Picture
    {
        try Picture.decoded(size: header.size.divided(by: divisor), format: .rgba) { (pixels) throws(ImageError) in
            _ = try decode(bytes, header, dividedBy: divisor, nil, to: pixels)
        }
    }

    /// Decodes to planes, rounding luma and chroma once. Returns `nil` if the file has no such planes, or if a side is odd.
    static func planes(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader) throws(ImageError) -> Picture? {
        guard header.size == header.size.roundedUpToEven else { return nil }
        var hasPlanes = true
        let picture = try Picture.decoded(size: header.size, format: .i420) { (planes) throws(ImageError) in
            var coding = YCbCrPlanes.Coding.jfif.recoding
            hasPlanes = try decode(bytes, header, dividedBy: 1, &coding, to: planes)
        }
        return hasPlanes ? picture : nil
    }

    /// Decodes to memory. Returns `false` if the file does not have the requested planes. Throws an error if another picture
    /// follows.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        dividedBy divisor: Int,
        _ coding: UnsafePointer<flipbook_recoding>?,
        to target: UnsafeMutableRawBufferPointer
    ) throws(ImageError) -> Bool {
        guard let start = bytes.baseAddress, let pixels = target.baseAddress else { throw .empty }
        var (left, status) = (0, FLIPBOOK_JPEG_OK)
        let words = String(libraryMessageOf: { message in
            let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
            let divisor = UInt32(divisor)
            status = flipbook_jpeg_decode(start, bytes.count, width, height, divisor, coding, pixels, &left, message)
        })
        switch status {
        case FLIPBOOK_JPEG_OK:
            guard let preview = header.largestPreview else { return true }
            try ImageFormat.jpeg.checkSole(bytes, after: bytes.count - left, preview: preview)
            return true
        case FLIPBOOK_JPEG_NO_PLANES: return false
        case FLIPBOOK_JPEG_TRUNCATED: throw .truncated
        case _ where ["not implemented", "omitted", "Unsupported color"].contains { words.contains($0) }:
            throw .unsupported("a JPEG file that this libjpeg does not support (\(words))")
        default: throw .corrupt(reason: words)
        }
    }
}
