internal import CImageKernels
internal import FlipbookCore

/// Decodes the pages of TIFFs with libtiff.
enum TIFFDecoder {
    /// The picture in `bytes`, a whole file: of the page whose directory is at `page`, or of the first, and has `size`.
    ///
    /// In 8 bits a channel, or as ``PixelFormat/rgba64`` where `isDeep`.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        page: Int = 0,
        size: PixelSize,
        isDeep: Bool,
        limits: DecodingLimits
    ) throws(ImageError) -> Picture {
        guard let start = bytes.baseAddress else { throw .empty }
        return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { (pixels) throws(ImageError) in
            guard let pixels = pixels.baseAddress else { throw .empty }
            var message = [CChar](repeating: 0, count: Int(FLIPBOOK_TIFF_MESSAGE_CAPACITY))
            let status = flipbook_tiff_decode(
                start,
                bytes.count,
                UInt64(page),
                UInt32(size.width),
                UInt32(size.height),
                isDeep ? 16 : 8,
                // A picture of 16 bits in one strip is unpacked into twice the memory of one of 8.
                2 * max(limits.maximumBytes, 1 << 20),
                pixels,
                &message
            )
            switch status {
            case FLIPBOOK_TIFF_OK: return
            case FLIPBOOK_TIFF_TRUNCATED: throw .truncated
            case FLIPBOOK_TIFF_UNSUPPORTED:
                throw .notAnImage(found: FileContents("a TIFF file \(String(libraryMessage: message))"))
            default: throw .corrupt(reason: String(libraryMessage: message))
            }
        }
    }
}
