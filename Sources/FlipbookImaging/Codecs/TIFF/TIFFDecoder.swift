internal import CImageKernels
internal import FlipbookCore

/// A page of a TIFF that libtiff decodes from its first row to the last.
final class TIFFPage: PictureRows {
    let size: PixelSize
    let format: PixelFormat
    private let page: OpaquePointer

    var step: Int { Int(flipbook_tiff_step(page)) }

    /// The page whose directory is at `place`, or the first, and has `size`.
    /// - Parameters:
    ///   - file: Stays as long as the page.
    ///   - isDeep: Whether its 16 bits a channel are kept.
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
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_TIFF_MESSAGE_CAPACITY))
            let status = flipbook_tiff_open_page(
                bytes?.baseAddress,
                descriptor,
                byteCount,
                UInt64(place),
                UInt32(size.width),
                UInt32(size.height),
                isDeep ? 16 : 8,
                // A picture of 16 bits in one strip is unpacked into twice the memory of one of 8.
                2 * max(limits.maximumBytes, 1 << 20),
                &page,
                &message
            )
            try Self.check(status, message)
            guard let page else { throw .corrupt(reason: "libtiff cannot open it") }
            return page
        }
        (self.size, format) = (size, isDeep ? .rgba64 : .rgba)
    }

    deinit { flipbook_tiff_close_page(page) }

    func next(into target: UnsafeMutableRawPointer) throws(ImageError) {
        var message = [CChar](repeating: 0, count: Int(FLIPBOOK_TIFF_MESSAGE_CAPACITY))
        try Self.check(flipbook_tiff_read_rows(page, target, &message), message)
    }

    private static func check(_ status: flipbook_tiff_status, _ message: [CChar]) throws(ImageError) {
        switch status {
        case FLIPBOOK_TIFF_OK: return
        case FLIPBOOK_TIFF_TRUNCATED: throw .truncated
        case FLIPBOOK_TIFF_UNSUPPORTED: throw .notAnImage(found: "a TIFF file \(String(libraryMessage: message))")
        default: throw .corrupt(reason: String(libraryMessage: message))
        }
    }
}
