import FlipbookCore

/// What AV1 says in front of its pictures (AV1 Bitstream & Decoding Process Specification, 5.5).
struct AV1SequenceHeader {
    /// The size that no picture exceeds.
    let largestSize: PixelSize

    /// Reads the header that the pictures' bytes begin with; `nil` where they begin otherwise.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var bits = Bits(bytes)
        // A mark of time may come first, which is empty.
        for _ in 0..<2 {
            guard bits.next(1) == 0 else { return nil }
            let type = bits.next(4)
            let (isExtended, hasLength) = (bits.next(1) == 1, bits.next(1) == 1)
            bits.skip(isExtended ? 9 : 1)
            if hasLength, bits.skipLength() == nil { return nil }
            if type == 1 { break }
            guard type == 2 else { return nil }
        }
        // Its profile, and whether it is a still.
        bits.skip(4)
        if bits.next(1) == 1 { bits.skip(5) } else { bits.skipOperatingPoints() }
        let (wide, high) = (Int(bits.next(4)) + 1, Int(bits.next(4)) + 1)
        largestSize = PixelSize(width: Int(bits.next(wide)) + 1, height: Int(bits.next(high)) + 1)
        guard bits.areLeft else { return nil }
    }

    /// Bits, the highest of a byte first; 0 behind the last.
    private struct Bits {
        private let bytes: UnsafeRawBufferPointer
        private var place = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// Whether none was asked for that is not there.
        var areLeft: Bool { place <= bytes.count * 8 }

        mutating func next(_ count: Int) -> UInt32 {
            var number: UInt32 = 0
            for _ in 0..<count {
                let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
                number = number << 1 | UInt32(byte >> UInt8(7 - place % 8) & 1)
                place += 1
            }
            return number
        }

        mutating func skip(_ count: Int) { place += count }

        /// A number of seven bits a byte, of eight bytes at most.
        mutating func skipLength() -> Void? {
            for _ in 0..<8 where next(8) & 0x80 == 0 { return () }
            return nil
        }

        /// What precedes the size where it is no header in short.
        mutating func skipOperatingPoints() {
            var delayBits: Int?
            // Times of display, and of decoding.
            if next(1) == 1 {
                skip(64)
                if next(1) == 1 {
                    var zeros = 0
                    while zeros < 32, next(1) == 0 { zeros += 1 }
                    skip(zeros < 32 ? zeros : 0)
                }
                if next(1) == 1 {
                    delayBits = Int(next(5)) + 1
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
    }
}
