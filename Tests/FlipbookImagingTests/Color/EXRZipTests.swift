import CImageKernels
import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("OpenEXR of half precision that ZIP packs", .hangLimit)
struct EXRZipTests {
    private let folder: TemporaryDirectory
    private let size = PixelSize(width: 61, height: 37)

    init() throws { folder = try TemporaryDirectory() }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    /// Noise of all alphas, and so of colors that are multiplied by them.
    private func noise() -> [UInt8] {
        var generator = SeededGenerator(seed: 16)
        return (0..<size.area).flatMap { index -> [UInt8] in
            let alpha: UInt8 = index % 3 == 0 ? 255 : index % 7 == 0 ? 0 : UInt8.random(in: 0...255, using: &generator)
            return (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) } + [alpha]
        }
    }

    private func file(_ pixels: [UInt8], _ format: String, _ compression: String) throws -> [UInt8] {
        let options = ["-format", "half", "-compression", compression]
        return try StillFile(writing: pixels, size, as: format, options: options, to: "a.exr", in: folder).bytes()
    }

    private func unpacked(_ file: [UInt8], _ request: DecodingRequest = DecodingRequest()) throws -> Picture? {
        try file.withUnsafeBytes { try EXRZip.picture(in: $0, request) }
    }

    @Test(
        "what we unpack has the pixels that the library gives of other files",
        arguments: ["gbrapf32le", "gbrpf32le"]
    )
    func pixels(format: String) throws {
        let pixels = noise()
        let other = try file(pixels, format, "rle")
        try expect(unpacked(other) == nil)
        for compression in ["zip1", "zip16"] {
            let packed = try file(pixels, format, compression)
            for exposure in [0.0, 1.5] {
                let colors = try SourceColors(exposure: exposure)
                for isDeep in [false, true] {
                    let decoder = ImageDecoder(keepsSixteenBits: isDeep, codecs: .standard.reading(colors))
                    let expected = try other.withUnsafeBytes { try decoder.decode($0) }
                    let request = DecodingRequest(keepsSixteenBits: isDeep, colors: colors)
                    let found = try require(try unpacked(packed, request))
                    expectEqual(bytes(found), bytes(expected), "\(compression) \(exposure)")
                    expectEqual(found.lightLoss, expected.lightLoss)
                    expect(exposure == 0 || found.lightLoss.clippedCount > 0)
                }
            }
        }
    }

    @Test("what is damaged, or has other colors than the canvas, is left to the library")
    func others() throws {
        let file = try self.file(noise(), "gbrapf32le", "zip16")
        func little(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
        // The last rows that were packed together end with the file: their first one, their length, and they.
        let last = try require(
            (0...file.count - 9).last { little($0) == 32 && little($0 + 4) == file.count - $0 - 8 }
        )
        try expect(unpacked(file) != nil)
        for (place, what) in [(file.count - 1, "checksum"), (last, "row"), (last + 4, "length"), (last + 12, "stream")]
        {
            var damaged = file
            damaged[place] ^= 1
            try expect(unpacked(damaged) == nil, "\(what)")
        }
        try expect(unpacked(Array(file.dropLast())) == nil)
        let canvas = DecodingRequest(colors: try SourceColors(canvas: CanvasColors(space: .displayP3)))
        try expect(unpacked(file, canvas) == nil)
    }

    @Test(
        "NaN and infinity of half precision are counted, and the first is placed",
        arguments: [0x7E00, 0x7C00, 0xFC00]
    )
    func strays(number: Int) throws {
        let picture = Picture(3, 2) { x, y in [UInt8(x * 97 + y * 31), UInt8(y * 77 + x * 5), UInt8(x * 61 + 9), 255] }
        for compression in [EXREncoder.Compression.zips, .zip] {
            var file = EXREncoder.encode(picture, opaque: true, compression: compression)
            try expectEqual(unpacked(file)?.lightLoss.strayCount, 0)
            // Rows this short are stored as they are: the last number is red's in the last pixel.
            file.replaceSubrange(file.count - 2..<file.count, with: [UInt8(number & 255), UInt8(number >> 8)])
            let found = try require(try unpacked(file))
            expectEqual(found.lightLoss.strayCount, 1)
            expectEqual(found.lightLoss.firstStray, SIMD2(2, 1))
        }
    }

    @Test("an upper byte of NaN or infinity is seen at every place", arguments: [1, 2])
    func strayBytes(step: Int) {
        for count in 1...70 {
            var bytes = [UInt8](repeating: 0x7B, count: count * step)
            expectEqual(flipbook_exr_has_stray(bytes, step, count), 0)
            for place in 0..<count {
                bytes[place * step] = place % 2 == 0 ? 0x7C : 0xFF
                expect(flipbook_exr_has_stray(bytes, step, count) != 0, "\(place) of \(count)")
                bytes[place * step] = 0x83
            }
        }
    }

    @Test("differences are summed up as one does it byte by byte, at every length up to 70", arguments: 0...70)
    func sums(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        var found = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var expected = found
        for index in expected.indices.dropFirst() { expected[index] = expected[index] &+ expected[index - 1] &+ 128 }
        found.withUnsafeMutableBufferPointer {
            flipbook_exr_sum($0.baseAddress ?? UnsafeMutablePointer(bitPattern: 1)!, count)
        }
        expectEqual(found, expected)
    }

    @Test(
        "every number is shown as the table says, in rows of every width up to 40 and in one of all",
        arguments: [1, 2]
    )
    func rows(step: Int) {
        let table = (0..<65_536).map { UInt16(truncatingIfNeeded: $0 &* 40_503) }
        for width in Array(1...40) + [65_536] {
            for isDeep in [true, false] {
                // All channels have the same numbers, the lower bytes and the upper ones apart or in turn.
                let numbers = (0..<width).map { UInt16(truncatingIfNeeded: width == 65_536 ? $0 : $0 * 1639) }
                let low = numbers.map { UInt8($0 & 255) }, high = numbers.map { UInt8($0 >> 8) }
                let bytes = step == 1 ? low + high : zip(low, high).flatMap { [$0, $1] }
                var out = [UInt8](repeating: 7, count: width * (isDeep ? 8 : 4) + 8)
                var (clipped, marks) = (0, UInt64(0))
                let end = bytes.withUnsafeBufferPointer { bytes in
                    let start = bytes.baseAddress!
                    let channel = flipbook_exr_channel(low: start, high: start + (step == 1 ? width : 1))
                    return flipbook_exr_show(
                        &out,
                        [channel, channel, channel],
                        0,
                        step,
                        0,
                        width,
                        isDeep ? 1 : 0,
                        table,
                        0x3C01,
                        100,
                        &clipped,
                        &marks
                    )
                }
                expectEqual(end, width)
                let expected = numbers.flatMap { number -> [UInt8] in
                    let value = table[Int(number)]
                    if isDeep {
                        return Array(repeating: [UInt8(value & 255), UInt8(value >> 8)], count: 3).joined() + [
                            255, 255,
                        ]
                    }
                    return Array(repeating: UInt8((Int(value) * 255 + 32_895) >> 16), count: 3) + [255]
                }
                expectEqual(out, expected + Array(repeating: 7, count: 8), "width \(width)")
                let bright = numbers.enumerated().filter { (0x3C01...0x7C00).contains($1) }
                expectEqual(clipped, bright.count)
                let expectedMarks = bright.map { index, number in
                    let light = Float(Float16(bitPattern: number))
                    return flipbook_light_mark(light, light, light, 100 + index)
                }
                expectEqual(marks, expectedMarks.reduce(0, &+))
            }
        }
    }
}
