/// Writes deflate blocks (RFC 1951) with Huffman codes of the caller's choice, also impossible ones.
public struct PNGDeflateWriter: Sendable {
    /// A block's symbols: literals, or a copy by a length symbol without extra bits.
    public enum Symbol: Sendable {
        /// A byte, the end of block (256), or any other code of the literal alphabet.
        case literal(Int)
        /// A length symbol and a distance symbol, both without extra bits.
        case match(length: Int, distance: Int)
    }

    private var bits: [UInt8] = []
    private var bitCount = 0

    /// A writer at the beginning of a stream.
    public init() {}

    /// A zlib stream of these blocks, with the checksum of `content`.
    public func zlib(content: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + bits + bigEndian(PNGWriter.adler(content))
    }

    /// Writes a block with its own codes, whose lengths are given by symbol.
    ///
    /// `metaLengths` are the lengths of the 19 codes that transmit them; by default a complete code.
    public mutating func dynamicBlock(
        _ symbols: [Symbol],
        literalLengths: [Int],
        distanceLengths: [Int],
        isFinal: Bool = true,
        metaLengths: [Int] = [Int](repeating: 4, count: 13) + [Int](repeating: 5, count: 6)
    ) {
        put(isFinal ? 1 : 0, 1)
        put(2, 2)
        put(literalLengths.count - 257, 5)
        put(distanceLengths.count - 1, 5)
        put(19 - 4, 4)
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { put(metaLengths[symbol], 3) }
        let meta = Self.codes(metaLengths)
        for length in literalLengths + distanceLengths { putCode(meta[length], metaLengths[length]) }
        write(symbols, literalLengths, distanceLengths)
    }

    /// Writes a block with the codes that the format fixes.
    public mutating func fixedBlock(_ symbols: [Symbol], isFinal: Bool = true) {
        put(isFinal ? 1 : 0, 1)
        put(1, 2)
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        write(symbols, lengths, [Int](repeating: 5, count: 32))
    }

    private mutating func write(_ symbols: [Symbol], _ literalLengths: [Int], _ distanceLengths: [Int]) {
        let (literals, distances) = (Self.codes(literalLengths), Self.codes(distanceLengths))
        for symbol in symbols {
            switch symbol {
            case .literal(let value): putCode(literals[value], literalLengths[value])
            case .match(let length, let distance):
                putCode(literals[length], literalLengths[length])
                putCode(distances[distance], distanceLengths[distance])
            }
        }
    }

    /// The canonical codes of RFC 1951, clause 3.2.2.
    private static func codes(_ lengths: [Int]) -> [Int] {
        var next = [Int](repeating: 0, count: 17)
        for length in 1...16 {
            let shorter = length == 1 ? 0 : lengths.count { $0 == length - 1 }
            next[length] = (next[length - 1] + shorter) << 1
        }
        return lengths.map { length in
            defer { next[length] += 1 }
            return length == 0 ? 0 : next[length]
        }
    }

    /// Appends a number, its lowest bit first.
    private mutating func put(_ value: Int, _ count: Int) {
        for bit in 0..<count { putBit(value >> bit & 1) }
    }

    /// Appends a code, its highest bit first.
    private mutating func putCode(_ code: Int, _ length: Int) {
        for bit in (0..<length).reversed() { putBit(code >> bit & 1) }
    }

    private mutating func putBit(_ bit: Int) {
        if bitCount % 8 == 0 { bits.append(0) }
        bits[bits.count - 1] |= UInt8(bit) << UInt8(bitCount % 8)
        bitCount += 1
    }
}
