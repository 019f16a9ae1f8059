internal import CImageKernels
internal import FlipbookCore

/// Decodes JPEGs with libjpeg-turbo, and refuses one if libjpeg warns that it made up pixels.
enum JPEGDecoder {
    /// The picture of a whole file, its sides divided by 1, 2, 4 or 8, and rounded up, out of its frequencies.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        _ header: ImageHeader,
        dividedBy divisor: Int = 1
    ) throws(ImageError) -> Picture {
        try Picture.decoded(size: header.size.divided(by: divisor), format: .rgba) { (pixels) throws(ImageError) in
            _ = try decode(bytes, header, dividedBy: divisor, nil, to: pixels)
        }
    }

    /// The same picture in the planes of films, in which the file's luma and chroma are rounded once, or `nil` if the
    /// file is not made of them, or a side is odd.
    static func planes(_ bytes: UnsafeRawBufferPointer, _ header: ImageHeader) throws(ImageError) -> Picture? {
        guard header.size == header.size.roundedUpToEven else { return nil }
        var hasPlanes = true
        let picture = try Picture.decoded(size: header.size, format: .i420) { (planes) throws(ImageError) in
            var coding = YCbCrPlanes.Coding.jfif.recoding
            hasPlanes = try decode(bytes, header, dividedBy: 1, &coding, to: planes)
        }
        return hasPlanes ? picture : nil
    }

    /// Decodes to memory; whether the file has the planes that are asked for. Throws where another picture follows, too.
    private static func decode(
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
            status = flipbook_jpeg_decode(
                start,
                bytes.count,
                width,
                height,
                UInt32(divisor),
                coding,
                pixels,
                &left,
                message
            )
        })
        switch status {
        case FLIPBOOK_JPEG_OK:
            guard let preview = header.largestPreview else { return true }
            try ImageFormat.jpeg.checkSole(bytes, after: bytes.count - left, preview: preview)
            return true
        case FLIPBOOK_JPEG_NO_PLANES: return false
        case FLIPBOOK_JPEG_TRUNCATED: throw .truncated
        case _ where ["not implemented", "omitted", "Unsupported color"].contains { words.contains($0) }:
            throw .notAnImage(found: FileContents("a JPEG file that this libjpeg does not support (\(words))"))
        default: throw .corrupt(reason: words)
        }
    }
}
