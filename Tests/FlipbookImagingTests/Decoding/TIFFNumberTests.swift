import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Numbers in TIFF: floating point, signed, and of 32 bits")
struct TIFFNumberTests {
    /// One row of gray: numbers in the bytes of the file's order, of `bits` bits, of a sample format (339).
    private func gray<Value>(
        _ values: [Value],
        _ bits: Int,
        format: Int,
        isBigEndian: Bool = false,
        _ bytes: (TIFFWriter, Value) -> [UInt8],
        _ change: (inout TIFFWriter) -> Void = { _ in }
    ) -> [UInt8] {
        TIFFWriter { file in
            (file.width, file.samples, file.photometric) = (values.count, 1, 1)
            (file.bits, file.shorts[0x153], file.isBigEndian) = (bits, [format], isBigEndian)
            change(&file)
            let writer = file
            file.blocks = [values.flatMap { bytes(writer, $0) }]
        }.file()
    }

    private func floats(_ values: [Float], _ change: (inout TIFFWriter) -> Void = { _ in }) -> [UInt8] {
        gray(values, 32, format: 3, { $0.number($1.bitPattern, 4) }, change)
    }

    private func decode(_ file: [UInt8], _ levels: ValueRange? = nil) throws -> Picture {
        var codecs = ImageCodecs.standard
        if let levels { codecs = codecs.reading(try SourceColors(levels: levels)) }
        let decoder = ImageDecoder(keepsSixteenBits: true, codecs: codecs)
        return try file.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try decoder.decode(bytes) }
        }.get()
    }

    /// The red of each pixel in 16 bits.
    private func levels(_ file: [UInt8], _ levels: ValueRange? = nil) throws -> [UInt16] {
        let picture = try decode(file, levels)
        return picture.withUnsafeBytes { bytes in
            let channels = bytes.bindMemory(to: UInt16.self)
            return stride(from: 0, to: channels.count, by: 4).map { UInt16(littleEndian: channels[$0]) }
        }
    }

    @Test("0 to 1 is black to white, in single, half and double precision and both orders", arguments: [false, true])
    func plain(isBigEndian: Bool) throws {
        let values: [Double] = [0, 0.25, 0.5, 1]
        let expected: [UInt16] = [0, 16_384, 32_768, 65_535]
        let single = gray(values, 32, format: 3, isBigEndian: isBigEndian) { $0.number(Float($1).bitPattern, 4) }
        try expectEqual(levels(single), expected)
        let double = gray(values, 64, format: 3, isBigEndian: isBigEndian) { $0.number($1.bitPattern, 8) }
        try expectEqual(levels(double), expected)
        let halves: [UInt16] = [0, 0x3400, 0x3800, 0x3C00]
        let half = gray(halves, 16, format: 3, isBigEndian: isBigEndian) { $0.number($1, 2) }
        try expectEqual(levels(half), expected)
    }

    @Test("every number of half precision is the number that it is in single")
    func halves() throws {
        let all = (0..<UInt16.max).filter { $0 & 0x7C00 != 0x7C00 }
        let range = ValueRange(black: -65_504, white: 65_504)
        let wide = all.map { bits -> Float in
            let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023) / 1024)
            let value =
                exponent == 0
                ? fraction * 0x1p-14 : (1 + fraction) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
            return bits & 0x8000 == 0 ? value : -value
        }
        // As many rows as a picture's side allows.
        for start in stride(from: 0, to: all.count, by: 16_000) {
            let end = min(start + 16_000, all.count)
            let half = gray(Array(all[start..<end]), 16, format: 3) { $0.number($1, 2) }
            try expectEqual(levels(half, range), levels(floats(Array(wide[start..<end])), range), "\(start)")
        }
    }

    @Test("signed numbers of 8 and 16 bits begin with the least, and are shown by levels")
    func signed() throws {
        let bytes = gray([Int8.min, 0, .max], 8, format: 2) { $0.number($1, 1) }
        try expectEqual(decode(bytes).withUnsafeBytes { [$0[0], $0[4], $0[8]] }, [0, 128, 255])
        let words = gray([Int16.min, -1000, 0, .max], 16, format: 2) { $0.number($1, 2) }
        try expectEqual(levels(words), [0, 31_768, 32_768, 65_535])
        try expectEqual(levels(words, ValueRange(black: -1000, white: 0)), [0, 0, 65_535, 65_535])
        let header = try words.withUnsafeBytes { try ImageHeader.read($0) }
        expect(header.storedRange == ValueRange(black: -32_768, white: 32_767) && !header.isFloatingPoint)
    }

    @Test("whole numbers of 32 bits are spread over all of these, or by levels")
    func wide() throws {
        let words = gray([UInt32.min, 1 << 31, .max], 32, format: 1) { $0.number($1, 4) }
        try expectEqual(levels(words), [0, 32_768, 65_535])
        let signed = gray([Int32(-100), 0, 100], 32, format: 2) { $0.number($1, 4) }
        try expectEqual(levels(signed, ValueRange(black: -100, white: 100)), [0, 32_768, 65_535])
    }

    @Test("the range that the file states counts, and levels before it")
    func statedRange() throws {
        let imageJ = floats([100, 150, 200]) { $0.description = "ImageJ=1.53t\nmin=100.0\nmax=200.0\n" }
        try expectEqual(levels(imageJ), [0, 32_768, 65_535])
        let tags = floats([-1, 0, 1]) { ($0.floats[0x154], $0.floats[0x155]) = ([-1], [1]) }
        try expectEqual(levels(tags), [0, 32_768, 65_535])
        try expectEqual(levels(tags, ValueRange(black: 0, white: 1)), [0, 0, 65_535])
        // White may be the least.
        try expectEqual(levels(floats([0, 1]) { $0.photometric = 0 }), [65_535, 0])
        try expectEqual(levels(floats([0, 1]), ValueRange(black: 1, white: 0)), [65_535, 0])
    }

    @Test("what OME and SMinSampleValue say of whole numbers is offered, and changes nothing")
    func offered() throws {
        func ome(_ bits: Int, _ type: String) -> String {
            "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"1\" SignificantBits=\"\(bits)\" "
                + "Type=\"\(type)\"></OME>"
        }
        let deep = gray([UInt16(0), 4095], 16, format: 1, { $0.number($1, 2) }) { $0.description = ome(12, "uint16") }
        try expectEqual(levels(deep), [0, 4095])
        let header = try deep.withUnsafeBytes { try ImageHeader.read($0) }
        expectEqual(header.statedRange, ValueRange(black: 0, white: 4095))
        // All bits of a type say nothing; those of floating point are no numbers.
        try expectEqual(levels(floats([0, 1]) { $0.description = ome(32, "float") }), [0, 65_535])
        let full = gray([UInt16(0)], 16, format: 1, { $0.number($1, 2) }) { $0.description = ome(16, "uint16") }
        try expect(full.withUnsafeBytes { try ImageHeader.read($0) }.statedRange == nil)
        let tags = gray([UInt16(0)], 16, format: 1, { $0.number($1, 2) }) {
            ($0.shorts[0x154], $0.shorts[0x155]) = ([10], [900])
        }
        try expectEqual(
            tags.withUnsafeBytes { try ImageHeader.read($0) }.statedRange,
            ValueRange(black: 10, white: 900)
        )
    }

    @Test("more than 1 % beyond black and white is refused with all that there is, and not with levels")
    func cuts() throws {
        // One of a hundred is left.
        let few = [Float](repeating: 0.5, count: 99) + [7]
        try expectEqual(levels(floats(few)).last, 65_535)
        let many = [Float](repeating: 0.5, count: 98) + [7, -3.25]
        let error = #expect(throws: ImageError.self) { try decode(floats(many)) }
        expectEqual(error?.reason, .levels(shown: ValueRange(black: 0, white: 1), having: -3.25...7, percent: 2))
        expectEqual(
            error?.explanation.description,
            "2 % of the pixels are outside the levels 0..1; to show all, use levels: -3.25..7, or levels: auto "
                + "for all frames"
        )
        expectEqual(error?.isDamage, false)
        let shown = try decode(floats(many), ValueRange(black: -3.25, white: 7))
        expectEqual(shown.values, -3.25...7)
    }

    @Test("NaN is black, infinity black or white; they are counted, and cut nothing off")
    func strays() throws {
        let file = floats([0.5, .nan, .infinity, -.infinity])
        try expectEqual(levels(file), [32_768, 0, 65_535, 0])
        let picture = try decode(file)
        expectEqual(picture.lightLoss.strays, "3 pixels with NaN or infinity, the first at 1,0")
        expectEqual(picture.values, 0.5...0.5)
    }

    @Test("colors are divided by the alpha that they are multiplied by, and alpha is 0 to 1")
    func alpha() throws {
        let file = TIFFWriter { file in
            (file.width, file.samples, file.bits) = (1, 4, 32)
            (file.shorts[0x152], file.shorts[0x153]) = ([1], [3, 3, 3, 3])
            file.blocks = [[0.25, 0.125, 0, 0.5].flatMap { (value: Float) in little(value.bitPattern, 4) }]
        }
        let pixel = try decode(file.file()).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        let expected: [Double] = [0.5, 0.25, 0, 0.5]
        for (value, part) in zip(pixel, expected) { expect(abs(Double(value) - part * 65_535) <= 2) }
    }
}
