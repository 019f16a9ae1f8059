internal import FlipbookCore

/// What precedes a PNG's pixels: its header, and the chunks that say how to read them.
struct PNGPreamble {
    /// The picture's properties.
    private(set) var header: ImageHeader
    /// The place where the first IDAT chunk begins, or `nil` if the bytes end before one.
    private(set) var imageData: Int?
    /// Whether nothing but IHDR and intact chunks that cannot change the pixels precede the pixels.
    private(set) var isPlain = true

    /// The place where the chunk after IHDR begins.
    static let afterHeader = PNGChunk.signature.count + PNGChunk.overhead + headerLength
    private static let headerLength = 13

    /// Reads `bytes`, the beginning of a file or all of it.
    ///
    /// IHDR is checked wholly; a later chunk that is damaged is passed over
    /// here and left to the decoder to judge.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.starts(with: PNGChunk.signature) else {
            throw .notAnImage(found: FileContents(bytes))
        }
        header = try Self.imageHeader(bytes)

        var offset = Self.afterHeader
        var afterPalette = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            offset = chunk.end
            switch chunk.type {
            case .imageData:
                imageData = chunk.offset
                return
            case .end:
                return
            default:
                note(chunk, in: bytes, afterPalette: afterPalette)
                afterPalette = afterPalette || chunk.type == .palette
            }
        }
    }

    /// Takes in what one chunk between IHDR and IDAT says.
    private mutating func note(_ chunk: PNGChunk, in bytes: UnsafeRawBufferPointer, afterPalette: Bool) {
        // A chunk that reaches beyond the block that was read is believed, since only its presence is asked for.
        let isComplete = chunk.isComplete(in: bytes)
        guard !isComplete || chunk.isIntact(in: bytes) else {
            isPlain = false
            // A damaged profile is reported, so it counts as one.
            if chunk.type == .colorProfile, !afterPalette { raise(.iccProfile) }
            return
        }
        if !isComplete || !chunk.type.isAncillary || chunk.length > Self.longestPlainChunk { isPlain = false }

        switch chunk.type {
        case .transparency:
            header.hasAlpha = true
            isPlain = false
        case .gamma where chunk.length == 4 && isComplete:
            let gamma = Int(bytes.bigEndian32(at: chunk.payload))
            if !afterPalette, Self.possibleGammas.contains(gamma) { raise(.gamma(gamma)) }
            if !Self.ordinaryGammas.contains(gamma) { isPlain = false }
        case .gamma:
            isPlain = false
        case .chromaticities where !afterPalette && isComplete:
            let payload = UnsafeRawBufferPointer(rebasing: bytes[chunk.payload..<chunk.payload + chunk.length])
            header.hasOtherPrimaries =
                header.colorModel != .gray && RGBPrimaries(ofPNG: payload).map { !$0.isNear(.bt709) } ?? false
        case .animationControl where isComplete && chunk.length == 8:
            header.holdsSeveralPictures = bytes.bigEndian32(at: chunk.payload) > 1
        case .exif where isComplete:
            let exif = UnsafeRawBufferPointer(rebasing: bytes[chunk.payload..<chunk.payload + chunk.length])
            header.orientation = TIFFDirectory.exif(in: exif)?.orientation ?? .up
        case .standardRGB where !afterPalette && chunk.length == 1: raise(.sRGB)
        case .colorProfile where !afterPalette: raise(.iccProfile)
        case .codingIndependent where !afterPalette && chunk.length == 4: raise(.codingIndependent)
        default: break
        }
    }

    /// Longer chunks may run into a limit of libpng's, so libpng judges them.
    static let longestPlainChunk = 1 << 20

    /// The values that libpng takes seriously: gammas from 0.00016 to 6250.
    private static let possibleGammas = 16...625_000_000

    /// The values, near 1/2.2, that need no conversion by libpng's rule: 5 % off at most, and a little less here.
    static let ordinaryGammas = 43_300...47_500

    /// Sets the colour tag, unless a stronger one is there.
    private mutating func raise(_ tag: ImageHeader.ColorTag) {
        if tag.strength > header.colorTag.strength { header.colorTag = tag }
    }

    /// The properties that IHDR gives (PNG, clause 11.2.1), all of them checked.
    static func imageHeader(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        let offset = PNGChunk.signature.count
        guard bytes.count >= offset + 8 else { throw .truncated }
        guard let chunk = PNGChunk(in: bytes, at: offset) else {
            throw .corrupt(reason: "IHDR: the first chunk's length or type is impossible")
        }
        if chunk.type == .appleVariant {
            throw .notAnImage(found: FileContents("a PNG in Apple's private CgBI form", .crushed))
        }
        guard chunk.type == .header else {
            throw .corrupt(reason: "IHDR is missing: the first chunk is \(chunk.type)")
        }
        guard chunk.length == headerLength else {
            throw .corrupt(reason: "IHDR has \(chunk.length) bytes instead of \(headerLength)")
        }
        guard chunk.isComplete(in: bytes) else { throw .truncated }
        guard chunk.isIntact(in: bytes) else { throw .corrupt(reason: "IHDR: CRC error") }

        let field = chunk.payload
        let size = PixelSize(width: Int(bytes.bigEndian32(at: field)), height: Int(bytes.bigEndian32(at: field + 4)))
        let (depth, type) = (Int(bytes[field + 8]), bytes[field + 9])
        let sides = 1...PNGChunk.maximumLength
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .corrupt(reason: "IHDR: the size \(size) is against the rules")
        }
        guard let (model, hasAlpha, depths) = colorTypes[type] else {
            throw .corrupt(reason: "IHDR: there is no colour type \(type)")
        }
        guard depths.contains(depth) else {
            throw .corrupt(reason: "IHDR: colour type \(type) cannot have \(depth) bits")
        }
        guard bytes[field + 10] == 0, bytes[field + 11] == 0, bytes[field + 12] <= 1 else {
            throw .corrupt(reason: "IHDR: unknown compression, filter or interlace method")
        }
        return ImageHeader(
            size: size,
            format: .png,
            bitDepth: depth,
            colorModel: model,
            hasAlpha: hasAlpha,
            isInterlaced: bytes[field + 12] == 1
        )
    }

    /// The legal colour types and the bit depths each may have (PNG, table 11.1).
    private static let colorTypes: [UInt8: (model: ImageHeader.ColorModel, hasAlpha: Bool, depths: [Int])] = [
        0: (.gray, false, [1, 2, 4, 8, 16]),
        2: (.rgb, false, [8, 16]),
        3: (.indexed, false, [1, 2, 4, 8]),
        4: (.gray, true, [8, 16]),
        6: (.rgb, true, [8, 16]),
    ]
}

extension ImageHeader.ColorTag {
    /// Which tag counts where a file has several: the higher one (PNG third edition, clause 4.3).
    fileprivate var strength: Int {
        switch self {
        case .untagged: 0
        case .gamma: 1
        case .sRGB: 2
        case .iccProfile: 3
        case .codingIndependent: 4
        }
    }
}
