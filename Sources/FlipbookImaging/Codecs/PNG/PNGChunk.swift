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

    /// Returns the types of chunks with a wrong CRC before IEND. Pixels and profiles are excluded.
    static func damagedTypes(in bytes: UnsafeRawBufferPointer) -> [String] {
        guard bytes.starts(with: signature) else { return [] }
        var types: [PNGChunkType] = []
        for chunk in row(in: bytes) {
            guard types.count < mostDamagedTypes, chunk.isComplete(in: bytes) else { break }
            let isMeant = chunk.type != .imageData && chunk.type != .colorProfile && !types.contains(chunk.type)
            if isMeant, !chunk.isIntact(in: bytes) { types.append(chunk.type) }
            if chunk.type == .end { break }
        }
        return types.map(\.description)
    }

    private static let mostDamagedTypes = 8

    static func checkAll(in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var hasData = false
        for chunk in row(in: bytes) {
            guard chunk.isComplete(in: bytes) else { throw .truncated }
            try require(chunk.isIntact(in: bytes), "the checksum of \(chunk.type) at byte \(chunk.offset) is wrong")
            if chunk.type == .imageData { hasData = true }
            guard chunk.type == .end else { continue }
            if hasData { return }
            throw .corrupt(reason: "there are no pixels before IEND")
        }
        throw .truncated
    }

    static func checkSole(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        if let last = row(in: bytes).first(where: { $0.type == .end }) {
            try ImageFormat.png.checkSole(bytes, after: last.end)
        }
    }

    static func end(of file: inout FileReader) throws(ImageError) -> Int {
        let end: Int
        do throws(ImageError) {
            end = try walk(&file)
        } catch {
            // The decoder reports damaged chunks in more detail, so the error is ignored for a file that ends with IEND.
            guard let last = try file.bytes(at: file.byteCount - endBytes.count, count: endBytes.count),
                last.elementsEqual(endBytes)
            else { throw error }
            return file.byteCount
        }
        try ImageFormat.png.checkSole(&file, after: end)
        return end
    }

    /// Goes through the chunks to the end of IEND. Only lengths and types are read.
    private static func walk(_ file: inout FileReader) throws(ImageError) -> Int {
        var (offset, hasPixels) = (PNGPreamble.afterHeader, false)
        while offset + overhead <= file.byteCount {
            guard let bytes = try file.bytes(at: offset, count: 8) else { throw .truncated }
            guard let chunk = PNGChunk(in: bytes, at: 0) else {
                throw .corrupt(reason: "a chunk is missing at byte \(offset)")
            }
            if chunk.type == .imageData, !hasPixels {
                hasPixels = true
                // Short chunks are close together, so one read covers several of them.
                let isLong = chunk.end >= FileReader.windowLength && file.role == .file
                if isLong, try endsFile(chunk.end, at: offset, &file) { return file.byteCount }
            }
            offset += chunk.end
            if chunk.type == .end, offset <= file.byteCount { return offset }
        }
        throw .truncated
    }

    /// Returns `true` if the file ends with this picture, assuming that all chunks except the last have equal lengths. A second
    /// picture's chunks could match only by chance.
    private static func endsFile(_ length: Int, at offset: Int, _ file: inout FileReader) throws(ImageError) -> Bool {
        let count = (file.byteCount - overhead - offset) / length
        // A text chunk after the pixels may be longer than the last pixel chunk.
        for skipped in [count, count - 1] where skipped > 0 {
            var place = offset + skipped * length
            for _ in 0..<mostFollowing {
                guard let bytes = try file.bytes(at: place, count: 8), let chunk = PNGChunk(in: bytes, at: 0)
                else { break }
                place += chunk.end
                guard chunk.type != .end else {
                    if place == file.byteCount { return true }
                    break
                }
            }
        }
        return false
    }

    /// The maximum number of chunks to check after the pixels. If there are more, each chunk from the start of the file is
    /// read.
    private static let mostFollowing = 16

    private static let endBytes: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
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
