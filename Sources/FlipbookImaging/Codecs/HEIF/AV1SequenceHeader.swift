package import FlipbookCore

/// The AV1 sequence header (AV1 Bitstream & Decoding Process Specification, 5.5).
package struct AV1SequenceHeader {
    package let largestSize: PixelSize
    /// The byte range of the length field in the header. The range may be empty.
    package let length: Range<Int>
    package let payload: Range<Int>
    /// The bit position of `color_description_present_flag`.
    package let colorFlag: Int

    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let (length, payload) = Self.place(in: bytes) else { return nil }
        (self.length, self.payload) = (length, payload)
        var bits = Bits(UnsafeRawBufferPointer(rebasing: bytes[payload]))
        let profile = bits.next(3)
        bits.skip(1)
        let isShort = bits.next(1) == 1
        if isShort { bits.skip(5) } else { bits.skipOperatingPoints() }
        let (wide, high) = (bits.next(4) + 1, bits.next(4) + 1)
        largestSize = PixelSize(width: bits.next(wide) + 1, height: bits.next(high) + 1)
        if !isShort, bits.next(1) == 1 { bits.skip(7) }
        bits.skip(3)
        if !isShort { bits.skipPrediction() }
        bits.skip(3)
        let isDeep = bits.next(1) == 1
        if profile == 2, isDeep { bits.skip(1) }
        if profile != 1 { bits.skip(1) }
        colorFlag = bits.place
        guard colorFlag < 8 * payload.count else { return nil }
    }

    private static func place(in bytes: UnsafeRawBufferPointer) -> (length: Range<Int>, payload: Range<Int>)? {
        var place = 0
        // A temporal delimiter and metadata may precede the sequence header.
        for _ in 0..<8 {
            guard place < bytes.count, case let head = bytes[place], head & 0x80 == 0 else { return nil }
            let start = place + (head & 4 == 0 ? 1 : 2)
            // A unit without a length field extends to the end of the bytes.
            var (count, end) = (max(0, bytes.count - start), start)
            if head & 2 != 0 {
                count = 0
                repeat {
                    // Each byte contains seven bits of the length. The low bits come first.
                    guard end < min(bytes.count, start + 8) else { return nil }
                    count |= Int(bytes[end] & 127) << (7 * (end - start))
                    end += 1
                } while bytes[end - 1] > 127
            }
            guard count <= bytes.count - end else { return nil }
            if head >> 3 == 1 { return (start..<end, end..<end + count) }
            place = end + count
        }
        return nil
    }

    /// Reads bits, the high bits of a byte first. Bits past the end are 0.
    private struct Bits {
        private let bytes: UnsafeRawBufferPointer
        private(set) var place = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        mutating func next(_ count: Int) -> Int {
            var number = 0
            for _ in 0..<count {
                let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
                number = number << 1 | Int(byte >> UInt8(7 - place % 8) & 1)
                place += 1
            }
            return number
        }

        mutating func skip(_ count: Int) { place += count }

        /// Skips timing and operating points, which a short header does not contain.
        mutating func skipOperatingPoints() {
            var delayBits: Int?
            if next(1) == 1 {
                skip(64)
                if next(1) == 1 {
                    var zeros = 0
                    while zeros < 32, next(1) == 0 { zeros += 1 }
                    skip(zeros < 32 ? zeros : 0)
                }
                if next(1) == 1 {
                    delayBits = next(5) + 1
                    skip(42)
                }
            }
            let hasDelays = next(1) == 1
            for _ in 0...next(5) {
                skip(12)
                if next(5) > 7 { skip(1) }
                if let delayBits, next(1) == 1 { skip(2 * delayBits + 1) }
                if hasDelays, next(1) == 1 { skip(4) }
            }
        }

        mutating func skipPrediction() {
            skip(4)
            let hasOrder = next(1) == 1
            if hasOrder { skip(2) }
            // The value 2 means that each picture specifies whether it uses screen content tools.
            let screenTools = next(1) == 1 ? 2 : next(1)
            if screenTools > 0, next(1) == 0 { skip(1) }
            if hasOrder { skip(3) }
        }
    }
}
