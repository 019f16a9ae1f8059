import FlipbookCore

/// The palette indices of one picture of a GIF, unpacked from its LZW codes (GIF89a, appendix F).
struct GIFPixels {
    private let bytes: UnsafeRawBufferPointer
    private let frame: GIFIndex.Frame
    /// How many pixels the picture has.
    private let count: Int

    /// The most codes that a table has.
    private static let tableSize = 4096

    /// The pixels of a picture whose blocks are whole.
    init(_ frame: GIFIndex.Frame, of bytes: UnsafeRawBufferPointer) {
        (self.bytes, self.frame) = (bytes, frame)
        count = frame.rect.size.area
    }

    /// Throws where the codes do not give all pixels, without unpacking them: a step for each code.
    func check() throws(ImageError) { try walk(into: nil) }

    /// Unpacks the indices, in the order of the file, into memory for all of them.
    func unpack(into indices: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
        precondition(indices.count == count)
        try walk(into: indices)
    }

    /// What each code of the table stands for: the string of another code, and one index more.
    private struct Table {
        var prefix: UnsafeMutableBufferPointer<UInt16>
        var last: UnsafeMutableBufferPointer<UInt8>
        var length: UnsafeMutableBufferPointer<Int32>
    }

    private func walk(into indices: UnsafeMutableBufferPointer<UInt8>?) throws(ImageError) {
        let size = Int(bytes[frame.data])
        guard (1...8).contains(size) else { throw .corrupt(reason: "its codes cannot begin with \(size) bits") }
        let colors = frame.palette.count / 3
        let result = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.tableSize) { prefix in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.tableSize) { last in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.tableSize) { length in
                    Result { () throws(ImageError) in
                        prefix.initialize(repeating: 0)
                        last.initialize(repeating: 0)
                        length.initialize(repeating: 1)
                        let table = Table(prefix: prefix, last: last, length: length)
                        try walk(table, size: size, colors: colors, into: indices)
                    }
                }
            }
        }
        try result.get()
    }

    private func walk(
        _ table: Table,
        size: Int,
        colors: Int,
        into indices: UnsafeMutableBufferPointer<UInt8>?
    ) throws(ImageError) {
        let clear = 1 << size
        for root in 0..<clear { table.last[root] = UInt8(truncatingIfNeeded: root) }
        var (next, width, previous) = (clear + 2, size + 1, -1)
        var (bits, bitCount) = (UInt32(0), 0)
        var (offset, block) = (frame.data + 1, 0)
        var written = 0
        while written < count {
            while bitCount < width {
                if block == 0 {
                    block = Int(bytes[offset])
                    offset += 1
                    guard block > 0 else { throw missing(written) }
                }
                bits |= UInt32(bytes[offset]) << UInt32(bitCount)
                (offset, block, bitCount) = (offset + 1, block - 1, bitCount + 8)
            }
            let code = Int(bits & (1 << UInt32(width) - 1))
            bits >>= UInt32(width)
            bitCount -= width
            if code == clear {
                (next, width, previous) = (clear + 2, size + 1, -1)
                continue
            }
            if code == clear + 1 { throw missing(written) }
            if code < clear, code >= colors { throw .corrupt(reason: "a pixel has colour \(code) of \(colors)") }
            guard code < next || (code == next && previous >= 0), previous >= 0 || code < clear else {
                throw .corrupt(reason: "a code stands for nothing")
            }
            if previous >= 0, next < Self.tableSize {
                table.prefix[next] = UInt16(previous)
                table.length[next] = table.length[previous] + 1
                if indices != nil { table.last[next] = first(of: code == next ? previous : code, table, clear) }
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            let length = Int(table.length[code])
            if let indices { write(code, length, table, to: indices, at: written) }
            written += length
            previous = code
        }
    }

    private func first(of code: Int, _ table: Table, _ clear: Int) -> UInt8 {
        var code = code
        while code >= clear { code = Int(table.prefix[code]) }
        return table.last[code]
    }

    /// Writes a code's string from its end; what lies beyond the picture is left out.
    private func write(
        _ code: Int,
        _ length: Int,
        _ table: Table,
        to indices: UnsafeMutableBufferPointer<UInt8>,
        at start: Int
    ) {
        var code = code
        var place = start + length - 1
        while place >= start {
            if place < indices.count { indices[place] = table.last[code] }
            code = Int(table.prefix[code])
            place -= 1
        }
    }

    private func missing(_ written: Int) -> ImageError {
        .corrupt(reason: "it has \(written) of \(count) pixels")
    }
}
