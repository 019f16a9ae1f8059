import FlipbookCore

extension ImageDetails {
    /// What the header of a Windows or OS/2 bitmap says; `nil` where it is none.
    static func bmp(_ head: UnsafeRawBufferPointer, byteCount: Int) -> ImageDetails? {
        guard head.count >= 26 else { return nil }
        let headerLength = Int(head.littleEndian32(at: 14))
        let isOld = headerLength == 12
        guard isOld || headerLength >= 40 && head.count >= 54 else { return nil }
        let size: PixelSize
        if isOld {
            size = PixelSize(width: Int(head.littleEndian16(at: 18)), height: Int(head.littleEndian16(at: 20)))
        } else {
            // Rows that come from the top have a negative height.
            let height = Int32(bitPattern: head.littleEndian32(at: 22)).magnitude
            size = PixelSize(width: Int(Int32(bitPattern: head.littleEndian32(at: 18))), height: Int(height))
        }
        let bits = Int(head.littleEndian16(at: isOld ? 24 : 28))
        let hasAlpha = headerLength >= 56 && head.count >= 70 && bits == 32 && head.littleEndian32(at: 66) != 0
        return ImageDetails(
            header: ImageHeader(
                size: size,
                format: .bmp,
                bitDepth: min(bits, 8),
                colorModel: bits <= 8 ? .indexed : .rgb,
                hasAlpha: hasAlpha,
                isInterlaced: false
            ),
            byteCount: byteCount
        )
    }
}
