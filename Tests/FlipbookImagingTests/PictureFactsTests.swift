import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("What a picture's pixels have in common")
struct PictureFactsTests {
    private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Picture {
        Picture(making: PixelSize(width: width, height: height), format: .rgba) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    bytes.baseAddress?.advanced(by: (y * width + x) * 4).copyMemory(from: pixel(x, y), byteCount: 4)
                }
            }
        }
    }

    /// Pixels that look random and are the same in each run.
    private func noise(_ seed: Int) -> (Int, Int) -> [UInt8] {
        { x, y in
            var state = UInt64(truncatingIfNeeded: seed &* 31 &+ x &* 7919 &+ y &* 104_729) | 1
            return (0..<4).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        }
    }

    @Test("are what one finds pixel by pixel, for every width from 1 to 70", arguments: 1...70)
    func reference(width: Int) {
        let height = 1 + width % 11
        let pixel = noise(width)
        let facts = PictureFacts(picture(width, height, pixel))
        var pixels: [[UInt8]] = []
        for y in 0..<height { for x in 0..<width { pixels.append(pixel(x, y)) } }
        let translucent = pixels.filter { (1..<255).contains($0[3]) }
        expectEqual(facts.leastAlpha, pixels.map { Int($0[3]) }.min())
        expectEqual(facts.greatestAlpha, pixels.map { Int($0[3]) }.max())
        expectEqual(facts.translucentCount, translucent.count)
        expectEqual(facts.brightTranslucentCount, translucent.count { max($0[0], $0[1], $0[2]) > $0[3] })
        expectEqual(facts.isUniform, pixels.count == 1)
        let side = PictureFacts.Grid.side
        var means = [UInt16](repeating: 0, count: side * side * 4)
        for row in 0..<side {
            for column in 0..<side {
                let ys = (0..<height).filter { $0 * side / height == row },
                    xs = (0..<width).filter { $0 * side / width == column }
                var sums = [0, 0, 0, 0]
                for y in ys {
                    for x in xs {
                        let color = pixel(x, y).map(Int.init)
                        for channel in 0..<3 { sums[channel] += (color[channel] * color[3] * 2 + 255) / 510 }
                        sums[3] += color[3]
                    }
                }
                let count = max(1, ys.count * xs.count)
                for channel in 0..<4 {
                    means[(row * side + column) * 4 + channel] = UInt16(sums[channel] * 256 / count)
                }
            }
        }
        expectEqual(facts.grid.means, means)
    }

    @Test(
        "are the same of rows that come some at a time, as those of a TIFF do",
        arguments: LongTests.cases([16, 8], every: 2)
    )
    func bands(depth: Int) async throws {
        let folder = try TemporaryDirectory()
        for (name, translucent) in [("noise", true), ("blank", false)] {
            // Several strips, and some rows in the last; a blank bottom begins in the middle of one.
            let (size, pixel) = (PixelSize(width: 331, height: 1001), noise(depth))
            let whole = picture(size.width, size.height) { x, y in
                let color = pixel(x, y)
                if name == "blank" { return y > 777 ? [7, 8, 9, 255] : color.dropLast() + [255] }
                return color.dropLast().map { $0 / 4 } + [192 + color[3] / 4]
            }
            let stored = depth == 16 ? try whole.widened() : whole
            let path = try folder.write(TIFFEncoder.encode(stored, opaque: !translucent), to: "\(name).tif")
            var expected = PictureFacts(whole)
            let found = try await PictureFacts.readAll([path])[0].get()
            (expected.isWidened, expected.values) = (depth == 16, found.values)
            expectEqual(found.values == nil, depth == 8)
            expectEqual(found, expected, "\(name)")
            // In the memory of some rows: less than one picture.
            let budget = MemoryBudget.fixed(size.area)
            try await expectEqual(PictureFacts.readAll([path], within: budget)[0].get(), expected)
        }
    }

    @Test("the digest differs as soon as one visible pixel does, and where pixels change places")
    func digest() {
        let base = noise(1)
        var digests: Set<UInt64> = []
        for place in 0..<(13 * 5) {
            let changed = picture(13, 5) { x, y in
                var color = base(x, y)
                if y * 13 + x == place { color[1] ^= 1; color[3] |= 1 }
                return color
            }
            digests.insert(PictureFacts(changed).digest)
        }
        expectEqual(digests.count, 13 * 5)
        expect(PictureFacts(picture(4, 6, base)).digest != PictureFacts(picture(6, 4, base)).digest)
        let mirrored = picture(13, 5) { x, y in base(12 - x, y) }
        expect(PictureFacts(mirrored).digest != PictureFacts(picture(13, 5, base)).digest)
    }

    @Test("colors under clear pixels count for nothing")
    func clearPixels() {
        let one = PictureFacts(picture(20, 3) { x, y in x == 4 ? [9, 8, 7, 255] : [UInt8(x), UInt8(y), 1, 0] })
        let other = PictureFacts(picture(20, 3) { x, _ in x == 4 ? [9, 8, 7, 255] : [0, 0, 0, 0] })
        expectEqual(one, other)
        let clear = PictureFacts(picture(20, 3) { x, y in [UInt8(x), UInt8(y), 1, 0] })
        expect(clear.isUniform && clear.greatestAlpha == 0)
    }

    @Test("luminance follows sRGB's curve: black 0, white 1, middle gray a fifth")
    func luminance() {
        func luminance(_ gray: UInt8, _ alpha: UInt8 = 255) -> Double {
            PictureFacts(picture(16, 16) { _, _ in [gray, gray, gray, alpha] }).grid.luminance
        }
        expectEqual(luminance(0), 0)
        expect(abs(luminance(255) - 1) < 1e-9)
        expect(abs(luminance(128) - 0.215_860_5) < 1e-6)
        expect(abs(luminance(10) - 0.003_035_3) < 1e-6)
        expect(abs(luminance(255, 128) - 0.215_860_5) < 1e-6)
    }

    @Test("the brightest color of each sixteenth of alpha is known where no color exceeds its alpha")
    func alphaLevels() {
        let facts = PictureFacts(
            picture(64, 4) { x, y in
                let alpha = x * 4
                return [UInt8(y == 3 ? alpha / 2 : 0), UInt8(y == 1 ? alpha / 4 : 0), 0, UInt8(alpha)]
            }
        )
        expectEqual(facts.alphaLevels.map(\.level), Array(0..<16))
        expectEqual(facts.alphaLevels.map(\.brightest), Array(stride(from: 6, to: 134, by: 8)))
        expectEqual(facts.alphaLevels.map(\.alpha), Array(stride(from: 8.0, to: 264, by: 16)))
        let bright = PictureFacts(picture(64, 4) { x, y in [UInt8(x == 9 && y == 2 ? 99 : 0), 0, 0, UInt8(x)] })
        expectEqual(bright.alphaLevels, [])
        expectEqual(PictureFacts(picture(64, 4) { _, _ in [0, 0, 0, 255] }).alphaLevels, [])
    }

    @Test("coverage is the mean of alpha")
    func coverage() {
        let half = PictureFacts(picture(16, 16) { x, _ in [9, 9, 9, x < 8 ? 255 : 0] })
        expect(abs(half.grid.coverage - 0.5) < 0.001)
        expectEqual(PictureFacts(picture(16, 16) { _, _ in [9, 9, 9, 255] }).grid.coverage, 1)
    }
}
