internal import CImageKernels

/// A packing of a TIFF file's strips, by libtiff's names.
package enum TIFFCompression: String, Sendable, CaseIterable {
    /// As they are.
    case plain = "none"
    /// In runs of equal bytes, which every program reads.
    case packBits = "packbits"
    /// By the strings that came before.
    case lzw
    /// As zlib does, which makes the smallest files.
    case deflate

    var number: Int {
        switch self {
        case .plain: 1
        case .packBits: 32_773
        case .lzw: 5
        case .deflate: 8
        }
    }

    /// A Boolean value that indicates whether what is packed are the differences between neighbours.
    var packsDifferences: Bool { self == .lzw || self == .deflate }

    /// The most bytes that it makes of `count`, with some to spare.
    func capacity(of count: Int) -> Int {
        switch self {
        case .plain: count
        // Each row on its own begins with a length, and each 128 bytes.
        case .packBits: count + count / 64 + 64
        // No code has more than 12 bits, or stands for less than a byte.
        case .lzw: count / 2 * 3 + count / 1024 + 16
        case .deflate: flipbook_deflate_capacity(count)
        }
    }

    func packed(_ strip: [UInt8], rowLength: Int) -> [UInt8] {
        switch self {
        case .plain: return strip
        case .packBits:
            var packed: [UInt8] = []
            packed.reserveCapacity(capacity(of: strip.count))
            for start in stride(from: 0, to: strip.count, by: rowLength) {
                Self.appendRuns(of: strip[start..<min(strip.count, start + rowLength)], to: &packed)
            }
            return packed
        case .lzw:
            return [UInt8](unsafeUninitializedCapacity: capacity(of: strip.count)) { target, count in
                count = Self.writeCodes(of: strip, to: target)
            }
        case .deflate:
            let capacity = capacity(of: strip.count)
            return [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                guard let start = target.baseAddress else { return }
                count = flipbook_deflate(start, capacity, strip, strip.count)
            }
        }
    }

    /// Appends a row in runs of at most 128 bytes (TIFF 6.0, section 9).
    private static func appendRuns(of row: ArraySlice<UInt8>, to packed: inout [UInt8]) {
        forEachRun(of: row.indices, atLeast: 3, areEqual: { row[$0] == row[$1] }) {
            packed.append(UInt8($1 ? 257 - $0.count : $0.count - 1))
            packed += row[$1 ? $0.prefix(1) : $0]
        }
    }

    /// Writes codes of 9 to 12 bits for strings of bytes (TIFF 6.0, section 13), and returns how many bytes they take.
    private static func writeCodes(of strip: [UInt8], to target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let (clear, end, first, last) = (256, 257, 258, 4094)
        var (bits, bitCount, length) = (UInt64(0), 0, 0)
        var (width, next) = (9, first)
        func write(_ code: Int) {
            bits = bits << UInt64(width) | UInt64(code)
            bitCount += width
            while bitCount >= 8 {
                bitCount -= 8
                target[length] = UInt8(truncatingIfNeeded: bits >> UInt64(bitCount))
                length += 1
            }
        }
        write(clear)
        // Places by a string's hash: the code it begins with, its last byte, its own code; 0 where there is none.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << 13) { table in
            table.initialize(repeating: 0)
            /// Counts a code that was written; strings are forgotten when there is no code left for another one.
            func grow() {
                next += 1
                if next == last {
                    write(clear)
                    (width, next) = (9, first)
                    table.update(repeating: 0)
                } else if next == 1 << width {
                    width += 1
                }
            }
            guard var code = strip.first.map({ Int($0) }) else { return }
            for byte in strip.dropFirst() {
                let string = UInt32(code) << 8 | UInt32(byte)
                var place = Int((string &* 0x9E37_79B1) >> 19)
                while table[place] != 0, table[place] >> 12 != string { place = (place + 1) & 0x1FFF }
                if table[place] != 0 {
                    code = Int(table[place] & 0xFFF)
                } else {
                    write(code)
                    table[place] = string << 12 | UInt32(next)
                    grow()
                    code = Int(byte)
                }
            }
            write(code)
            grow()
        }
        write(end)
        if bitCount > 0 {
            target[length] = UInt8(truncatingIfNeeded: bits << UInt64(8 - bitCount))
            length += 1
        }
        return length
    }
}
