import FlipbookCore

/// Decodes TGA files.
struct TGADecoder {
    let bytes: UnsafeRawBufferPointer
    let layout: TGALayout

    /// The picture.
    func decode() throws(ImageError) -> Picture {
        let palette = try palette()
        return try Picture.decoded(size: layout.size, format: .rgba) { (pixels) throws(ImageError) in
            let words = pixels.bindMemory(to: UInt32.self)
            let rowLength = layout.size.width * layout.bytesPerPixel
            if layout.isRunLength {
                var packets = TGAPackets(bytes, layout)
                var source = [UInt8](repeating: 0, count: rowLength)
                for row in 0..<layout.size.height {
                    try packets.fill(&source)
                    try source.lendingBytes { (source) throws(ImageError) in
                        try fill(row, of: words, from: source, palette)
                    }
                }
            } else {
                guard layout.pixelOffset + rowLength * layout.size.height <= bytes.count else { throw .truncated }
                for row in 0..<layout.size.height {
                    let start = layout.pixelOffset + row * rowLength
                    let source = UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowLength])
                    try fill(row, of: words, from: source, palette)
                }
            }
            applyAlphaRule(to: words)
        }
    }

    /// The palette's colours, as pixels in memory.
    private func palette() throws(ImageError) -> [UInt32] {
        guard layout.kind == .indexed else { return [] }
        guard layout.pixelOffset <= bytes.count else { throw .truncated }
        let length = (layout.paletteDepth + 7) / 8
        return (0..<layout.palette.count).map { index in
            color(bytes, at: layout.paletteOffset + index * length, bits: layout.paletteDepth)
        }
    }

    /// A colour of 15 to 32 bits.
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

    private func fill(
        _ row: Int,
        of words: UnsafeMutableBufferPointer<UInt32>,
        from source: UnsafeRawBufferPointer,
        _ palette: [UInt32]
    ) throws(ImageError) {
        let (width, height, step) = (layout.size.width, layout.size.height, layout.bytesPerPixel)
        let start = (layout.isTopDown ? row : height - 1 - row) * width
        for column in 0..<width {
            let offset = column &* step
            let place = start &+ (layout.isFromRight ? width &- 1 &- column : column)
            switch layout.kind {
            case .color: words[place] = color(source, at: offset, bits: layout.bitDepth)
            case .gray:
                let (value, alpha) = (source[offset], step == 2 ? source[offset + 1] : 255)
                words[place] = BMPDecoder.word(value, value, value, alpha)
            case .indexed:
                let index = step == 1 ? Int(source[offset]) : Int(source.littleEndian16(at: offset))
                let entry = index - layout.palette.first
                guard palette.indices.contains(entry) else {
                    throw .corrupt(
                        reason: "a pixel has the colour \(index) of a palette of \(palette.count) from "
                            + "\(layout.palette.first) on"
                    )
                }
                words[place] = palette[entry]
            }
        }
    }

    /// Makes pixels opaque whose fourth byte is no alpha, and divides colours by it that are multiplied.
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
        } else if type == 4 {
            words.withMemoryRebound(to: (UInt8, UInt8, UInt8, UInt8).self) { pixels in
                for index in pixels.indices where pixels[index].3 > 0 && pixels[index].3 < 255 {
                    let alpha = UInt32(pixels[index].3)
                    func straight(_ value: UInt8) -> UInt8 {
                        UInt8(min(255, (UInt32(value) * 255 + alpha / 2) / alpha))
                    }
                    pixels[index].0 = straight(pixels[index].0)
                    pixels[index].1 = straight(pixels[index].1)
                    pixels[index].2 = straight(pixels[index].2)
                }
            }
        }
    }

    /// What version 2 says of the fourth byte: 0 to 2 that it is no alpha, 4 that colours are multiplied by it.
    private var attributeType: UInt8? {
        let footer = bytes.count - 26
        guard footer > 18, bytes[(footer + 8)...].starts(with: "TRUEVISION-XFILE.".utf8) else { return nil }
        let extensionArea = Int(bytes.littleEndian32(at: footer))
        guard extensionArea > 0, extensionArea + 495 <= footer else { return nil }
        return bytes[extensionArea + 494]
    }
}

/// The packets of a file in run-length coding, unpacked a row at a time: a packet may go on in the next row.
private struct TGAPackets {
    private let bytes: UnsafeRawBufferPointer
    private let step: Int
    /// The place where the next pixel is stored, or the one that is repeated, or the next packet begins.
    private var offset: Int
    /// The pixels of the present packet that are still to be taken, and whether they are all the same.
    private var (left, isRun) = (0, false)
    /// The number of pixels that are in no packet yet.
    private var wanted: Int

    init(_ bytes: UnsafeRawBufferPointer, _ layout: TGALayout) {
        self.bytes = bytes
        (step, offset, wanted) = (layout.bytesPerPixel, layout.pixelOffset, layout.size.area)
    }

    /// Makes `row` the next pixels' bytes.
    mutating func fill(_ row: inout [UInt8]) throws(ImageError) {
        var place = 0
        while place < row.count {
            if left == 0 { try begin() }
            let count = min(left, (row.count - place) / step)
            let source = bytes[offset..<offset + (isRun ? 1 : count) * step]
            for pixel in 0..<(isRun ? count : 1) {
                let target = place + pixel * source.count
                row.withUnsafeMutableBytes { row in
                    UnsafeMutableRawBufferPointer(rebasing: row[target..<target + source.count]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: source)
                    )
                }
            }
            place += count * step
            left -= count
            if !isRun || left == 0 { offset += source.count }
        }
    }

    private mutating func begin() throws(ImageError) {
        guard offset < bytes.count else { throw .truncated }
        (left, isRun) = (Int(bytes[offset] & 0x7F) + 1, bytes[offset] & 0x80 != 0)
        offset += 1
        guard offset + (isRun ? step : left * step) <= bytes.count else { throw .truncated }
        guard left <= wanted else { throw .corrupt(reason: "a run of pixels is longer than the picture") }
        wanted -= left
    }
}
