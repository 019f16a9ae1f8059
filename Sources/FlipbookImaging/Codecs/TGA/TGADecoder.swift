import FlipbookCore

struct TGADecoder {
    let bytes: UnsafeRawBufferPointer
    let layout: TGALayout

    func decode() throws(ImageError) -> Picture {
        let palette = try palette()
        let (width, height, step) = (layout.size.width, layout.size.height, layout.bytesPerPixel)
        return try Picture.decoded(size: layout.size, format: .rgba) { (pixels) throws(ImageError) in
            let words = pixels.bindMemory(to: UInt32.self)
            var (offset, left, isRun) = (layout.pixelOffset, layout.isRunLength ? 0 : layout.size.area, false)
            guard offset + left * step <= bytes.count else { throw .truncated }
            for y in 0..<height {
                let start = (layout.isTopDown ? y : height - 1 - y) * width
                var x = 0
                while x < width {
                    if left == 0 { (left, isRun) = try packet(at: &offset, wanted: (height - y) * width - x) }
                    let count = min(left, width - x)
                    for index in 0..<count {
                        let place = start &+ (layout.isFromRight ? width &- 1 &- x &- index : x &+ index)
                        words[place] = try pixel(at: isRun ? offset : offset &+ index &* step, palette)
                    }
                    (x, left) = (x + count, left - count)
                    offset += isRun ? (left == 0 ? step : 0) : count * step
                }
            }
            applyAlphaRule(to: words)
        }
    }

    /// Reads the header of a run-length packet. The packet may continue in the next row.
    private func packet(at offset: inout Int, wanted: Int) throws(ImageError) -> (count: Int, isRun: Bool) {
        guard offset < bytes.count else { throw .truncated }
        let (count, isRun) = (Int(bytes[offset] & 0x7F) + 1, bytes[offset] & 0x80 != 0)
        offset += 1
        guard offset + (isRun ? 1 : count) * layout.bytesPerPixel <= bytes.count else { throw .truncated }
        try require(count <= wanted, "a run of pixels is longer than the picture")
        return (count, isRun)
    }

    @inline(__always)
    private func pixel(at offset: Int, _ palette: [UInt32]) throws(ImageError) -> UInt32 {
        switch layout.kind {
        case .color: return color(bytes, at: offset, bits: layout.bitDepth)
        case .gray:
            let (value, alpha) = (bytes[offset], layout.bytesPerPixel == 2 ? bytes[offset + 1] : 255)
            return BMPDecoder.word(value, value, value, alpha)
        case .indexed:
            let index = layout.bytesPerPixel == 1 ? Int(bytes[offset]) : Int(bytes.littleEndian16(at: offset))
            let entry = index - layout.palette.first
            try require(palette.indices.contains(entry), "a pixel has color \(index), outside the palette")
            return palette[entry]
        }
    }

    private func palette() throws(ImageError) -> [UInt32] {
        guard layout.kind == .indexed else { return [] }
        guard layout.pixelOffset <= bytes.count else { throw .truncated }
        let length = (layout.paletteDepth + 7) / 8
        return (0..<layout.palette.count).map { index in
            color(bytes, at: layout.paletteOffset + index * length, bits: layout.paletteDepth)
        }
    }

    private func color(_ bytes: UnsafeRawBufferPointer, at offset: Int, bits: Int) -> UInt32 {
        guard bits <= 16 else {
            let alpha = bits == 32 ? bytes[offset &+ 3] : 255
            return BMPDecoder.word(bytes[offset &+ 2], bytes[offset &+ 1], bytes[offset], alpha)
        }
        let value = bytes.littleEndian16(at: offset)
        func five(_ shift: UInt16) -> UInt8 { UInt8((UInt32(value >> shift & 31) * 255 + 15) / 31) }
        let isClear = bits == 16 && layout.alphaBits == 1 && value & 0x8000 == 0
        return BMPDecoder.word(five(10), five(5), five(0), isClear ? 0 : 255)
    }

    private func applyAlphaRule(to words: UnsafeMutableBufferPointer<UInt32>) {
        guard layout.kind == .color, layout.bitDepth == 32 else { return }
        let opaque = BMPDecoder.word(0, 0, 0, 255)
        let type = attributeType
        var isAlpha = layout.alphaBits == 8 && type != 0 && type != 1 && type != 2
        if layout.alphaBits != 8, type == nil {
            let first = (words.first ?? 0) & opaque
            isAlpha = words.contains { $0 & opaque != first }
        }
        if !isAlpha {
            for index in words.indices { words[index] |= opaque }
        } else if type == 4, let start = words.baseAddress {
            PixelSink(start, isDeep: false).divideByAlpha(count: words.count)
        }
    }

    /// The attribute type in TGA version 2: 0 to 2 if there is no alpha, 4 if the colors are premultiplied.
    private var attributeType: UInt8? {
        let footer = bytes.count - 26
        guard footer > 18, bytes[(footer + 8)...].starts(with: "TRUEVISION-XFILE.".utf8) else { return nil }
        let extensionArea = Int(bytes.littleEndian32(at: footer))
        guard extensionArea > 0, extensionArea + 495 <= footer else { return nil }
        return bytes[extensionArea + 494]
    }
}
