internal import CImageKernels

package enum TIFFCompression: String, Sendable, CaseIterable {
    case plain = "none"
    /// Run-length encoding, which every program can read.
    case packBits = "packbits"
    case lzw
    /// zlib, which produces the smallest files.
    case deflate

    var number: Int { [Self.plain: 1, .packBits: 32_773, .lzw: 5, .deflate: 8][self] ?? 1 }

    var packsDifferences: Bool { self == .lzw || self == .deflate }

    /// Returns an upper bound for the packed length of `count` bytes.
    func capacity(of count: Int) -> Int {
        switch self {
        case .plain: count
        // Each row, and each group of 128 bytes in a row, begins with a length.
        case .packBits: count + count / 64 + 64
        // A code has at most 12 bits, and represents at least one byte.
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
                guard let start = target.baseAddress else { return }
                var codes = [UInt32](repeating: 0, count: Int(FLIPBOOK_LZW_CODES))
                count = flipbook_tiff_lzw(start, strip, strip.count, &codes)
            }
        case .deflate: return strip.deflated
        }
    }

    /// Appends a row as runs of at most 128 bytes (TIFF 6.0, section 9).
    private static func appendRuns(of row: ArraySlice<UInt8>, to packed: inout [UInt8]) {
        forEachRun(of: row.indices, atLeast: 3, areEqual: { row[$0] == row[$1] }) {
            packed.append(UInt8($1 ? 257 - $0.count : $0.count - 1))
            packed += row[$1 ? $0.prefix(1) : $0]
        }
    }
}
