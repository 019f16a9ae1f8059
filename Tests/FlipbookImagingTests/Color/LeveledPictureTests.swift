import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Files of 16 bits and others, measured and shown by levels, beside plain arithmetic.
@Suite("Pictures by levels")
struct LeveledPictureTests {
    /// Big-endian gray numbers behind a header that says the largest.
    private func pgm(_ numbers: [Int], width: Int? = nil, of maximum: Int = 65_535) -> [UInt8] {
        let width = width ?? numbers.count
        return Array("P5 \(width) \(numbers.count / width) \(maximum)\n".utf8)
            + numbers.flatMap { maximum > 255 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] }
    }

    private func decode(
        _ file: [UInt8],
        _ levels: ValueRange? = nil,
        isDeep: Bool = true,
        profile: InputProfile? = nil
    ) throws -> Picture {
        let colors = try SourceColors(profile: profile, levels: levels)
        let decoder = ImageDecoder(keepsSixteenBits: isDeep, codecs: ImageCodecs.standard.reading(colors))
        return try file.withUnsafeBytes { bytes in
            try Result { () throws(ImageError) in try decoder.decode(bytes) }.get()
        }
    }

    private func words(_ picture: Picture) -> [Int] {
        picture.withUnsafeBytes { bytes in
            picture.format == .rgba64
                ? bytes.bindMemory(to: UInt16.self).map(Int.init) : bytes.map(Int.init)
        }
    }

    /// The first of each pixel's channels.
    private func reds(_ picture: Picture) -> [Int] {
        words(picture).enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    }

    private let camera = ValueRange(black: 0, white: 4_095)

    /// A picture of random colors and alpha in 16 bits.
    private func random(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> Picture {
        Picture(making: PixelSize(width: width, height: height), format: .rgba64) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 2) {
                let value = UInt16.random(in: 0...65_535, using: &random) >> (place % 8 == 6 ? 0 : 2)
                bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: UInt16.self)
            }
        }
    }

    @Test("the least and the greatest color of 16 bits are measured for every width, alpha left out")
    func measuring() throws {
        var generator = SeededGenerator(seed: 3)
        for width in 1...70 {
            let picture = random(width, 3, &generator)
            let file = try PNGEncoder.encode(picture)
            let colors = words(picture).enumerated().filter { $0.offset % 4 != 3 }.map { Double($0.element) }
            let expected = try require(colors.min())...require(colors.max())
            try expectEqual(decode(file).values, expected)
            try expectEqual(decode(file, isDeep: false).values, expected)
        }
    }

    @Test("16 bits that are measured and rounded to 8 are those that were rounded at once")
    func rounding() throws {
        var generator = SeededGenerator(seed: 4)
        let picture = random(64, 64, &generator)
        let narrow = try decode(PNGEncoder.encode(picture), isDeep: false)
        expectEqual(narrow.format, .rgba)
        expectEqual(words(narrow), words(picture).map { ($0 * 255 + 32_895) >> 16 })
    }

    @Test("8 bits are not measured")
    func eightBits() throws { try expect(decode(pgm([0, 9], of: 255)).values == nil) }

    @Test("levels spread the values between them over all, alpha stays", arguments: [true, false])
    func spreading(isDeep: Bool) throws {
        var generator = SeededGenerator(seed: 5)
        let picture = random(33, 9, &generator)
        let shown = try decode(PNGEncoder.encode(picture), ValueRange(black: 1_000, white: 12_000), isDeep: isDeep)
        let expected = words(picture).enumerated().map { place, value -> Int in
            let part = place % 4 == 3 ? Double(value) / 65_535 : min(1, max(0, (Double(value) - 1_000) / 11_000))
            let deep = Int((part * 65_535).rounded())
            return isDeep ? deep : (deep * 255 + 32_895) >> 16
        }
        expectEqual(words(shown), expected)
    }

    @Test("12 bits in 16 are white at 4095, in 8 bits too: no step is lost on the way")
    func twelveBits() throws {
        let file = pgm([0, 1, 2_048, 4_095, 60_000])
        try expectEqual(reds(decode(file, camera)), [0, 16, 32_776, 65_535, 65_535])
        let steps = pgm(Array(stride(from: 0, through: 4_080, by: 16)))
        try expectEqual(reds(decode(steps, ValueRange(black: 0, white: 4_080), isDeep: false)), Array(0...255))
    }

    @Test("a range that goes down turns light and dark over")
    func turned() throws {
        try expectEqual(reds(decode(pgm([0, 4_095]), ValueRange(black: 4_095, white: 0))), [65_535, 0])
    }

    @Test("values are the file's own, where its largest is another than its bits have")
    func ownScale() throws {
        let file = pgm([0, 250, 500, 1_000], of: 1_000)
        try expectEqual(decode(file).values, 0...1_000)
        try expectEqual(reds(decode(file, ValueRange(black: 0, white: 500))), [0, 32_768, 65_535, 65_535])
    }

    @Test("8 bits are spread over 8 bits")
    func eightBitLevels() throws {
        let shown = try decode(pgm([0, 16, 125, 235, 255], of: 255), ValueRange(black: 16, white: 235))
        expectEqual(shown.format, .rgba)
        expectEqual(reds(shown), [0, 0, 127, 255, 255])
    }

    /// A TIFF of gray numbers, a row in each strip.
    private func tiff(_ rows: [[UInt16]], photometric: Int = 1) -> [UInt8] {
        TIFFWriter { page in
            (page.width, page.height, page.bits, page.samples) = (rows[0].count, rows.count, 16, 1)
            page.photometric = photometric
            page.blocks = rows.map { $0.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
        }
        .file()
    }

    @Test("a TIFF whose least value is white keeps that, and is measured in its own numbers")
    func whiteIsZero() throws {
        let file = tiff([[0, 1_024, 4_095]], photometric: 0)
        try expectEqual(decode(file).values, 0...4_095)
        try expectEqual(reds(decode(file, camera)), [65_535, 49_147, 0])
    }

    @Test("rows that come one after another are those of the whole picture, and measured as it is")
    func rows() throws {
        let folder = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 6)
        let numbers = (0..<300).map { _ in (0..<40).map { _ in UInt16.random(in: 50...4_000, using: &generator) } }
        let path = try folder.write(tiff(numbers), to: "a.tif")
        let drawing = Drawing(source: .file(path), header: .success(try ImageHeader.read(contentsOf: path)))
        for levels in [nil, camera] {
            let codecs = ImageCodecs.standard.reading(try SourceColors(levels: levels))
            let whole = try drawing.pixels(keepsSixteenBits: false, codecs: codecs)
            var (bytes, values): ([UInt8], ClosedRange<Double>?) = ([], nil)
            _ = try drawing.withRows(keepsSixteenBits: false, codecs: codecs) { (rows) throws(ImageError) -> Bool? in
                try rows.forEachBand { bytes += $0.bytes }
                values = rows.values
                return true
            }
            expectEqual(bytes, whole.bytes)
            expectEqual(values, whole.values)
            expectEqual(values == nil, levels != nil)
        }
    }

    @Test("levels come before colors: half of the range is half of the light of linear numbers")
    func beforeColors() throws {
        let range = ValueRange(black: 0, white: 4_096)
        let shown = try decode(pgm([0, 2_048, 4_096]), range, isDeep: false, profile: .standard(.linear))
        expectEqual(reds(shown), [0, 188, 255])
    }

    @Test("light has levels, too: of Radiance's numbers, from the least to the greatest")
    func light() throws {
        // 200/256 times 2 to the power of 3, 6.25, and half of it.
        let head = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n".utf8)
        let file = head + [200, 200, 200, 131, 200, 200, 200, 130]
        try expectEqual(reds(decode(file, ValueRange(black: 0, white: 6.25), isDeep: false)), [255, 188])
        let folder = try TemporaryDirectory()
        let drawing = Drawing(source: .file(try folder.write(file, to: "a.hdr")))
        try expectEqual(SourceNumbers.range(of: drawing.source, codecs: .standard), 3.125...6.25)
    }

    @Test(
        "what a sequence is measured by is the file's own least and greatest number, in 8 and 16 bits",
        arguments: [(255, 3.0...250.0), (4_095, 3.0...250.0), (65_535, 3.0...250.0)]
    )
    func range(maximum: Int, expected: ClosedRange<Double>) throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(pgm([3, 99, 250], of: maximum), to: "a.pgm")
        try expectEqual(SourceNumbers.range(of: .file(path), codecs: .standard), expected)
        let numbers = try SourceNumbers(of: Drawing(source: .file(path)), turned: .up, codecs: .standard)
        if maximum > 255 { expectEqual(numbers.text(x: 1, y: 0), "99  of \(maximum)") }
    }
}
