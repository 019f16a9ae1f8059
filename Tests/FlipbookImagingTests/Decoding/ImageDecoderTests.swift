import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Image decoder")
struct ImageDecoderTests {
    private let decoder = ImageDecoder()

    /// The bytes of the picture in `file`.
    private func pixels(_ file: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> [UInt8] {
        try file.withUnsafeBytes { try ImageDecoder(limits: limits).decode($0) }.withUnsafeBytes { Array($0) }
    }

    @Test("RGBA comes back as it was written, straight alpha, from memory and from a file")
    func rgba() throws {
        let rows = (0..<24).map { UInt8($0 * 10) }
        let file = PNGWriter(width: 3, height: 2).file(rows: rows)
        try expectEqual(pixels(file), rows)
        let folder = try TemporaryDirectory()
        let picture = try decoder.decode(contentsOf: folder.write(file, to: "a.png"))
        expectEqual(picture.size, PixelSize(width: 3, height: 2))
        expectEqual(picture.format, .rgba)
        expectEqual(picture.withUnsafeBytes { Array($0) }, rows)
    }

    @Test("RGB gets an alpha of 255")
    func rgb() throws {
        let file = PNGWriter(width: 2, height: 1, colorType: 2).file(rows: [1, 2, 3, 4, 5, 6])
        try expectEqual(pixels(file), [1, 2, 3, 255, 4, 5, 6, 255])
    }

    @Test("one-bit gray becomes black and white, gray with alpha keeps its alpha")
    func gray() throws {
        var writer = PNGWriter(width: 3, height: 1, colorType: 0)
        writer.bitDepth = 1
        try expectEqual(pixels(writer.file(rows: [0b0100_0000])), [0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255])
        let withAlpha = PNGWriter(width: 2, height: 1, colorType: 4)
        try expectEqual(pixels(withAlpha.file(rows: [9, 128, 200, 0])), [9, 9, 9, 128, 200, 200, 200, 0])
    }

    @Test("a palette is looked up, with tRNS as its alpha")
    func palette() throws {
        var writer = PNGWriter(width: 3, height: 1, colorType: 3)
        writer.chunksBeforeData = [.init("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), .init("tRNS", [0, 128])]
        try expectEqual(pixels(writer.file(rows: [2, 1, 0])), [7, 8, 9, 255, 4, 5, 6, 128, 1, 2, 3, 0])
    }

    @Test("tRNS of an RGB picture makes that one color transparent")
    func colorKey() throws {
        var writer = PNGWriter(width: 2, height: 1, colorType: 2)
        writer.chunksBeforeData = [.init("tRNS", [0, 4, 0, 5, 0, 6])]
        try expectEqual(pixels(writer.file(rows: [1, 2, 3, 4, 5, 6])), [1, 2, 3, 255, 4, 5, 6, 0])
    }

    @Test("16 bits are rounded to the nearest of 8, not cut, for all 65,536 values")
    func sixteenBits() throws {
        var writer = PNGWriter(width: 256, height: 256, colorType: 0)
        writer.bitDepth = 16
        let rows = (0..<65_536).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let picture = try pixels(writer.file(rows: rows))
        let wrong = (0..<65_536).filter { Int(picture[$0 * 4]) != ($0 * 255 + 32_767) / 65_535 }
        expect(wrong.isEmpty)
    }

    @Test("a gamma of 1.0 is converted to sRGB's curve, unless sRGB says otherwise; 1/2.2 is left alone")
    func gamma() throws {
        func converted(_ chunks: [PNGWriter.Chunk]) throws -> UInt8 {
            var writer = PNGWriter(width: 1, height: 1, colorType: 2)
            writer.chunksBeforeData = chunks
            return try pixels(writer.file(rows: [55, 55, 55]))[0]
        }
        // 255 * (1.055 * (55 / 255) ^ (1 / 2.4) - 0.055) = 128.0
        try expect((127...129).contains(converted([.init("gAMA", bigEndian(100_000))])))
        try expectEqual(converted([.init("gAMA", bigEndian(100_000)), .init("sRGB", [0])]), 55)
        try expectEqual(converted([.init("gAMA", bigEndian(45_455))]), 55)
    }

    @Test("the dark of a gamma without primaries is that of browsers, which have sRGB's curve")
    func darkGamma() throws {
        // What Chromium 156 draws; a power of 2.2 alone has 53, 15 and 5.
        for (gamma, expected) in [(100_000, 50), (55_556, 6), (40_000, 1)] as [(UInt32, Int)] {
            for colorType: UInt8 in [0, 2] {
                var writer = PNGWriter(width: 1, height: 1, colorType: colorType)
                writer.chunksBeforeData = [.init("gAMA", bigEndian(gamma))]
                let found = Int(try pixels(writer.file(rows: colorType == 0 ? [8] : [8, 8, 8]))[0])
                expect(abs(found - expected) <= 1, "\(gamma) \(colorType): \(found)")
            }
        }
    }

    @Test("a file cut anywhere is an error; every byte counts")
    func cutAnywhere() throws {
        for colorType in [UInt8(2), 6] {
            let writer = PNGWriter(width: 5, height: 4, colorType: colorType)
            let file = writer.file(rows: (0..<writer.rowLength * 4).map { UInt8($0) })
            try expectEqual(pixels(file).count, 80)
            for length in 0..<file.count {
                let error = #expect(throws: ImageError.self, "cut to \(length) bytes") {
                    try pixels(Array(file[..<length]))
                }
                if length >= 8 { expectEqual(error, .truncated, "cut to \(length) bytes") }
            }
        }
    }

    @Test("a wrong CRC of the pixels is an error that says so")
    func wrongCRC() throws {
        let writer = PNGWriter(width: 5, height: 4)
        let rows = [UInt8](repeating: 3, count: 80)
        let stream = PNGWriter.zlibStored(writer.scanlines(rows))
        let file = PNGWriter.file([writer.header, .init("IDAT", stream, damage: 0x100), .init("IEND")])
        #expect(throws: ImageError.corrupt(reason: "IDAT: CRC error")) { try pixels(file) }
    }

    @Test("a small file that claims 30,000 by 30,000 pixels is refused, with both numbers")
    func claimsTooMuch() throws {
        let header = PNGWriter(width: 30_000, height: 30_000).header
        let data = PNGWriter.Chunk("IDAT", PNGWriter.zlibStored([UInt8](repeating: 0, count: 3000)))
        let file = PNGWriter.file([header, data, .init("IEND")])
        let error = #expect(throws: ImageError.self) { try pixels(file) }
        expectEqual(
            error?.description,
            "too large: the picture (30000x30000) needs 3434 MiB; the limit is 1024 MiB; make it "
                + "smaller, or split it into parts"
        )
        let reason = "the picture is 3x2; the limit is 2 pixels per side; make it smaller, or split it into parts"
        #expect(throws: ImageError.tooLarge(reason: reason)) {
            try pixels(
                PNGWriter(width: 3, height: 2).file(rows: [UInt8](repeating: 0, count: 24)),
                limits: DecodingLimits(maximumSide: 2)
            )
        }
        #expect(throws: ImageError.self) { try DecodingLimits().check(PixelSize(width: 40_000, height: 1)) }
        #expect(throws: Never.self) { try DecodingLimits().check(PixelSize(width: 16_384, height: 16_384)) }
        #expect(throws: ImageError.self) { try DecodingLimits().check(PixelSize(width: 16_385, height: 16_384)) }
    }

    @Test("many calls at once, of large and small files, good and bad, do not disturb each other")
    func concurrentCalls() async throws {
        var random = RandomBytes(seed: 5)
        var files: [(file: [UInt8], pixels: [UInt8]?)] = []
        for (width, height) in [(1, 1), (200, 150), (17, 3), (640, 64)] {
            var writer = PNGWriter(width: width, height: height)
            writer.filters = [4, 4, 3, 1, 2]
            let rows = random.bytes(writer.rowLength * height)
            let file = writer.file(rows: rows)
            files += [(file, rows), (file.dropLast(20), nil)]
        }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { [files] in
                    (0..<10).reduce(0) { wrong, _ in
                        wrong + files.count { DecodingOutcome.both($0.file).ours.bytes != $0.pixels }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        expectEqual(wrong, 0)
    }
}
