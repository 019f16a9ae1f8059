import FlipbookCore

extension ImageDetails {
    /// What the first chunk of a WebP file says (RFC 9649, section 2); `nil` where it is none that is known.
    /// - Throws: ``ImageError/truncated`` where the file is shorter than it says.
    static func webP(_ head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) -> ImageDetails? {
        guard head.count >= 30 else { return nil }
        guard Int(head.littleEndian32(at: 4)) <= byteCount - 8 else { throw .truncated }
        var (size, hasAlpha, flags) = (PixelSize(width: 0, height: 0), false, UInt8(0))
        let kind = head[12..<16]
        if kind.elementsEqual("VP8 ".utf8) {
            guard head[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
            size.width = Int(head.littleEndian16(at: 26) & 0x3FFF)
            size.height = Int(head.littleEndian16(at: 28) & 0x3FFF)
        } else if kind.elementsEqual("VP8L".utf8) {
            guard head[20] == 0x2F else { return nil }
            let bits = Int(head.littleEndian32(at: 21))
            size.width = bits & 0x3FFF + 1
            size.height = bits >> 14 & 0x3FFF + 1
            hasAlpha = bits >> 28 & 1 == 1
        } else if kind.elementsEqual("VP8X".utf8) {
            flags = head[20]
            size.width = Int(head.littleEndian32(at: 24) & 0xFF_FFFF) + 1
            size.height = Int(head.littleEndian32(at: 26) >> 8) + 1
            hasAlpha = flags & 0x10 != 0
        } else {
            return nil
        }
        let hasProfile = flags & 0x20 != 0
        return ImageDetails(
            header: ImageHeader(
                size: size,
                format: .webp,
                bitDepth: 8,
                colorModel: .rgb,
                hasAlpha: hasAlpha,
                isInterlaced: false,
                colorTag: hasProfile ? .iccProfile : .untagged
            ),
            byteCount: byteCount,
            colorStatements: hasProfile ? .iccProfile : [],
            isAnimated: flags & 0x02 != 0
        )
    }
}
