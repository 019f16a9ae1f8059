internal import CImageKernels

/// One chunk of a PNG: where it stands and what it is (PNG, clause 5.3).
struct PNGChunk {
    /// The bytes around a payload: length, type and CRC.
    static let overhead = 12
    /// The longest payload that the format allows.
    static let maximumLength = 0x7FFF_FFFF

    /// The four letters of the type, big-endian.
    let type: PNGChunkType
    /// Where the chunk begins: the offset of its length field.
    let offset: Int
    /// The number of payload bytes.
    let length: Int

    /// Where the payload begins.
    var payload: Int { offset + 8 }
    /// Where the next chunk begins.
    var end: Int { offset + Self.overhead + length }

    /// The chunk that begins at `offset`; `nil` where its length and type are not all there or are against the rules.
    init?(in bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard offset >= 0, offset <= bytes.count - 8 else { return nil }
        let length = Int(bytes.bigEndian32(at: offset))
        let type = PNGChunkType(rawValue: bytes.bigEndian32(at: offset + 4))
        guard length <= Self.maximumLength, type.isWellFormed else { return nil }
        self.type = type
        self.offset = offset
        self.length = length
    }

    /// Whether `bytes` hold all of the chunk.
    func isComplete(in bytes: UnsafeRawBufferPointer) -> Bool { end <= bytes.count }

    /// Whether the chunk is complete and its CRC right.
    func isIntact(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard isComplete(in: bytes) else { return false }
        let covered = UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<payload + length])
        return flipbook_crc32(covered.baseAddress, covered.count) == bytes.bigEndian32(at: payload + length)
    }
}

extension PNGChunk {
    /// The types of the chunks besides the pixels whose CRC is wrong, each once, in the order of the file; none where
    /// the bytes are no PNG. Looks no further than IEND.
    static func damagedTypes(in bytes: UnsafeRawBufferPointer) -> [String] {
        guard bytes.starts(with: FileSignature.png) else { return [] }
        var types: [PNGChunkType] = []
        var offset = FileSignature.png.count
        while types.count < mostDamagedTypes, let chunk = PNGChunk(in: bytes, at: offset),
            chunk.isComplete(in: bytes)
        {
            if chunk.type != .imageData, !chunk.isIntact(in: bytes), !types.contains(chunk.type) {
                types.append(chunk.type)
            }
            if chunk.type == .end { break }
            offset = chunk.end
        }
        return types.map(\.description)
    }

    /// More kinds of damage than these say no more.
    private static let mostDamagedTypes = 8
}

/// The four letters that name a chunk.
struct PNGChunkType: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let header = PNGChunkType("IHDR")
    static let palette = PNGChunkType("PLTE")
    static let imageData = PNGChunkType("IDAT")
    static let end = PNGChunkType("IEND")
    static let transparency = PNGChunkType("tRNS")
    static let gamma = PNGChunkType("gAMA")
    static let standardRGB = PNGChunkType("sRGB")
    static let colorProfile = PNGChunkType("iCCP")
    static let exif = PNGChunkType("eXIf")
    static let codingIndependent = PNGChunkType("cICP")
    static let chromaticities = PNGChunkType("cHRM")
    static let physicalDimensions = PNGChunkType("pHYs")
    static let animationControl = PNGChunkType("acTL")
    /// The first chunk of Apple's private variant, whose pixels are not PNG's.
    static let appleVariant = PNGChunkType("CgBI")

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ letters: StaticString) {
        rawValue = letters.withUTF8Buffer { UnsafeRawBufferPointer($0).bigEndian32(at: 0) }
    }

    /// Whether all four bytes are ASCII letters.
    var isWellFormed: Bool {
        (0..<4).allSatisfy { index in
            let letter = UInt8(truncatingIfNeeded: rawValue >> (8 * index)) | 0x20
            return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
        }
    }

    /// Whether a reader that does not know the chunk may skip it.
    var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }
}

extension PNGChunkType: CustomStringConvertible {
    /// The four letters.
    var description: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
    }
}

extension UnsafeRawBufferPointer {
    /// The unsigned number whose four bytes begin at `offset`, the highest first.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The unsigned number whose two bytes begin at `offset`, the highest first.
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The unsigned number whose four bytes begin at `offset`, the lowest first.
    func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The unsigned number whose two bytes begin at `offset`, the lowest first.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
}
