import CImageKernels
import FlipbookTestSupport
import Testing

@Suite("16 bits per channel to luma and chroma of fewer")
struct TenBitsTests {
    private static func words(_ generator: inout SeededGenerator, _ count: Int) -> [UInt16] {
        let bytes = generator.bytes(count * 2)
        return (0..<count).map { UInt16(bytes[$0 * 2]) | UInt16(bytes[$0 * 2 + 1]) << 8 }
    }

    private static func rgb(_ row: [UInt16], _ x: Int) -> [Double] {
        let column = min(max(x, 0), row.count / 4 - 1)
        return (0..<3).map { Double(row[column * 4 + $0]) / 65_535 }
    }

    /// Luma and chroma by their definition (ITU-T H.273, 8.3).
    struct Coding: Sendable {
        let red, blue: Double
        var isFull = false
        static let bt709 = Coding(red: 0.2126, blue: 0.0722)

        func luma(_ c: [Double]) -> Double { red * c[0] + (1 - red - blue) * c[1] + blue * c[2] }

        /// What the kernels are given.
        var shares: flipbook_luma_coding {
            flipbook_luma_coding(
                red_share: Int32((red * 1_048_576).rounded()),
                blue_share: Int32((blue * 1_048_576).rounded()),
                is_full: isFull ? 1 : 0
            )
        }
    }

    private static let nearest = [UInt16](repeating: 32_768, count: 8)

    @Test(
        "every sample is the definition's, rounded, at every width up to 70, with chroma halved or not",
        arguments: [10, 12],
        [Coding.bt709, Coding(red: 0.2627, blue: 0.0593), Coding(red: 0.299, blue: 0.114, isFull: true)]
    )
    func reference(bits: Int, coding: Coding) {
        let (step, most) = (Double(1 << (bits - 8)), Double(1 << bits - 1))
        let (black, lumaRange, chromaRange) = coding.isFull ? (0, most, most) : (16 * step, 219 * step, 224 * step)
        var shares = coding.shares
        var generator = SeededGenerator(seed: 1010)
        for width in 1...70 {
            let rows = [Self.words(&generator, width * 4), Self.words(&generator, width * 4)]
            var luma = [UInt16](repeating: 0, count: width + 1)
            luma[width] = 7777
            flipbook_rgba64_to_luma(&luma, rows[0], width, Int32(bits), &shares, Self.nearest)
            expectEqual(luma[width], 7777)
            for x in 0..<width {
                let exact = black + lumaRange * coding.luma(Self.rgb(rows[0], x))
                expect(abs(Double(luma[x]) - exact) <= 0.51, "width \(width), column \(x), seed 1010")
            }
            for isHalved in [false, true] {
                let count = isHalved ? (width + 1) / 2 : width
                var (blue, red) = ([UInt16](repeating: 0, count: count + 1), [UInt16](repeating: 0, count: count + 1))
                (blue[count], red[count]) = (7777, 7777)
                flipbook_rgba64_to_chroma(
                    &blue,
                    &red,
                    rows[0],
                    rows[1],
                    width,
                    isHalved ? 1 : 0,
                    Int32(bits),
                    &shares,
                    Self.nearest
                )
                expect(blue[count] == 7777 && red[count] == 7777)
                for index in 0..<count {
                    let x = isHalved ? index * 2 : index
                    let weights = isHalved ? [(-1, 0.125), (0, 0.25), (1, 0.125)] : [(0, 0.5)]
                    var mean = [0.0, 0, 0]
                    for row in rows {
                        for (offset, weight) in weights {
                            let place = x + offset < width ? x + offset : x
                            for (channel, value) in Self.rgb(row, place).enumerated() {
                                mean[channel] += weight * value
                            }
                        }
                    }
                    let exact = (
                        128 * step + chromaRange * (mean[2] - coding.luma(mean)) / (2 - 2 * coding.blue),
                        128 * step + chromaRange * (mean[0] - coding.luma(mean)) / (2 - 2 * coding.red)
                    )
                    expect(abs(Double(blue[index]) - exact.0) <= 0.51, "width \(width), column \(index), seed 1010")
                    expect(abs(Double(red[index]) - exact.1) <= 0.51, "width \(width), column \(index), seed 1010")
                }
            }
        }
    }

    @Test("black, white and the primaries have the levels of the definition, and alpha goes from 0 to 1023")
    func levels() {
        let colors: [([UInt16], UInt16)] = [
            ([0, 0, 0, 0], 64), ([65_535, 65_535, 65_535, 65_535], 940), ([65_535, 0, 0, 32_768], 250),
        ]
        for (color, level) in colors {
            var (luma, alpha): ([UInt16], [UInt16]) = ([0], [0])
            var shares = Coding.bt709.shares
            flipbook_rgba64_to_luma(&luma, color, 1, 10, &shares, Self.nearest)
            flipbook_rgba64_to_alpha10(&alpha, color, 1, Self.nearest)
            expectEqual(luma, [level])
            expectEqual(alpha, [UInt16((Double(color[3]) * 1023 / 65_535).rounded())])
        }
    }

    @Test("luma and chroma of 8 bits are bytes, and those of the definition")
    func bytes() {
        let red: [UInt16] = [65_535, 0, 0, 65_535]
        var luma: [UInt8] = [0, 77]
        var shares = Coding.bt709.shares
        flipbook_rgba64_to_luma(&luma, red, 1, 8, &shares, Self.nearest)
        expectEqual(luma, [63, 77])
        var (blueDifference, redDifference): ([UInt8], [UInt8]) = ([0, 77], [0, 77])
        flipbook_rgba64_to_chroma(&blueDifference, &redDifference, red, red, 1, 0, 8, &shares, Self.nearest)
        expect(blueDifference == [102, 77] && redDifference == [240, 77])
    }

    @Test("with all numbers, pure red and blue end at the highest")
    func fullRange() {
        var shares = Coding(red: 0.299, blue: 0.114, isFull: true).shares
        for (color, blueWanted, redWanted) in [([65_535, 0, 0, 65_535], 84, 255), ([0, 0, 65_535, 65_535], 255, 107)]
            as [([UInt16], UInt8, UInt8)]
        {
            var (blue, red): ([UInt8], [UInt8]) = ([0, 77], [0, 77])
            flipbook_rgba64_to_chroma(&blue, &red, color, color, 1, 0, 8, &shares, Self.nearest)
            // 127.5 steps above the middle, 128, which is cut to 255.
            expect(abs(Int(blue[0]) - Int(blueWanted)) <= 1 && abs(Int(red[0]) - Int(redWanted)) <= 1)
            expect(max(blue[0], red[0]) == 255 && blue[1] == 77 && red[1] == 77)
        }
    }
}
