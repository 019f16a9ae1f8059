import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// What is laid over pictures on their way to a screen.
@Suite struct PictureOverlayTests {
    private func picture(_ size: PixelSize, _ pixel: [UInt8] = [40, 80, 120, 200]) -> Picture {
        Picture(making: size, format: .bgra) { target in
            for index in target.indices { target[index] = pixel[index % 4] }
        }
    }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    @Test("where nothing is laid over, the picture itself is shown; otherwise a copy, and the picture stays as it is")
    func copies() throws {
        let plain = picture(PixelSize(width: 40, height: 20))
        let before = bytes(plain)
        try expect(PictureOverlay().drawn(over: plain) === plain)
        try expect(PictureOverlay(isMarked: true).drawn(over: plain) !== plain)
        expectEqual(bytes(plain), before)
    }

    @Test(
        "a channel is shown as gray, opaque",
        arguments: [(ColorChannel.red, 120), (.green, 80), (.blue, 40), (.alpha, 200), (.luminance, 86)]
    )
    func channels(channel: ColorChannel, value: Int) throws {
        var overlay = PictureOverlay()
        overlay.channel = channel
        let gray = UInt8(value)
        try expectEqual(
            bytes(overlay.drawn(over: picture(PixelSize(width: 2, height: 1)))),
            [
                gray, gray, gray, 255, gray, gray, gray, 255,
            ]
        )
    }

    @Test("the mark is a red frame, which leaves the picture free")
    func mark() throws {
        var overlay = PictureOverlay()
        overlay.isMarked = true
        let drawn = try bytes(overlay.drawn(over: picture(PixelSize(width: 40, height: 40))))
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(drawn[(y * 40 + x) * 4..<(y * 40 + x) * 4 + 4]) }
        for (x, y) in [(0, 20), (39, 20), (20, 0), (20, 39)] {
            expectEqual(pixel(x, y), [0, 0, 255, 255], "at \(x), \(y)")
        }
        for (x, y) in [(10, 20), (10, 10), (29, 10)] { expectEqual(pixel(x, y), [40, 80, 120, 200], "at \(x), \(y)") }
    }

    @Test("a stop of exposure doubles light, and gamma is a power; values beyond the ends are the ends")
    func tone() {
        expectEqual(ToneAdjustment().table, (0...255).map { UInt8($0) })
        // 188 is half of the light of white: 0.5 of it is 187.5 in sRGB.
        expectEqual(ToneAdjustment(exposure: 1).table[188], 255)
        expectEqual(ToneAdjustment(exposure: -1).table[255], 188)
        expectEqual(ToneAdjustment(exposure: -10).table[0], 0)
        expectEqual(ToneAdjustment(exposure: 10).table[20], 255)
        let lifted = ToneAdjustment(gamma: 2).table
        for value in 0...255 { expectEqual(lifted[value], UInt8((Double(value) * 255).squareRoot().rounded())) }
        for tone in [ToneAdjustment(exposure: 0.5), ToneAdjustment(exposure: -3, gamma: 1.7)] {
            expect(zip(tone.table, tone.table.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test("tone changes colors and not alpha, and comes before clipped values are colored")
    func clipping() throws {
        let darker = PictureOverlay(tone: ToneAdjustment(exposure: -1))
        let table = ToneAdjustment(exposure: -1).table
        let pixel = try bytes(darker.drawn(over: picture(PixelSize(width: 1, height: 1), [10, 200, 255, 7])))
        expectEqual(pixel, [table[10], table[200], table[255], 7])
        let clipping = PictureOverlay(clipping: PixelRect(PixelSize(width: 1, height: 1)))
        for (color, shown) in [
            ([255, 3, 4], [0, 0, 255]), ([3, 255, 4], [0, 0, 255]), ([3, 4, 255], [0, 0, 255]),
            ([0, 0, 0], [255, 0, 0]), ([1, 0, 0], [1, 0, 0]), ([254, 254, 254], [254, 254, 254]),
        ] as [([UInt8], [UInt8])] {
            let drawn = try bytes(clipping.drawn(over: picture(PixelSize(width: 1, height: 1), color + [255])))
            expectEqual(Array(drawn[..<3]), shown, "\(color)")
        }
        let both = changing(clipping) { $0.tone.exposure = 10 }
        let drawn = try bytes(both.drawn(over: picture(PixelSize(width: 1, height: 1), [90, 90, 90, 255])))
        expectEqual(Array(drawn[..<3]), [0, 0, 255])
    }

    @Test("clipped values are colored in the picture's part, and bars beside it stay black")
    func bars() throws {
        let size = PixelSize(width: 4, height: 3)
        let overlay = PictureOverlay(clipping: PixelRect(x: 1, y: 1, width: 2, height: 9))
        let drawn = try bytes(overlay.drawn(over: picture(size, [0, 0, 0, 255])))
        for place in 0..<12 {
            let isMarked = (1...2).contains(place % 4) && place / 4 > 0
            expectEqual(drawn[4 * place], isMarked ? 255 : 0, "\(place)")
        }
    }
}
