internal import CImageKernels
internal import FlipbookCore

enum LibPNGDecoder {
    /// Decodes a whole file to 8 bits per channel, or to ``PixelFormat/rgba64`` if `isDeep`.
    static func decode(_ bytes: UnsafeRawBufferPointer, preamble: PNGPreamble, isDeep: Bool = false) throws(ImageError)
        -> Picture
    {
        let size = preamble.header.size
        return try Picture.decoded(size: size, format: isDeep ? .rgba64 : .rgba) { (pixels) throws(ImageError) in
            try decode(bytes, preamble: preamble, isDeep: isDeep, to: pixels)
        }
    }

    /// Decodes to memory, row by row. Rows below damage are not written.
    /// - Parameter piece: The number of bytes to read at a time, or 0 for libpng's default. With small pieces, more rows of a
    ///   damaged file are decoded.
    static func decode(
        _ bytes: UnsafeRawBufferPointer,
        preamble: PNGPreamble,
        isDeep: Bool = false,
        piece: UInt32 = 0,
        to target: UnsafeMutableRawBufferPointer
    ) throws(ImageError) {
        guard let start = bytes.baseAddress, let pixels = target.baseAddress else { throw .empty }
        let size = preamble.header.size
        var gamma: UInt32 = 0
        // For a picture with a color profile, LittleCMS undoes the power law when it converts the primaries.
        if case .gamma(let value) = preamble.header.colorTag, !preamble.header.hasColorProfile { gamma = UInt32(value) }

        var status = FLIPBOOK_PNG_OK
        let words = String(libraryMessageOf: { message in
            let (width, height) = (UInt32(size.width), UInt32(size.height))
            let depth: Int32 = isDeep ? 16 : 8
            status = flipbook_png_decode(start, bytes.count, width, height, gamma, depth, piece, pixels, message)
        })
        switch status {
        case FLIPBOOK_PNG_OK: return
        case FLIPBOOK_PNG_TRUNCATED: throw .truncated
        default: throw .corrupt(reason: words)
        }
    }
}
