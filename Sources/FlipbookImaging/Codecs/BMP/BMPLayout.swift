import FlipbookCore

struct BMPLayout {
    enum Coding: Equatable {
        case indices, runs, bytes, words
        case masks([UInt32])
    }

    let size: PixelSize
    let isTopDown: Bool
    let bitDepth: Int
    let coding: Coding
    let palette: (offset: Int, entryLength: Int, count: Int)
    let pixelOffset: Int
    let (bytesPerRow, usedBytesPerRow): (Int, Int)

    var hasAlpha: Bool { if case .masks(let masks) = coding { masks[3] != 0 } else { coding == .words } }

    /// The end of the file according to its header, or 0 if the file is shorter.
    private let statedEnd: Int
    /// The end of the picture, including a profile after the pixels.
    var end: Int { max(statedEnd, pixelOffset + (coding == .runs ? 0 : bytesPerRow * size.height)) }

    var header: ImageHeader {
        ImageHeader(size, .bmp, bits: min(bitDepth, 8), bitDepth <= 8 ? .indexed : .rgb, hasAlpha: hasAlpha)
    }

    static let fileHeaderLength = 14

    init(_ head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) {
        guard head.count >= 26 else { throw .truncated }
        let headerLength = Int(head.littleEndian32(at: 14))
        let isOld = headerLength == 12
        // The length of the second OS/2 header varies. Windows headers have 40, 52, 56, 108, or 124 bytes.
        let isKnown = isOld || (16...64).contains(headerLength) || [108, 124].contains(headerLength)
        try require(isKnown, "the header declares a length of \(headerLength) bytes")
        let headerEnd = Self.fileHeaderLength + headerLength
        guard head.count >= headerEnd else { throw .truncated }
        // Fields that a short header lacks are 0.
        func field(_ offset: Int) -> UInt32 { offset + 4 <= headerEnd ? head.littleEndian32(at: offset) : 0 }

        let bits = Int(head.littleEndian16(at: isOld ? 24 : 28))
        let compression = isOld ? 0 : Int(field(30))
        if isOld {
            size = PixelSize(width: Int(head.littleEndian16(at: 18)), height: Int(head.littleEndian16(at: 20)))
            isTopDown = false
        } else {
            // A negative height means top-down rows.
            let height = Int32(bitPattern: field(22))
            size = PixelSize(width: Int(Int32(bitPattern: field(18))), height: Int(height.magnitude))
            isTopDown = height < 0
        }
        try require(size.width > 0 && size.height > 0, "the header declares a size of \(size)")
        bitDepth = bits
        let isOS2 = headerLength == 64 || headerLength < 40
        let maskCount = compression == 6 || headerLength >= 56 ? 4 : 3
        coding = try Self.coding(compression, bits, isOS2: isOS2) { () throws(ImageError) in
            try Self.masks(head, count: maskCount, bits: bits)
        }

        let masksEnd = compression == 6 ? 70 : compression == 3 && !isOS2 ? 66 : headerEnd
        let paletteOffset = max(headerEnd, masksEnd)
        let entryLength = isOld ? 3 : 4
        var count = bits > 8 ? 0 : 1 << bits
        if !isOld, bits <= 8, case let stated = Int(field(46)), stated > 0 { count = stated }
        let stated = Int(head.littleEndian32(at: 10))
        pixelOffset = stated == 0 ? paletteOffset + count * entryLength : stated
        let isBehind = pixelOffset >= paletteOffset || bits > 8 && pixelOffset >= headerEnd
        try require(isBehind, "the pixels begin at byte \(pixelOffset), inside the header")
        // A palette that would overlap the pixels is shortened.
        let room = (pixelOffset - paletteOffset) / entryLength
        palette = (paletteOffset, entryLength, min(count, room, bits > 8 ? 0 : 1 << bits))
        (usedBytesPerRow, bytesPerRow) = ((size.width * bits + 7) / 8, (size.width * bits + 31) / 32 * 4)
        let end = Int(head.littleEndian32(at: 2))
        statedEnd = end <= byteCount ? end : 0
        guard pixelOffset < byteCount else { throw .truncated }
        guard coding != .runs else { return }
        // The padding of the last row may be missing.
        let (most, overflow) = bytesPerRow.multipliedReportingOverflow(by: size.height - 1)
        guard !overflow, most <= byteCount, pixelOffset + most + usedBytesPerRow <= byteCount else { throw .truncated }
    }

    private static func masks(_ head: UnsafeRawBufferPointer, count: Int, bits: Int) throws(ImageError) -> [UInt32] {
        try require(bits == 16 || bits == 32, "bit fields require 16 or 32 bits per pixel, not \(bits)")
        guard head.count >= 54 + count * 4 else { throw .truncated }
        var masks = (0..<count).map { head.littleEndian32(at: 54 + $0 * 4) }
        if count == 3 { masks.append(0) }
        for mask in masks where mask != 0 {
            let ones = mask >> UInt32(mask.trailingZeroBitCount)
            let areTogether = ones & (ones &+ 1) == 0
            try require(areTogether && (bits == 32 || mask <= 0xFFFF), "the bits of a channel are not contiguous")
        }
        return masks
    }

    private static func coding(_ compression: Int, _ bits: Int, isOS2: Bool, _ masks: () throws(ImageError) -> [UInt32])
        throws(ImageError) -> Coding
    {
        switch (compression, bits) {
        case (0, 1), (0, 2), (0, 4), (0, 8): return .indices
        case (1, 8), (2, 4): return .runs
        case (0, 16): return .masks([0x7C00, 0x3E0, 0x1F, 0])
        case (0, 24): return .bytes
        case (0, 32): return .words
        case (3...4, _) where isOS2: throw .unsupported("a BMP file in OS/2's Huffman or 24-bit run-length encoding")
        case (6, _) where isOS2: break
        case (3, _), (6, _): return .masks(try masks())
        case (4, _): throw .unsupported("a BMP file that contains a JPEG")
        case (5, _): throw .unsupported("a BMP file that contains a PNG")
        case (11...13, _): throw .unsupported("a CMYK BMP file")
        case (0, 64): throw .unsupported("a BMP file with 64 bits per pixel")
        default: break
        }
        throw .corrupt(reason: "compression \(compression) does not allow \(bits) bits per pixel")
    }
}
