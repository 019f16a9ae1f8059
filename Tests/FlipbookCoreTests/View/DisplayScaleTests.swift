import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite struct DisplayScaleTests {
    @Test(
        "a scale is a number from 1 to 8 or a fraction",
        arguments: [
            ("1", 1, 1, "1"), ("2", 2, 1, "2"), ("1.5", 3, 2, "1.5"), ("3/2", 3, 2, "1.5"), ("8.0", 8, 1, "8"),
            ("4/3", 4, 3, "4/3"), ("2.5/2", 5, 4, "1.25"), ("1.0000001", nil, 1, ""), ("0.5", nil, 1, ""),
            ("8.5", nil, 1, ""), ("1/0", nil, 1, ""), ("0", nil, 1, ""), ("-2", nil, 1, ""), ("nan", nil, 1, ""),
            ("inf", nil, 1, ""), ("1e0", nil, 1, ""), ("", nil, 1, ""), ("2/", nil, 1, ""), ("3/2/1", nil, 1, ""),
            ("99999999999999999999", nil, 1, ""),
        ] as [(String, Int?, Int, String)]
    )
    func parsing(text: String, numerator: Int?, denominator: Int, shown: String) {
        let scale = DisplayScale(text)
        expectEqual(scale?.numerator, numerator)
        guard let scale else { return }
        expectEqual(scale.denominator, denominator)
        expectEqual(scale.description, shown)
        expectEqual(DisplayScale(shown), scale)
    }

    @Test("the variant of a picture is the scale rounded up")
    func variants() {
        for (text, variant) in [("1", 1), ("1.5", 2), ("2", 2), ("2.01", 3), ("8", 8)] {
            expectEqual(DisplayScale(text)?.variant, variant)
        }
    }

    @Test(
        "system 8: a side of p pixels at @sx has floor(p / s · S + 1/2) pixels on a canvas of S",
        arguments: [
            // 375.5 points.
            (PixelSize(width: 751, height: 751), 2, "2", PixelSize(width: 751, height: 751)),
            (PixelSize(width: 751, height: 751), 2, "1", PixelSize(width: 376, height: 376)),
            // 101x67@2x is 50.5 x 33.5 points.
            (PixelSize(width: 101, height: 67), 2, "2", PixelSize(width: 101, height: 67)),
            (PixelSize(width: 101, height: 67), 2, "1", PixelSize(width: 51, height: 34)),
            (PixelSize(width: 101, height: 67), 2, "1.5", PixelSize(width: 76, height: 50)),
            (PixelSize(width: 101, height: 67), 2, "3", PixelSize(width: 152, height: 101)),
            (PixelSize(width: 4032, height: 3024), 3, "1", PixelSize(width: 1344, height: 1008)),
            (PixelSize(width: 100, height: 50), 1, "3/2", PixelSize(width: 150, height: 75)),
            // 1.5 points at 4/3 are 2 pixels, with no rounding on the way.
            (PixelSize(width: 3, height: 9), 2, "4/3", PixelSize(width: 2, height: 6)),
            (PixelSize(width: 1, height: 1), 3, "1", PixelSize(width: 1, height: 1)),
        ] as [(PixelSize, Int, String, PixelSize)]
    )
    func canvases(size: PixelSize, scale: Int, output: String, expected: PixelSize) throws {
        let output = try require(DisplayScale(output))
        expectEqual(output.pixels(of: size, scale: DisplayScale(scale)), expected)
    }

    @Test("sizes and scales beyond all bounds give some size, and do not trap")
    func extremes() {
        let largest = PixelSize(width: .max, height: 1)
        expect(DisplayScale(8).pixels(of: largest, scale: 1).width > 1 << 40)
        expectEqual(DisplayScale(.max).value, 1_000_000)
        expectEqual(DisplayScale(.min), 1)
        expectEqual(
            DisplayScale(2).pixels(of: PixelSize(width: 5, height: 5), scale: 0),
            PixelSize(width: 10, height: 10)
        )
    }
}
