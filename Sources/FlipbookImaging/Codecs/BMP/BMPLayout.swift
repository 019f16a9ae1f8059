import FlipbookCore

/// The places of a Windows or OS/2 bitmap's pixels, and the meaning of their bits.
struct BMPLayout {
    enum Coding: Equatable {
        /// Indices into the palette.
        case indices
        /// Runs of indices of 8 bits, or of 4.
        case runs
        /// Blue, green and red bytes.
        case bytes
        /// Blue, green, red and a fourth byte, which may be alpha.
        case words
        /// Numbers of 16 or 32 bits with the given bits for red, green, blue and alpha.
        case masks([UInt32])
    }

    let size: PixelSize
    let isTopDown: Bool
    let bitDepth: Int
    let coding: Coding
    /// The place where the palette begins, the bytes of a color, and how many there are.
    let palette: (offset: Int, entryLength: Int, count: Int)
    let pixelOffset: Int
    /// Bytes from one row to the next, and those of a row that count.
    let (bytesPerRow, usedBytesPerRow): (Int, Int)

    var hasAlpha: Bool {
        switch coding {
        case .words: true
        case .masks(let masks): masks[3] != 0
        case .indices, .runs, .bytes: false
        }
    }

    /// The place where the file ends by its own word, as far as it has so many bytes.
    private let statedEnd: Int
    /// The place where the picture ends, with the profile that may follow its pixels.
    var end: Int { max(statedEnd, pixelOffset + (coding == .runs ? 0 : bytesPerRow * size.height)) }

    var header: ImageHeader {
        ImageHeader(size, .bmp, bits: min(bitDepth, 8), bitDepth <= 8 ? .indexed : .rgb, hasAlpha: hasAlpha)
    }

    private static let fileHeaderLength = 14

    /// Reads the headers at the beginning of `head`, of a file of `byteCount` bytes, and sees that the file is long enough.
    init(_ head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) {
        guard head.count >= 26 else { throw .truncated }
        let headerLength = Int(head.littleEndian32(at: 14))
        let isOld = headerLength == 12
        // OS/2's second header ends where its writer liked; Windows' are 40, 52, 56, 108 or 124 bytes long.
        guard isOld || (16...64).contains(headerLength) || [108, 124].contains(headerLength) else {
            throw .corrupt(reason: "the header gives itself \(headerLength) bytes")
        }
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
            // Rows that come from the top have a negative height.
            let height = Int32(bitPattern: field(22))
            size = PixelSize(width: Int(Int32(bitPattern: field(18))), height: Int(height.magnitude))
            isTopDown = height < 0
        }
        guard size.width > 0, size.height > 0 else { throw .corrupt(reason: "the header gives the size \(size)") }
        bitDepth = bits
        let isOS2 = headerLength == 64 || headerLength < 40
        let masks = try Self.masks(head, headerLength: headerLength, compression: compression, bits: bits)
        coding = try Self.coding(bits: bits, compression: compression, masks: masks, isOS2: isOS2)

        // Masks that are no part of the header follow it.
        let masksEnd = compression == 6 ? 70 : compression == 3 && !isOS2 ? 66 : headerEnd
        let paletteOffset = max(headerEnd, masksEnd)
        let entryLength = isOld ? 3 : 4
        var count = bits > 8 ? 0 : 1 << bits
        if !isOld, bits <= 8, case let stated = Int(field(46)), stated > 0 {
            count = stated
        }
        let stated = Int(head.littleEndian32(at: 10))
        pixelOffset = stated == 0 ? paletteOffset + count * entryLength : stated
        guard pixelOffset >= paletteOffset || bits > 8 && pixelOffset >= headerEnd else {
            throw .corrupt(reason: "the pixels begin at byte \(pixelOffset), inside the header")
        }
        // A palette that says it reaches into the pixels is shorter than it says; of a longer one, pixels name the beginning.
        let room = (pixelOffset - paletteOffset) / entryLength
        palette = (paletteOffset, entryLength, min(count, room, bits > 8 ? 0 : 1 << bits))
        usedBytesPerRow = (size.width * bits + 7) / 8
        bytesPerRow = (size.width * bits + 31) / 32 * 4
        let end = Int(head.littleEndian32(at: 2))
        statedEnd = end <= byteCount ? end : 0
        guard pixelOffset < byteCount else { throw .truncated }
        guard coding != .runs else { return }
        // The padding of the last row may be missing.
        let (length, overflow) = bytesPerRow.multipliedReportingOverflow(by: size.height - 1)
        guard !overflow, length <= byteCount, pixelOffset + length + usedBytesPerRow <= byteCount else {
            throw .truncated
        }
    }

    private static func masks(
        _ head: UnsafeRawBufferPointer,
        headerLength: Int,
        compression: Int,
        bits: Int
    ) throws(ImageError) -> [UInt32]? {
        let isOS2 = headerLength == 64 || headerLength < 40
        guard compression == 3 || compression == 6, !isOS2 else { return nil }
        guard bits == 16 || bits == 32 else {
            throw .corrupt(reason: "bit fields are for 16 or 32 bits a pixel, and there are \(bits)")
        }
        let count = compression == 6 || headerLength >= 56 ? 4 : 3
        guard head.count >= 54 + count * 4 else { throw .truncated }
        var masks = (0..<count).map { head.littleEndian32(at: 54 + $0 * 4) }
        if count == 3 { masks.append(0) }
        for mask in masks where mask != 0 {
            let ones = mask >> UInt32(mask.trailingZeroBitCount)
            guard ones & (ones &+ 1) == 0, bits == 32 || mask <= 0xFFFF else {
                throw .corrupt(reason: "the bits of a channel do not lie together")
            }
        }
        return masks
    }

    private static func coding(
        bits: Int,
        compression: Int,
        masks: [UInt32]?,
        isOS2: Bool
    ) throws(ImageError) -> Coding {
        switch (compression, bits) {
        case (0, 1), (0, 2), (0, 4), (0, 8): return .indices
        case (1, 8), (2, 4): return .runs
        case (0, 16): return .masks([0x7C00, 0x3E0, 0x1F, 0])
        case (0, 24): return .bytes
        case (0, 32): return .words
        case (3, _) where isOS2, (4, _) where isOS2:
            throw .notAnImage(found: "a BMP file in OS/2's Huffman or 24-bit run-length coding")
        case (3, _), (6, _):
            if let masks { return .masks(masks) }
        case (4, _): throw .notAnImage(found: "a BMP file with a JPEG in it")
        case (5, _): throw .notAnImage(found: "a BMP file with a PNG in it")
        case (11...13, _): throw .notAnImage(found: "a BMP file of inks")
        case (0, 64): throw .notAnImage(found: "a BMP file of 64 bits a pixel")
        default: break
        }
        throw .corrupt(reason: "there is no compression \(compression) for \(bits) bits a pixel")
    }
}
