import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Bitmaps made by hand, of kinds that ffmpeg does not write.
@Suite("BMP")
struct BMPDecoderTests {
    /// A bitmap from its header's fields.
    private func bitmap(
        _ width: Int,
        _ height: Int,
        bits: Int,
        compression: Int = 0,
        headerLength: Int = 40,
        extra: [UInt8] = [],
        palette: [[UInt8]] = [],
        colorCount: Int? = nil,
        pixels: [UInt8]
    ) -> [UInt8] {
        var header = little32(headerLength)
        if headerLength == 12 {
            header += little16(width) + little16(height) + little16(1) + little16(bits)
        } else {
            header += little32(width) + little32(height) + little16(1) + little16(bits) + little32(compression)
            header += little32(0) + little32(0) + little32(0)
            header += little32(colorCount ?? palette.count) + little32(0) + extra
            header += [UInt8](repeating: 0, count: max(0, headerLength - header.count))
        }
        header += palette.flatMap { $0 }
        let offset = 14 + header.count
        return Array("BM".utf8) + little32(offset + pixels.count) + little32(0) + little32(offset) + header + pixels
    }

    private func little16(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private func little32(_ value: Int) -> [UInt8] { little16(value) + little16(value >> 16) }

    private func decode(_ file: [UInt8]) throws(ImageError) -> [UInt8] {
        let result = file.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try ImageDecoder().decode(bytes).withUnsafeBytes { Array($0) } }
        }
        return try result.get()
    }

    /// Red, green, blue and white, as indices tell them.
    private let palette: [[UInt8]] = [[0, 0, 255, 0], [0, 255, 0, 0], [255, 0, 0, 0], [255, 255, 255, 0]]
    private let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]

    private func pixels(_ indices: [Int]) -> [UInt8] { indices.flatMap { colors[$0] } }

    @Test("runs of 8 bits: coded and plain ones, jumps, ends of rows; what no run reaches has the first color")
    func runs8() throws {
        let file = bitmap(
            4,
            3,
            bits: 8,
            compression: 1,
            palette: palette,
            pixels: [3, 1, 1, 2, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 2, 0, 1, 3, 0, 1]
        )
        // Rows come from the bottom up.
        try expectEqual(decode(file), pixels([0, 0, 3, 0] + [1, 2, 3, 0] + [1, 1, 1, 2]))
    }

    @Test("runs of 4 bits take turns of two colors")
    func runs4() throws {
        let file = bitmap(
            5,
            2,
            bits: 4,
            compression: 2,
            palette: palette,
            pixels: [5, 0x12, 0, 0, 0, 5, 0x01, 0x23, 0x10, 0, 0, 1]
        )
        try expectEqual(decode(file), pixels([0, 1, 2, 3, 1] + [1, 2, 1, 2, 1]))
    }

    @Test("runs that leave the picture, break off or have no end are refused")
    func badRuns() {
        let cases: [([UInt8], ImageError)] = [
            ([5, 1, 0, 1], .corrupt(reason: "a row is longer than the header declares")),
            ([2, 1, 0, 3, 1, 1, 1, 0, 0, 1], .corrupt(reason: "a row is longer than the header declares")),
            ([0, 0, 0, 0, 1, 1, 0, 1], .corrupt(reason: "it has more rows than the header declares")),
            ([0, 2, 5, 0, 0, 1], .corrupt(reason: "a run extends outside the picture")),
            ([4, 7, 0, 1], .corrupt(reason: "a pixel has color 7, but the palette has 4")),
            ([4, 1, 0, 0], .truncated), ([0, 9, 1, 1], .truncated), ([0, 2, 1], .truncated),
        ]
        // Three pixels in a row of two, as in rle_overflow.bmp of image-rs; ImageMagick would have filled it to four.
        let overflow = bitmap(2, 2, bits: 8, compression: 1, palette: palette, pixels: [0, 3, 0, 1, 0, 0, 0, 1])
        #expect(throws: ImageError.corrupt(reason: "a row is longer than the header declares")) { try decode(overflow) }
        for (runs, error) in cases {
            let file = bitmap(4, 2, bits: 8, compression: 1, palette: palette, pixels: runs)
            #expect(throws: error, "\(runs)") { try decode(file) }
        }
    }

    @Test("1, 2 and 4 bits are indices from the left; a negative height begins at the top")
    func packed() throws {
        let one = bitmap(9, 1, bits: 1, palette: palette.dropLast(2), pixels: [0b1011_0001, 0b1000_0000, 0, 0])
        try expectEqual(decode(one), pixels([1, 0, 1, 1, 0, 0, 0, 1, 1]))
        let two = bitmap(5, -2, bits: 2, palette: palette, pixels: [0b0001_1011, 0b1100_0000, 0, 0, 0, 0, 0, 0])
        try expectEqual(decode(two), pixels([0, 1, 2, 3, 3] + [0, 0, 0, 0, 0]))
        let four = bitmap(3, 2, bits: 4, palette: palette, pixels: [0x01, 0x20, 0, 0, 0x33, 0x30, 0, 0])
        try expectEqual(decode(four), pixels([3, 3, 3] + [0, 1, 2]))
    }

    @Test("a color that the palette does not have is an error, not black")
    func badIndex() {
        let file = bitmap(2, 1, bits: 8, palette: palette, pixels: [1, 4, 0, 0])
        #expect(throws: ImageError.corrupt(reason: "a pixel has color 4, but the palette has 4")) { try decode(file) }
    }

    @Test("a header of an impossible length is damage, not another format")
    func badHeaderLength() {
        for length in [0, 13, 66, 125, 257, 3_168_896_323] {
            var file = bitmap(2, 1, bits: 8, palette: palette, pixels: [1, 2, 0, 0])
            file.replaceSubrange(14..<18, with: little32(length))
            #expect(throws: ImageError.corrupt(reason: "the header declares a length of \(length) bytes")) {
                try decode(file)
            }
        }
    }

    @Test("a palette of more colors than pixels can tell apart, or than there are, is read as far as it goes")
    func longPalette() throws {
        for (bits, count) in [(1, 3), (1, 4), (4, 17), (8, 257), (8, 305_402_420)] {
            let bytes: [UInt8] = [bits == 1 ? 0b0100_0000 : bits == 4 ? 0x01 : 0, bits == 8 ? 1 : 0, 0, 0]
            let file = bitmap(2, 1, bits: bits, palette: palette, colorCount: count, pixels: bytes)
            try expectEqual(decode(file), pixels([0, 1]), "\(bits), \(count)")
        }
    }

    @Test("what the format has and is not read is not called damaged", arguments: [(13, 8), (0, 64), (5, 32)])
    func unsupported(compression: Int, bits: Int) {
        let file = bitmap(2, 1, bits: bits, compression: compression, pixels: [UInt8](repeating: 0, count: 64))
        let error = #expect(throws: ImageError.self) { try decode(file) }
        expectEqual(error?.reason.description.contains("BMP file"), true)
    }

    @Test("OS/2's short header has a palette of three bytes a color")
    func os2() throws {
        let file = bitmap(
            3,
            1,
            bits: 1,
            headerLength: 12,
            palette: [[0, 0, 255], [255, 255, 255]],
            pixels: [0b0100_0000, 0, 0, 0]
        )
        try expectEqual(decode(file), pixels([0, 3, 0]))
    }

    @Test("masks of any bits are rounded to the nearest; an alpha mask in the header is transparency")
    func masks() throws {
        let masks = little32(0x7C00) + little32(0x3E0) + little32(0x1F) + little32(0x8000)
        let file = bitmap(
            2,
            1,
            bits: 16,
            compression: 3,
            headerLength: 108,
            extra: masks,
            pixels: little16(0x8000 | 3 << 10 | 31 << 5 | 16) + little16(0x7FFF)
        )
        // 3 of 31 is 24.7 of 255, and 16 of 31 is 131.6.
        try expectEqual(decode(file), [25, 255, 132, 255, 255, 255, 255, 0])
        let wide = little32(0x3FF0_0000) + little32(0xF_FC00) + little32(0x3FF)
        let deep = bitmap(
            1,
            1,
            bits: 32,
            compression: 3,
            extra: wide,
            pixels: little32(1023 << 20 | 512 << 10 | 1)
        )
        try expectEqual(decode(deep), [255, 128, 0, 255])
        let gap = bitmap(
            1,
            1,
            bits: 16,
            compression: 3,
            extra: little32(0x5) + little32(0) + little32(0),
            pixels: [0, 0, 0, 0]
        )
        #expect(throws: ImageError.corrupt(reason: "the bits of a channel are not contiguous")) { try decode(gap) }
    }

    @Test("the fourth byte of a pixel is alpha, unless it is the same everywhere")
    func fourthByte() throws {
        let used = bitmap(2, 1, bits: 32, pixels: [1, 2, 3, 0, 4, 5, 6, 128])
        try expectEqual(decode(used), [3, 2, 1, 0, 6, 5, 4, 128])
        let unused = bitmap(2, 1, bits: 32, pixels: [1, 2, 3, 0, 4, 5, 6, 0])
        try expectEqual(decode(unused), [3, 2, 1, 255, 6, 5, 4, 255])
        let filled = bitmap(2, 1, bits: 32, pixels: [1, 2, 3, 7, 4, 5, 6, 7])
        try expectEqual(decode(filled), [3, 2, 1, 255, 6, 5, 4, 255])
    }

    @Test("what is no bitmap of ours is called what it is; sizes and codings against the rules are damage")
    func refusals() {
        let cases: [([UInt8], ImageError)] = [
            (
                bitmap(2, 2, bits: 24, compression: 4, pixels: [1, 2, 3]),
                .notAnImage(found: "a BMP file that contains a JPEG")
            ),
            (
                bitmap(2, 2, bits: 24, compression: 5, pixels: [1, 2, 3]),
                .notAnImage(found: "a BMP file that contains a PNG")
            ),
            (bitmap(0, 2, bits: 24, pixels: [1]), .corrupt(reason: "the header declares a size of 0x2")),
            (bitmap(-2, 2, bits: 24, pixels: [1]), .corrupt(reason: "the header declares a size of -2x2")),
            (bitmap(2, 2, bits: 7, pixels: [1]), .corrupt(reason: "compression 0 does not allow 7 bits per pixel")),
            (bitmap(2, 2, bits: 24, pixels: [1]), .truncated),
            (bitmap(0x7FFF_FFFF, 0x7FFF_FFFF, bits: 32, pixels: [1]), .truncated),
        ]
        for (file, error) in cases {
            #expect(throws: error) { try decode(file) }
        }
    }
}
