/// The part of an AV1 stream that says how its pictures are to be read (AV1 bitstream specification, 5.5).
enum AV1SequenceHeader {
    /// The packet with these colours in its sequence header; `nil` where it has none, or one that says something already.
    static func saying(_ colors: OutputColors, _ packet: UnsafeRawBufferPointer) -> [UInt8]? {
        var place = 0
        while place < packet.count {
            let head = packet[place]
            let (type, hasExtension, hasSize) = (head >> 3 & 15, head & 4 != 0, head & 2 != 0)
            let start = place + (hasExtension ? 2 : 1)
            // Without a size, the rest of the packet is one unit.
            guard hasSize, let (length, sizeLength) = number(in: packet, at: start) else { return nil }
            let payload = start + sizeLength
            guard payload + length <= packet.count else { return nil }
            if type == 1 {
                let header = UnsafeRawBufferPointer(rebasing: packet[payload..<payload + length])
                guard let changed = saying(colors, inPayload: header) else { return nil }
                return Array(packet[..<start]) + bytes(of: changed.count) + changed
                    + Array(packet[(payload + length)...])
            }
            place = payload + length
        }
        return nil
    }

    /// The sequence header with three code points more, and the range.
    private static func saying(_ colors: OutputColors, inPayload bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var bits = BitReader(bytes)
        guard let flag = placeOfColorFlag(&bits), bits.place <= bytes.count * 8, !bits.isSet(at: flag) else {
            return nil
        }
        var changed = BitWriter()
        for place in 0..<flag { changed.append(bits.isSet(at: place) ? 1 : 0, count: 1) }
        changed.append(1, count: 1)
        // 24 bits, so that the rest keeps its place in its bytes.
        let points = colors.codePoints
        for number in [points.primaries, points.transfer, points.matrix] { changed.append(UInt8(number), count: 8) }
        changed.append(colors.range == .full ? 1 : 0, count: 1)
        for place in flag + 2..<bytes.count * 8 { changed.append(bits.isSet(at: place) ? 1 : 0, count: 1) }
        return changed.bytes
    }

    /// The place of the bit `color_description_present_flag`.
    private static func placeOfColorFlag(_ bits: inout BitReader) -> Int? {
        let profile = bits.read(3)
        bits.skip(1)
        let isReduced = bits.read(1) == 1
        if isReduced {
            bits.skip(5)
        } else {
            guard skipOperatingPoints(&bits) else { return nil }
        }
        let (widthBits, heightBits) = (bits.read(4) + 1, bits.read(4) + 1)
        bits.skip(widthBits + heightBits)
        if !isReduced, bits.read(1) == 1 { bits.skip(7) }
        // Superblocks, and two kinds of prediction within a picture.
        bits.skip(3)
        if !isReduced { skipPrediction(&bits) }
        // Super-resolution, and two filters.
        bits.skip(3)
        let isDeep = bits.read(1) == 1
        if profile == 2, isDeep { bits.skip(1) }
        if profile != 1 { bits.skip(1) }
        return bits.place
    }

    private static func skipOperatingPoints(_ bits: inout BitReader) -> Bool {
        var delayBits: Int?
        if bits.read(1) == 1 {
            bits.skip(64)
            // How many ticks a picture lasts is a number of any length, which no encoder of ours writes.
            guard bits.read(1) == 0 else { return false }
            if bits.read(1) == 1 {
                delayBits = bits.read(5) + 1
                bits.skip(42)
            }
        }
        let hasInitialDelay = bits.read(1) == 1
        for _ in 0...bits.read(5) {
            bits.skip(12)
            if bits.read(5) > 7 { bits.skip(1) }
            if let delayBits, bits.read(1) == 1 { bits.skip(2 * delayBits + 1) }
            if hasInitialDelay, bits.read(1) == 1 { bits.skip(4) }
        }
        return true
    }

    /// Skips the tools of prediction between pictures.
    private static func skipPrediction(_ bits: inout BitReader) {
        bits.skip(4)
        let hasOrder = bits.read(1) == 1
        if hasOrder { bits.skip(2) }
        let choosesScreenTools = bits.read(1) == 1
        let screenTools = choosesScreenTools ? 2 : bits.read(1)
        if screenTools > 0, bits.read(1) == 0 { bits.skip(1) }
        if hasOrder { bits.skip(3) }
    }

    /// The number at `place` in groups of seven bits, the lowest first, and how many bytes it takes.
    private static func number(in bytes: UnsafeRawBufferPointer, at place: Int) -> (value: Int, length: Int)? {
        var value = 0
        for index in 0..<5 where place + index < bytes.count {
            value |= Int(bytes[place + index] & 127) << (7 * index)
            if bytes[place + index] < 128 { return (value, index + 1) }
        }
        return nil
    }

    /// A number in groups of seven bits.
    private static func bytes(of value: Int) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}

/// Bits of some bytes, the highest first.
private struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    /// The bit that is read next.
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// A bit; bits beyond the end are not set.
    func isSet(at place: Int) -> Bool { place / 8 < bytes.count && bytes[place / 8] >> (7 - place % 8) & 1 == 1 }

    mutating func skip(_ count: Int) { place += count }

    mutating func read(_ count: Int) -> Int {
        defer { place += count }
        return (0..<count).reduce(0) { $0 << 1 | (isSet(at: place + $1) ? 1 : 0) }
    }
}

/// Bytes that grow by bits.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: UInt8, count: Int) {
        for bit in (0..<count).reversed() {
            if self.count % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= (value >> UInt8(bit) & 1) << UInt8(7 - self.count % 8)
            self.count += 1
        }
    }
}
