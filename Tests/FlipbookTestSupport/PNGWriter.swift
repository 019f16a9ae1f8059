/// Writes PNG files byte by byte, from the specification and without the code under test.
///
/// Everything a test may want to choose is a property; everything a test may
/// want to break is reachable, since chunks are plain values.
public struct PNGWriter: Sendable {
    /// Width and height in pixels.
    public var (width, height): (Int, Int)
    /// Bits of one sample: 1, 2, 4, 8 or 16.
    public var bitDepth = 8
    /// PNG's color type: 0 gray, 2 RGB, 3 indexed, 4 gray with alpha, 6 RGBA.
    public var colorType: UInt8 = 6
    /// The filter of each row, 0...4; rows beyond the list take them from the start again.
    public var filters: [UInt8] = [0]
    /// Chunks between IHDR and IDAT.
    public var chunksBeforeData: [Chunk] = []
    /// Chunks between the last IDAT and IEND.
    public var chunksAfterData: [Chunk] = []
    /// Payload bytes of one IDAT chunk.
    public var dataChunkLength = 8192

    /// A writer of 8-bit pictures of one size.
    public init(width: Int, height: Int, colorType: UInt8 = 6) {
        (self.width, self.height) = (width, height)
        self.colorType = colorType
    }

    /// One chunk: four letters and a payload.
    public struct Chunk: Hashable, Sendable {
        /// The four letters.
        public var type: String
        /// What the chunk carries.
        public var payload: [UInt8]
        /// What the CRC field is XORed with: 0 for a right one.
        public var damage: UInt32 = 0

        /// A chunk of `type` that carries `payload`.
        public init(_ type: String, _ payload: [UInt8] = [], damage: UInt32 = 0) {
            (self.type, self.payload, self.damage) = (type, payload, damage)
        }

        /// Length, type, payload and CRC, as in a file.
        public var bytes: [UInt8] {
            let covered = Array(type.utf8) + payload
            return bigEndian(UInt32(payload.count)) + covered + bigEndian(PNGWriter.crc(covered) ^ damage)
        }
    }

    /// The eight bytes that begin a PNG.
    public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Bytes of one row without its filter byte.
    public var rowLength: Int { (width * bitsPerPixel + 7) / 8 }

    /// Bits of one pixel.
    public var bitsPerPixel: Int {
        switch colorType {
        case 2: 3 * bitDepth
        case 4: 2 * bitDepth
        case 6: 4 * bitDepth
        default: bitDepth
        }
    }

    /// The header chunk of this picture.
    public var header: Chunk {
        Chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [UInt8(bitDepth), colorType, 0, 0, 0])
    }

    /// A file of `rows`, the unfiltered bytes of all rows one after another.
    public func file(rows: [UInt8]) -> [UInt8] {
        let stream = Self.zlibStored(scanlines(rows))
        let data = stride(from: 0, to: stream.count, by: dataChunkLength).map {
            Chunk("IDAT", Array(stream[$0..<min($0 + dataChunkLength, stream.count)]))
        }
        return Self.file([header] + chunksBeforeData + data + chunksAfterData + [Chunk("IEND")])
    }

    /// A file of any chunks.
    public static func file(_ chunks: [Chunk]) -> [UInt8] {
        signature + chunks.flatMap(\.bytes)
    }

    /// The rows, each filtered and preceded by its filter byte.
    public func scanlines(_ rows: [UInt8]) -> [UInt8] {
        let (rowLength, pixel) = (rowLength, max(1, bitsPerPixel / 8))
        precondition(rows.count == rowLength * height)
        var result: [UInt8] = []
        result.reserveCapacity((rowLength + 1) * height)
        for row in 0..<height {
            let filter = filters[row % filters.count]
            result.append(filter)
            for column in 0..<rowLength {
                let here = rows[row * rowLength + column]
                let left = column >= pixel ? rows[row * rowLength + column - pixel] : 0
                let above = row > 0 ? rows[(row - 1) * rowLength + column] : 0
                let aboveLeft = row > 0 && column >= pixel ? rows[(row - 1) * rowLength + column - pixel] : 0
                result.append(here &- Self.prediction(filter, left: left, above: above, aboveLeft: aboveLeft))
            }
        }
        return result
    }

    /// What a filter expects a byte to be (PNG, clause 9.2).
    private static func prediction(_ filter: UInt8, left: UInt8, above: UInt8, aboveLeft: UInt8) -> UInt8 {
        let (a, b, c) = (Int(left), Int(above), Int(aboveLeft))
        switch filter {
        case 1: return left
        case 2: return above
        case 3: return UInt8((a + b) / 2)
        case 4:
            let estimate = a + b - c
            let (toLeft, toAbove, toAboveLeft) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
            if toLeft <= toAbove && toLeft <= toAboveLeft { return left }
            return toAbove <= toAboveLeft ? above : aboveLeft
        default: return 0
        }
    }

    /// A zlib stream (RFC 1950) that holds `bytes` in stored blocks.
    public static func zlibStored(_ bytes: [UInt8], blockLength: Int = 65_535) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + blockLength, bytes.count)
            let length = UInt16(end - start)
            result.append(end == bytes.count ? 1 : 0)
            for value in [length, ~length] { result += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        return result + bigEndian(adler(bytes))
    }

    /// The checksum that ends a zlib stream (RFC 1950).
    public static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// The checksum of a chunk's type and payload (PNG, annex D).
    public static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}

/// A number's four bytes, the highest first.
public func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
