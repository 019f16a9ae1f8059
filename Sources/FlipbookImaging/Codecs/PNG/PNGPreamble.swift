internal import FlipbookCore

struct PNGPreamble {
    private(set) var details: ImageDetails
    var header: ImageHeader { details.header }
    private(set) var imageData: Int?
    /// A Boolean value that indicates whether the only chunks before the pixels are IHDR and intact chunks that cannot change
    /// pixels.
    private(set) var isPlain = true
    /// A Boolean value that indicates whether the file claims to be an animation, even if the checksum of this claim is wrong.
    private(set) var claimsAnimation = false
    private var afterPalette = false

    static let afterHeader = PNGChunk.signature.count + PNGChunk.overhead + headerLength
    private static let headerLength = 13
    /// The maximum number of chunks before the pixels. Files usually have about a dozen.
    private static let mostChunks = 1000

    /// Reads the bytes of a file, or only its first bytes. The decoder handles damaged chunks after IHDR.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        try self.init(head: bytes, byteCount: bytes.count)
        for chunk in PNGChunk.row(in: bytes, from: Self.afterHeader) {
            if chunk.type == .imageData { imageData = chunk.offset }
            if chunk.type == .imageData || chunk.type == .end { return }
            note(chunk, in: bytes)
        }
    }

    /// Reads the part before the pixels, a few kilobytes at a time. Only the beginning of a longer chunk is read.
    init(_ file: inout FileReader) throws(ImageError) {
        try self.init(head: file.head(), byteCount: file.byteCount)
        var place = Self.afterHeader
        for _ in 0..<Self.mostChunks {
            guard let start = try file.bytes(at: place, count: 8), let chunk = PNGChunk(in: start, at: 0),
                chunk.type != .imageData, chunk.type != .end
            else { return }
            let count = min(chunk.end, FileReader.windowLength, file.byteCount - place)
            guard let bytes = try file.bytes(at: place, count: count) else { return }
            note(chunk, in: bytes)
            if chunk.type == .exif {
                details.taken = try TIFFDirectory.exif(at: place + chunk.payload, of: &file)?.captureTime(&file)
            }
            place += chunk.end
        }
    }

    private init(head: UnsafeRawBufferPointer, byteCount: Int) throws(ImageError) {
        guard !head.isEmpty else { throw .empty }
        guard head.starts(with: PNGChunk.signature) else { throw .notAnImage(found: FileContents(head)) }
        details = ImageDetails(header: try Self.imageHeader(head), byteCount: byteCount)
    }

    /// Reads a chunk between IHDR and IDAT (PNG third edition, clause 11.3). If its checksum is wrong, the chunk is used only
    /// for remarks.
    private mutating func note(_ chunk: PNGChunk, in bytes: UnsafeRawBufferPointer) {
        let isIntact = chunk.isIntact(in: bytes)
        // The checksum of a chunk that was read only in part is unknown. Such a chunk is used if only its presence matters.
        let isBelieved = isIntact || !chunk.isComplete(in: bytes)
        let end = min(chunk.payload + chunk.length, bytes.count)
        let payload = UnsafeRawBufferPointer(rebasing: bytes[chunk.payload..<end])
        if !isIntact || !chunk.type.isAncillary || chunk.length > Self.longestPlainChunk { isPlain = false }
        switch chunk.type {
        case .palette: afterPalette = true
        case .transparency:
            details.transparency = header.colorModel == .indexed ? .palette : .colorKey
            if isBelieved { details.header.hasAlpha = true }
            isPlain = false
        case .gamma:
            details.colorStatements.insert(.gamma)
            guard payload.count == 4 else {
                isPlain = false
                break
            }
            let gamma = Int(payload.bigEndian32(at: 0))
            details.gamma = gamma
            if isIntact, !afterPalette, Self.possibleGammas.contains(gamma) { raise(.gamma(gamma)) }
            if !Self.ordinaryGammas.contains(gamma) { isPlain = false }
        case .chromaticities:
            details.colorStatements.insert(.chromaticities)
            guard isIntact, !afterPalette else { break }
            details.header.hasOtherPrimaries =
                header.colorModel != .gray && RGBPrimaries(ofPNG: payload).map { !$0.isNear(.bt709) } ?? false
        case .standardRGB:
            details.colorStatements.insert(.sRGB)
            if isBelieved, !afterPalette, chunk.length == 1 { raise(.sRGB) }
        case .colorProfile:
            details.colorStatements.insert(.iccProfile)
            if !afterPalette { raise(.iccProfile) }
        case .codingIndependent:
            details.colorStatements.insert(.codingIndependent)
            if isBelieved, !afterPalette, chunk.length == 4 { raise(.codingIndependent) }
        case .animationControl where payload.count == 8:
            claimsAnimation = payload.bigEndian32(at: 0) > 1
            if isIntact { details.header.holdsSeveralPictures = claimsAnimation }
        case .physicalDimensions where payload.count == 9:
            let (across, down) = (Int(payload.bigEndian32(at: 0)), Int(payload.bigEndian32(at: 4)))
            details.pixelAspect = ImageDetails.PixelAspect(horizontal: across, vertical: down)
        case .exif:
            let exif = TIFFDirectory.exif(in: payload)
            details.orientation = exif?.orientation?.exifValue ?? 1
            details.namesCamera = exif?.namesCamera ?? false
            if isBelieved { details.header.orientation = exif?.orientation ?? .up }
        default: break
        }
    }

    /// The maximum length of a chunk in a plain file. Longer chunks may exceed libpng's limits.
    static let longestPlainChunk = 1 << 20

    /// The gammas that libpng accepts: 0.00016 to 6250.
    private static let possibleGammas = 16...625_000_000

    /// Gammas near 1/2.2 that libpng does not convert. libpng's tolerance is 5%, slightly more than this range.
    static let ordinaryGammas = 43_300...47_500

    private mutating func raise(_ tag: ImageHeader.ColorTag) {
        if tag.strength > header.colorTag.strength { details.header.colorTag = tag }
    }

    static func imageHeader(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        let offset = PNGChunk.signature.count
        guard bytes.count >= offset + 8 else { throw .truncated }
        guard let chunk = PNGChunk(in: bytes, at: offset) else {
            throw .corrupt(reason: "IHDR: the length or type of the first chunk is invalid")
        }
        if chunk.type == .appleVariant { throw .unsupported("a PNG in Apple's private CgBI form", .crushed) }
        try require(chunk.type == .header, "IHDR is missing: the first chunk is \(chunk.type)")
        try require(chunk.length == headerLength, "IHDR has \(chunk.length) bytes instead of \(headerLength)")
        guard chunk.isComplete(in: bytes) else { throw .truncated }
        try require(chunk.isIntact(in: bytes), "IHDR: CRC error")

        let field = chunk.payload
        let size = PixelSize(width: Int(bytes.bigEndian32(at: field)), height: Int(bytes.bigEndian32(at: field + 4)))
        let (depth, type) = (Int(bytes[field + 8]), bytes[field + 9])
        let sides = 1...PNGChunk.maximumLength
        try require(sides.contains(size.width) && sides.contains(size.height), "IHDR: the size \(size) is invalid")
        guard let (model, hasAlpha, depths) = colorTypes[type] else {
            throw .corrupt(reason: "IHDR: unknown color type \(type)")
        }
        try require(depths.contains(depth), "IHDR: color type \(type) cannot have \(depth) bits")
        let isStandard = bytes[field + 10] == 0 && bytes[field + 11] == 0 && bytes[field + 12] <= 1
        try require(isStandard, "IHDR: unknown compression, filter or interlace method")
        var header = ImageHeader(size, .png, bits: depth, model, hasAlpha: hasAlpha)
        header.isInterlaced = bytes[field + 12] == 1
        return header
    }

    private static let colorTypes: [UInt8: (model: ImageHeader.ColorModel, hasAlpha: Bool, depths: [Int])] = [
        0: (.gray, false, [1, 2, 4, 8, 16]),
        2: (.rgb, false, [8, 16]),
        3: (.indexed, false, [1, 2, 4, 8]),
        4: (.gray, true, [8, 16]),
        6: (.rgb, true, [8, 16]),
    ]
}

extension ImageDetails {
    static func png(_ file: inout FileReader) throws(ImageError) -> ImageDetails {
        let preamble = try PNGPreamble(&file)
        var details = preamble.details
        details.isAnimated = preamble.claimsAnimation
        details.header.hasAlpha = details.transparency != .none
        do throws(ImageError) {
            details.trailingByteCount = file.byteCount - (try PNGChunk.end(of: &file))
        } catch {
            // The error for a truncated animation is thrown for the incomplete frame instead.
            guard details.header.holdsSeveralPictures, case .truncated = error.reason
            else { throw changing(error) { $0.header = details.header } }
        }
        return details
    }
}

extension ImageHeader.ColorTag {
    /// The priority of a kind of color information. If a file contains several kinds, the one with the highest priority applies
    /// (PNG third edition, clause 4.3).
    fileprivate var strength: Int {
        switch self {
        case .untagged: 0
        case .gamma: 1
        case .sRGB: 2
        case .iccProfile, .adobeRGB: 3
        case .codingIndependent: 4
        }
    }
}
