import FlipbookCore

struct TGALayout {
    enum Kind: UInt8 {
        case indexed = 1
        case color = 2
        case gray = 3
    }

    let size: PixelSize
    let kind: Kind
    let isRunLength: Bool
    /// The bits per pixel and per palette entry: 8, 15, 16, 24, or 32.
    let (bitDepth, paletteDepth): (Int, Int)
    let palette: (first: Int, count: Int)
    let (paletteOffset, pixelOffset): (Int, Int)
    let (isTopDown, isFromRight): (Bool, Bool)
    let alphaBits: Int

    var bytesPerPixel: Int { (bitDepth + 7) / 8 }

    var hasAlpha: Bool {
        switch kind {
        case .gray: bitDepth == 16
        case .color: bitDepth == 32 || bitDepth == 16 && alphaBits == 1
        case .indexed: paletteDepth == 32
        }
    }

    /// Returns `nil` for an implausible header, since the format has no signature.
    init?(_ head: UnsafeRawBufferPointer) {
        guard head.count >= 18, head[1] <= 1, let kind = Kind(rawValue: head[2] & ~8) else { return nil }
        let (bits, hasPalette) = (Int(head[16]), head[1] == 1)
        let depths = [Kind.indexed: [8, 16], .color: [15, 16, 24, 32], .gray: [8, 16]]
        guard depths[kind]?.contains(bits) == true, head[17] & 0xC0 == 0, head[17] & 15 <= 8 else { return nil }
        size = PixelSize(width: Int(head.littleEndian16(at: 12)), height: Int(head.littleEndian16(at: 14)))
        guard !size.isEmpty, kind != .indexed || hasPalette else { return nil }
        (self.kind, isRunLength, bitDepth) = (kind, head[2] & 8 != 0, bits)
        paletteDepth = hasPalette ? Int(head[7]) : 0
        guard !hasPalette || [15, 16, 24, 32].contains(paletteDepth) else { return nil }
        palette = (Int(head.littleEndian16(at: 3)), hasPalette ? Int(head.littleEndian16(at: 5)) : 0)
        guard kind != .indexed || palette.count > 0 else { return nil }
        paletteOffset = 18 + Int(head[0])
        pixelOffset = paletteOffset + palette.count * ((paletteDepth + 7) / 8)
        (isTopDown, isFromRight) = (head[17] & 0x20 != 0, head[17] & 0x10 != 0)
        alphaBits = Int(head[17] & 15)
    }

    func checkEnd(in byteCount: Int) throws(ImageError) {
        let least = isRunLength ? (size.area + 127) / 128 * (1 + bytesPerPixel) : size.area * bytesPerPixel
        guard pixelOffset + least <= byteCount else { throw .truncated }
    }

    var header: ImageHeader {
        let model: ImageHeader.ColorModel = kind == .gray ? .gray : kind == .indexed ? .indexed : .rgb
        return ImageHeader(size, .tga, bits: kind == .color && bitDepth < 24 ? 5 : 8, model, hasAlpha: hasAlpha)
    }
}
