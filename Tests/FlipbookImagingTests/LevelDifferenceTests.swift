import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// The difference of two pictures in levels of 8 bits.
@Suite struct LevelDifferenceTests {
    private static func picture(_ pixels: [UInt8], width: Int) -> Picture {
        Picture(making: PixelSize(width: width, height: pixels.count / 4 / width), format: .rgba) {
            $0.copyBytes(from: pixels)
        }
    }

    private static func deep(_ samples: [UInt16]) -> Picture {
        Picture(making: PixelSize(width: samples.count / 4, height: 1), format: .rgba64) { target in
            samples.withUnsafeBytes { target.copyBytes(from: $0) }
        }
    }

    @Test("equal pictures have no difference")
    func equal() {
        let picture = TestFrames(width: 7, height: 5, hasAlpha: true).picture(3)
        let difference = LevelDifference(picture, picture)
        expect((difference.worst, difference.mean, difference.pixelCount) == (0, 0, 0))
    }

    @Test("the worst sample, its place, the mean of all samples and the pixels beyond the tolerance are told")
    func measures() {
        var pixels = [UInt8](repeating: 255, count: 4 * 6)
        let first = Self.picture(pixels, width: 3)
        pixels[4 * 5 + 1] = 205
        pixels[4 * 2] = 253
        let difference = LevelDifference(first, Self.picture(pixels, width: 3), tolerance: 2)
        expectEqual(difference.worst, 50)
        expect((difference.worstColumn, difference.worstRow) == (2, 1))
        expect(abs(difference.mean - 52.0 / 24) < 1e-9)
        expectEqual(difference.pixelCount, 1)
        expectEqual(difference.typical, 50)
        expectEqual(difference.area, PixelRect(x: 2, y: 1, width: 1, height: 1))
        let whole = LevelDifference(first, Self.picture([UInt8](repeating: 0, count: 4 * 6), width: 3))
        expectEqual(whole.area, PixelRect(first.size))
    }

    @Test("color counts as much as is seen of it, and alpha itself counts")
    func alpha() {
        let clear = Self.picture([200, 10, 0, 0], width: 1)
        expectEqual(LevelDifference(clear, Self.picture([0, 99, 7, 0], width: 1)).worst, 0)
        let half = LevelDifference(
            Self.picture([200, 0, 0, 51], width: 1),
            Self.picture([100, 0, 0, 51], width: 1)
        )
        expect(abs(half.worst - 20) < 1e-9)
        expectEqual(LevelDifference(clear, Self.picture([200, 10, 0, 9], width: 1)).worst, 9)
    }

    @Test("16 bits differ by fractions of a level")
    func sixteenBits() {
        let difference = LevelDifference(
            Self.deep([1000, 0, 0, 65_535]),
            Self.deep([1257, 0, 0, 65_535])
        )
        expect(abs(difference.worst - 1) < 1e-9)
        let least = LevelDifference(Self.deep([7, 0, 0, 65_535]), Self.deep([8, 0, 0, 65_535]))
        expect(least.worst > 0 && least.worst < 0.004)
    }

    @Test("one pixel of many is seen in the small picture of the difference")
    func smallPicture() throws {
        var pixels = [UInt8](repeating: 255, count: 4 * 100 * 60)
        let size = PixelSize(width: 100, height: 60)
        let first = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
        pixels[4 * (31 * 100 + 57)] = 245
        let second = Picture(making: size, format: .rgba) { $0.copyBytes(from: pixels) }
        let small = try LevelDifference.picture(
            of: first,
            second,
            size: PixelSize(width: 10, height: 6),
            amplification: 20
        )
        let gray = small.withUnsafeBytes { bytes in (0..<60).map { bytes[4 * $0] } }
        expectEqual(gray.indices.filter { gray[$0] > 0 }, [35])
        expectEqual(gray[35], 200)
    }
}
