import FlipbookCore
import FlipbookImaging
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
        #expect(try PictureOverlay().drawn(over: plain) === plain)
        #expect(try PictureOverlay(isMarked: true).drawn(over: plain) !== plain)
        #expect(bytes(plain) == before)
    }

    @Test(
        "a channel is shown as grey, opaque",
        arguments: [(ColorChannel.red, 120), (.green, 80), (.blue, 40), (.alpha, 200)]
    )
    func channels(channel: ColorChannel, value: Int) throws {
        var overlay = PictureOverlay()
        overlay.channel = channel
        let grey = UInt8(value)
        #expect(
            try bytes(overlay.drawn(over: picture(PixelSize(width: 2, height: 1)))) == [
                grey, grey, grey, 255, grey, grey, grey, 255,
            ]
        )
    }

    @Test("the mark is a red frame with a cross")
    func mark() throws {
        var overlay = PictureOverlay()
        overlay.isMarked = true
        let drawn = try bytes(overlay.drawn(over: picture(PixelSize(width: 40, height: 40))))
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(drawn[(y * 40 + x) * 4..<(y * 40 + x) * 4 + 4]) }
        for (x, y) in [(0, 20), (39, 20), (20, 0), (20, 39), (10, 10), (29, 10)] {
            #expect(pixel(x, y) == [0, 0, 255, 255], "at \(x), \(y)")
        }
        #expect(pixel(10, 20) == [40, 80, 120, 200])
    }
}
