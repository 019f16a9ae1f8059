import FlipbookCore

/// The palette indices of a GIF's picture, decoded from LZW (GIF89a, appendix F).
struct GIFPixels {
    private let bytes: UnsafeRawBufferPointer
    private let frame: GIFIndex.Frame
    private let count: Int

    private static let tableSize = 4096

    init(_ frame: GIFIndex.Frame, of bytes: UnsafeRawBufferPointer) {
        (self.bytes, self.frame) = (bytes, frame)
        count = frame.rect.size.area
    }

    /// Throws an error if pixels are missing. The pixels are only counted, which is faster than decoding them.
    func check() throws(ImageError) { try walk(into: nil) }

    func unpack(into indices: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
        precondition(indices.count == count)
        try walk(into: indices)
    }

    /// The indices that a code represents, as a range of the indices already written.
    private struct Known { var start, count: Int32 }

    private func walk(into indices: UnsafeMutableBufferPointer<UInt8>?) throws(ImageError) {
        let size = Int(bytes[frame.data])
        try require((1...8).contains(size), "its codes cannot begin with \(size) bits")
        let result = withUnsafeTemporaryAllocation(of: Known.self, capacity: Self.tableSize) { table in
            Result { () throws(ImageError) in
                for code in table.indices {
                    table.initializeElement(at: code, to: Known(start: Int32(truncatingIfNeeded: code), count: 1))
                }
                try walk(table, size: size, colors: frame.palette.count / 3, into: indices)
            }
        }
        try result.get()
    }

    private func walk(
        _ table: UnsafeMutableBufferPointer<Known>,
        size: Int,
        colors: Int,
        into indices: UnsafeMutableBufferPointer<UInt8>?
    ) throws(ImageError) {
        let (clear, transparent) = (1 << size, frame.transparent.map(Int.init))
        var (next, width) = (clear + 2, size + 1)
        // The previous code, or -1 after a clear code, and the start of its indices.
        var (previous, start) = (-1, 0)
        var (bits, bitCount) = (UInt64(0), 0)
        var (offset, block) = (frame.data + 1, 0)
        var written = 0
        while written < count {
            while bitCount < width {
                if block == 0 {
                    block = Int(bytes[offset])
                    offset += 1
                    guard block > 0 else { throw missing(written) }
                }
                if block >= 4 {
                    bits |= UInt64(bytes.littleEndian32(at: offset)) << UInt64(bitCount)
                    (offset, block, bitCount) = (offset + 4, block - 4, bitCount + 32)
                } else {
                    bits |= UInt64(bytes[offset]) << UInt64(bitCount)
                    (offset, block, bitCount) = (offset + 1, block - 1, bitCount + 8)
                }
            }
            let code = Int(bits & (1 << UInt64(width) - 1))
            bits >>= UInt64(width)
            bitCount -= width
            if code == clear {
                (next, width, previous) = (clear + 2, size + 1, -1)
                continue
            }
            if code == clear + 1 { throw missing(written) }
            // Pillow may assign an index outside the palette to the transparent color.
            try require(code >= clear || code < colors || code == transparent, "color \(code) is outside the palette")
            let isKnown = code < next || (code == next && previous >= 0)
            try require(isKnown && (previous >= 0 || code < clear), "a code is undefined")
            if previous >= 0, next < Self.tableSize {
                // The new entry consists of the indices of the previous code and the first index of the current code.
                table[next] = Known(start: Int32(truncatingIfNeeded: start), count: table[previous].count + 1)
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            (previous, start) = (code, written)
            let length = code < clear ? 1 : Int(table[code].count)
            if let indices {
                if code < clear {
                    indices[written] = UInt8(truncatingIfNeeded: code)
                } else {
                    // The indices are copied one by one, since the ranges may overlap. Indices beyond the picture are dropped.
                    let from = Int(table[code].start)
                    for place in 0..<min(length, count - written) { indices[written + place] = indices[from + place] }
                }
            }
            written += length
        }
    }

    private func missing(_ written: Int) -> ImageError { .corrupt(reason: "it has \(written) of \(count) pixels") }
}
