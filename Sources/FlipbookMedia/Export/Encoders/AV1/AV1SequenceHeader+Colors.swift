import FlipbookImaging

extension AV1SequenceHeader {
    /// The packet with these colours in its sequence header; `nil` where it has none, or one that says something already.
    static func saying(_ colors: OutputColors, _ packet: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let header = Self(packet), !header.length.isEmpty else { return nil }
        // The flag and the range, which follows it, lie in one byte or two; behind the header's last a byte is added for now.
        let bytes = packet[header.payload] + [0]
        let (place, shift) = (header.colorFlag / 8, 15 - header.colorFlag % 8)
        let word = Int(bytes[place]) << 8 | Int(bytes[place + 1])
        guard word >> shift & 1 == 0 else { return nil }
        let points = colors.codePoints
        let described = 1 << 24 | points.primaries << 16 | points.transfer << 8 | points.matrix
        let range = colors.range == .full ? 1 << (shift - 1) : 0
        // 24 bits more, so that the rest keeps its place in its bytes.
        let changed = (word >> (shift + 1)) << (shift + 25) | described << shift | range | word & (1 << (shift - 1) - 1)
        let payload = (bytes[..<place] + big(changed, 5) + bytes[(place + 2)...]).dropLast()
        return packet[..<header.length.lowerBound] + length(of: payload.count) + payload
            + packet[header.payload.upperBound...]
    }

    /// A length in groups of seven bits, the lowest first.
    private static func length(of count: Int) -> [UInt8] {
        var (rest, bytes) = (count, [UInt8]())
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
