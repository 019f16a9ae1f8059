internal import CImageKernels
internal import FlipbookCore

/// A page of a TIFF that libtiff decodes from its first row to the last.
final class TIFFPage: PictureRows {
    let size: PixelSize
    let format: PixelFormat
    private let page: OpaquePointer

    var step: Int { Int(flipbook_tiff_step(page)) }

    /// The page whose directory is at `place`, or the first, in 8 bits a channel, or as it is if `isDeep`.
    init(
        _ file: borrowing FileReader,
        at place: Int = 0,
        size: PixelSize,
        isDeep: Bool,
        limits: DecodingLimits
    ) throws(ImageError) {
        let byteCount = file.byteCount
        page = try file.withSource { (bytes, descriptor) throws(ImageError) in
            var page: OpaquePointer?
            let (width, height) = (UInt32(size.width), UInt32(size.height))
            // A picture of 16 bits in one strip is unpacked into twice the memory of one of 8.
            let limit = 2 * max(limits.maximumBytes, 1 << 20)
            try Self.check { message in
                flipbook_tiff_open_page(
                    bytes?.baseAddress,
                    descriptor,
                    byteCount,
                    UInt64(place),
                    width,
                    height,
                    isDeep ? 16 : 8,
                    limit,
                    &page,
                    message
                )
            }
            guard let page else { throw .corrupt(reason: "libtiff cannot open it") }
            return page
        }
        (self.size, format) = (size, isDeep ? .rgba64 : .rgba)
    }

    deinit { flipbook_tiff_close_page(page) }

    func next(into target: UnsafeMutableRawPointer) throws(ImageError) {
        try Self.check { message in flipbook_tiff_read_rows(page, target, message) }
    }

    private static func check(_ call: (UnsafeMutablePointer<CChar>) -> flipbook_tiff_status) throws(ImageError) {
        var status = FLIPBOOK_TIFF_OK
        let words = String(libraryMessageOf: { message in status = call(message) })
        switch status {
        case FLIPBOOK_TIFF_OK: return
        case FLIPBOOK_TIFF_TRUNCATED: throw .truncated
        case FLIPBOOK_TIFF_UNSUPPORTED: throw .notAnImage(found: "a TIFF file \(words)")
        default: throw .corrupt(reason: words)
        }
    }
}
