internal import FlipbookCore

/// The part before a PNG's pixels: its header, and the chunks that say how to read them.
struct PNGPreamble {
    private(set) var details: ImageDetails
    var header: ImageHeader { details.header }
    /// The place where the first IDAT chunk begins, or `nil` if the bytes end before one.
    private(set) var imageData: Int?
    /// A Boolean value that indicates that IHDR and intact chunks that cannot change the pixels precede them alone.
    private(set) var isPlain = true
    /// A Boolean value that indicates that the file says that it is an animation, also with a wrong checksum.
    private(set) var claimsAnimation = false
    private var afterPalette = false

    static let afterHeader = PNGChunk.signature.count + PNGChunk.overhead + headerLength
    private static let headerLength = 13
    /// The most chunks that are read of a file that is not read as a whole; files have a dozen.
    private static let mostChunks = 1000

    /// Reads the beginning of a file or all of it. A damaged chunk behind IHDR is left to the decoder to judge.
    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        try self.init(head: bytes, byteCount: bytes.count)
        for chunk in PNGChunk.row(in: bytes, from: Self.afterHeader) {
            if chunk.type == .imageData { imageData = chunk.offset }
            if chunk.type == .imageData || chunk.type == .end { return }
            note(chunk, in: bytes)
        }
    }

    /// Reads what precedes a file's pixels, a few kilobytes at a time; of a longer chunk its beginning.
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

    /// Takes in a chunk between IHDR and IDAT (PNG third edition, clause 11.3); of one with a wrong checksum what only a
    /// remark hangs on.
    private mutating func note(_ chunk: PNGChunk, in bytes: UnsafeRawBufferPointer) {
        let isIntact = chunk.isIntact(in: bytes)
        // A chunk that reaches beyond the block that was read is believed, where only its presence is asked for.
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
            // A damaged profile is reported, so it counts as one.
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

    /// Longer chunks may run into a limit of libpng's, so libpng judges them.
    static let longestPlainChunk = 1 << 20

    /// The values that libpng takes seriously: gammas from 0.00016 to 6250.
    private static let possibleGammas = 16...625_000_000

    /// The values, near 1/2.2, that need no conversion by libpng's rule: 5 % off at most, and a little less here.
    static let ordinaryGammas = 43_300...47_500

    private mutating func raise(_ tag: ImageHeader.ColorTag) {
        if tag.strength > header.colorTag.strength { details.header.colorTag = tag }
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
        guard chunk.type == .header else { throw .corrupt(reason: "IHDR is missing: the first chunk is \(chunk.type)") }
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
            throw .corrupt(reason: "IHDR: there is no color type \(type)")
        }
        guard depths.contains(depth) else {
            throw .corrupt(reason: "IHDR: color type \(type) cannot have \(depth) bits")
        }
        guard bytes[field + 10] == 0, bytes[field + 11] == 0, bytes[field + 12] <= 1 else {
            throw .corrupt(reason: "IHDR: unknown compression, filter or interlace method")
        }
        var header = ImageHeader(size, .png, bits: depth, model, hasAlpha: hasAlpha)
        header.isInterlaced = bytes[field + 12] == 1
        return header
    }

    /// The legal color types and the bit depths each may have (PNG, table 11.1).
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
            // Of an animation that is cut short, the frame is named that is not whole.
            guard details.header.holdsSeveralPictures, case .truncated = error.reason else { throw error }
        }
        return details
    }
}

extension ImageHeader.ColorTag {
    /// The rank of a tag among several: the highest counts (PNG third edition, clause 4.3).
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
