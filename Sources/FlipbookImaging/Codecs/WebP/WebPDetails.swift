import FlipbookCore

extension ImageDetails {
    static func webP(_ file: inout FileReader) throws(ImageError) -> ImageDetails? {
        let (head, byteCount) = (try file.head(), file.byteCount)
        guard head.count >= 30 else { return nil }
        var (size, hasAlpha, flags) = (PixelSize(width: 0, height: 0), false, UInt8(0))
        let kind = head[12..<16]
        if kind.elementsEqual("VP8 ".utf8) {
            guard head[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
            size.width = Int(head.littleEndian16(at: 26) & 0x3FFF)
            size.height = Int(head.littleEndian16(at: 28) & 0x3FFF)
        } else if kind.elementsEqual("VP8L".utf8) {
            guard head[20] == 0x2F else { return nil }
            let bits = Int(head.littleEndian32(at: 21))
            (size.width, size.height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            hasAlpha = bits >> 28 & 1 == 1
        } else if kind.elementsEqual("VP8X".utf8) {
            flags = head[20]
            size.width = Int(head.littleEndian32(at: 24) & 0xFF_FFFF) + 1
            size.height = Int(head.littleEndian32(at: 26) >> 8) + 1
            hasAlpha = flags & 0x10 != 0
        } else {
            return nil
        }
        // The error for a truncated animation is thrown for the incomplete frame instead.
        guard flags & 0x02 != 0 || Int(head.littleEndian32(at: 4)) <= byteCount - 8 else { throw .truncated }
        let hasProfile = flags & 0x20 != 0
        let end = RIFFChunk(in: head, at: 0)?.next ?? byteCount
        let exif = flags & 0x08 != 0 ? try webPEXIF(&file) : nil
        try ImageFormat.webp.checkSole(&file, after: end)
        let orientation = exif?.orientation ?? .up
        let header = ImageHeader(size, .webp, bits: 8, .rgb, hasAlpha: hasAlpha, orientation, hasProfile: hasProfile)
        var details = ImageDetails(header: header, byteCount: byteCount, colorStatements: hasProfile ? .iccProfile : [])
        details.isAnimated = flags & 0x02 != 0
        details.namesCamera = exif?.namesCamera ?? false
        details.taken = try exif?.captureTime(&file)
        return details
    }

    /// The maximum number of chunks before the EXIF data. A still picture has fewer than ten.
    private static let mostWebPChunks = 1000

    private static func webPEXIF(_ file: inout FileReader) throws(ImageError) -> TIFFDirectory? {
        var offset = 12
        for _ in 0..<mostWebPChunks {
            guard let head = try file.bytes(at: offset, count: 8), let chunk = RIFFChunk(in: head, at: 0)
            else { return nil }
            guard chunk.type == "EXIF" else {
                offset += chunk.next
                continue
            }
            // Some programs write the EXIF identifier of JPEG files before the EXIF data.
            let isNamed = try file.bytes(at: offset + 8, count: 6)?.elementsEqual("Exif\0\0".utf8) ?? false
            return try TIFFDirectory.exif(at: offset + (isNamed ? 14 : 8), of: &file)
        }
        return nil
    }
}
