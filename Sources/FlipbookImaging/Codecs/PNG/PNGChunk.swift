struct PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The number of bytes around a payload: length, type, and CRC.
    static let overhead = 12
    static let maximumLength = 0x7FFF_FFFF

    let type: PNGChunkType
    let offset, length: Int

    var payload: Int { offset + 8 }
    var end: Int { offset + Self.overhead + length }

    init?(in bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard offset >= 0, offset <= bytes.count - 8 else { return nil }
        let length = Int(bytes.bigEndian32(at: offset))
        let type = PNGChunkType(rawValue: bytes.bigEndian32(at: offset + 4))
        guard length <= Self.maximumLength, type.isWellFormed else { return nil }
        (self.type, self.offset, self.length) = (type, offset, length)
    }

    static func row(in bytes: UnsafeRawBufferPointer, from place: Int = signature.count) -> some Sequence<PNGChunk> {
        sequence(state: place) { place in
            let chunk = PNGChunk(in: bytes, at: place)
            if let chunk { place = chunk.end }
            return chunk
        }
    }

    func payload(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[payload..<payload + length])
    }

    func isComplete(in bytes: UnsafeRawBufferPointer) -> Bool { end <= bytes.count }

    func isIntact(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard isComplete(in: bytes) else { return false }
        let covered = UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<payload + length])
        return covered.crc32 == bytes.bigEndian32(at: payload + length)
    }
}

struct PNGChunkType: RawRepresentable, Hashable, CustomStringConvertible {
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
    static let frameControl = PNGChunkType("fcTL")
    static let frameData = PNGChunkType("fdAT")
    static let appleVariant = PNGChunkType("CgBI")

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ letters: StaticString) {
        rawValue = letters.withUTF8Buffer { UnsafeRawBufferPointer($0).bigEndian32(at: 0) }
    }

    var isWellFormed: Bool {
        (0..<4).allSatisfy { index in
            let letter = UInt8(truncatingIfNeeded: rawValue >> (8 * index)) | 0x20
            return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
        }
    }

    /// A Boolean value that indicates whether an unknown chunk may be skipped.
    var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }

    var description: String { String(decoding: big(rawValue, 4), as: UTF8.self) }
}
