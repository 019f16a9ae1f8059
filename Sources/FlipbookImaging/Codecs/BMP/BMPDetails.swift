import FlipbookCore

extension ImageDetails {
    /// What the header of a Windows or OS/2 bitmap says.
    static func bmp(_ head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) -> ImageDetails {
        let layout = try BMPLayout(head, byteCount: byteCount)
        return ImageDetails(
            header: ImageHeader(
                size: layout.size,
                format: .bmp,
                bitDepth: min(layout.bitDepth, 8),
                colorModel: layout.bitDepth <= 8 ? .indexed : .rgb,
                hasAlpha: layout.hasAlpha,
                isInterlaced: false
            ),
            byteCount: byteCount
        )
    }
}
