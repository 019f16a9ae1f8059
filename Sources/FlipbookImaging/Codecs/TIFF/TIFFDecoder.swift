internal import CImageKernels
internal import FlipbookCore

/// A page of a TIFF that libtiff decodes from its first row to the last.
final class TIFFPage: PictureRows {
    let size: PixelSize
    let format: PixelFormat
    private let page: OpaquePointer

    var step: Int { Int(flipbook_tiff_step(page)) }

    /// The place of a page: that of its directory, 0 for the first, and the image of a block that this one names.
    struct Place {
        fileprivate let value: flipbook_tiff_place

        init(directory: Int = 0, _ block: TIFFBlock? = nil, image: Int = 0) {
            value = flipbook_tiff_place(
                directory: UInt64(directory),
                block: UInt64(block?.start ?? 0),
                length: UInt64(block?.length ?? 0),
                image: UInt64(block == nil ? 0 : image)
            )
        }
    }

    /// The page at a place in 8 bits a channel, or as it is if `isDeep`.
    init(
        _ file: borrowing FileReader,
        at place: Place,
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
                    place.value,
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
