import FlipbookCore

/// The first element of a DPX file (SMPTE 268M).
struct DPXLayout {
    let size: PixelSize
    let order: TIFFDirectory.ByteOrder
    let orientation: ImageOrientation
    let channels: Channels
    let bitDepth: Int
    let packing: Packing
    let transfer: DPXTransfer
    let (pixelOffset, bytesPerRow): (Int, Int)
    let (frameRate, timeCode): (FrameRate?, TimeCode?)

    enum Channels: UInt8 {
        case gray = 6
        case rgb = 50
        case rgba = 51
        case abgr = 52

        var count: Int { self == .gray ? 1 : self == .rgb ? 3 : 4 }
    }

    enum Packing: Int {
        /// Values fill words from the lowest bit, across word boundaries.
        case dense = 0
        /// Words are padded at the lowest bits.
        case high = 1
        /// Words are padded at the highest bits.
        case low = 2
    }

    var header: ImageHeader {
        let (model, hasAlpha): (ImageHeader.ColorModel, Bool) = (channels == .gray ? .gray : .rgb, channels.count == 4)
        var header = ImageHeader(size, .dpx, bits: bitDepth, model, hasAlpha: hasAlpha, orientation)
        header.isSceneLinear = transfer != .shown
        (header.frameRate, header.timeCode) = (frameRate, timeCode)
        return header
    }

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        head.starts(with: "SDPX".utf8) || head.starts(with: "XPDS".utf8)
    }

    /// The EXIF orientations for DPX orientations 0 to 7.
    private static let orientations = [1, 2, 4, 3, 5, 6, 8, 7]

    init(_ head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) {
        guard head.count >= 816 else { throw .truncated }
        let order: TIFFDirectory.ByteOrder = head.starts(with: "SDPX".utf8) ? .big : .little
        self.order = order
        func word(_ offset: Int) -> Int { order.number32(head, at: offset) }
        func half(_ offset: Int) -> Int { order.number16(head, at: offset) }
        size = PixelSize(width: word(772), height: word(776))
        let sides = 1...1 << 24
        try require(sides.contains(size.width) && sides.contains(size.height), "the header declares a size of \(size)")
        guard let channels = Channels(rawValue: head[800]) else {
            throw .unsupported("a DPX file with pixels of type \(head[800])")
        }
        guard half(770) == 1 else { throw .unsupported("a DPX file with \(half(770)) elements") }
        guard half(806) == 0 else { throw .unsupported("a run-length-encoded DPX file") }
        guard word(780) == 0 else { throw .unsupported("a DPX file with signed numbers") }
        let (bits, filling) = (Int(head[803]), half(804))
        guard [8, 10, 12, 16].contains(bits) else { throw .unsupported("a DPX file with \(bits) bits per channel") }
        guard let packing = Packing(rawValue: filling) else { throw .corrupt(reason: "unknown packing \(filling)") }
        let turn = half(768)
        let exif = turn == 0xFFFF ? 1 : turn < 8 ? Self.orientations[turn] : 0
        guard let way = ImageOrientation(exifValue: exif) else { throw .corrupt(reason: "unknown orientation \(turn)") }
        (self.channels, self.packing, bitDepth, self.orientation) = (channels, packing, bits, way)
        transfer = DPXTransfer(rawValue: head[801]) ?? .shown
        let stated = word(808)
        pixelOffset = stated == 0 || stated == 0xFFFF_FFFF ? word(4) : stated
        let padding = word(812) == 0xFFFF_FFFF ? 0 : word(812)
        let samples = size.width * channels.count
        let least =
            switch (bits, packing) {
            case (8, _): samples
            case (16, _), (12, .high), (12, .low): samples * 2
            case (10, .high), (10, .low): (samples + 2) / 3 * 4
            default: (samples * bits + 31) / 32 * 4
            }
        // Rows should begin at a word boundary, but some programs do not align them.
        let aligned = (least + 3) & ~3
        let room = byteCount - pixelOffset
        bytesPerRow = (padding == 0 && aligned * (size.height - 1) + least > room ? least : aligned) + padding
        // Both headers end before byte 1944. An undefined field has all bits set, or none.
        let hasMore = min(pixelOffset, head.count) >= 1944
        let rates = hasMore ? [1724, 1940].map { Float(bitPattern: UInt32(word($0))) } : []
        frameRate = rates.lazy.compactMap { FrameRate(nearest: Double($0)) }.first
        timeCode = hasMore && word(1920) != 0 ? TimeCode(digits: UInt32(word(1920))) : nil
        guard pixelOffset >= 816, bytesPerRow * (size.height - 1) + least <= room else { throw .truncated }
    }
}

enum DPXTransfer: UInt8 {
    /// Values that are displayed unchanged, including user-defined values and video.
    case shown = 0
    /// Printing density: the logarithm of light, as from a film scanner.
    case density = 1
    case linear = 2
}
