import FlipbookCore
import FlipbookImaging
import Testing

/// What is laid over pictures on their way to a screen.
@Suite struct PictureOverlayTests {
    private func picture(_ size: PixelSize, _ pixel: [UInt8] = [40, 80, 120, 200]) -> Picture {
        Picture(size: size, format: .bgra) { target in
            for index in target.indices { target[index] = pixel[index % 4] }
        }
    }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    @Test("where nothing is laid over, the picture itself is shown; otherwise a copy, and the picture stays as it is")
    func copies() {
        let plain = picture(PixelSize(width: 40, height: 20))
        let before = bytes(plain)
        #expect(PictureOverlay().drawn(over: plain) === plain)
        var overlay = PictureOverlay()
        overlay.texts = [.init(["A"], at: .topLeft)]
        #expect(overlay.drawn(over: plain) !== plain)
        #expect(bytes(plain) == before)
    }

    @Test(
        "a channel is shown as grey, opaque",
        arguments: [(ColorChannel.red, 120), (.green, 80), (.blue, 40), (.alpha, 200)]
    )
    func channels(channel: ColorChannel, value: Int) {
        var overlay = PictureOverlay()
        overlay.channel = channel
        let grey = UInt8(value)
        #expect(
            bytes(overlay.drawn(over: picture(PixelSize(width: 2, height: 1)))) == [
                grey, grey, grey, 255, grey, grey, grey, 255,
            ]
        )
    }

    @Test("a letter is drawn in white on a darkened box, dot by dot")
    func letter() {
        var overlay = PictureOverlay()
        overlay.texts = [.init(["L"], at: .topLeft)]
        let drawn = bytes(overlay.drawn(over: picture(PixelSize(width: 12, height: 16))))
        let rows = (3..<10).map { y in
            (3..<8).map { x in drawn[(y * 12 + x) * 4] == 255 ? "#" : "." }.joined()
        }
        #expect(rows == ["#....", "#....", "#....", "#....", "#....", "#....", "#####"])
        #expect(Array(drawn[0..<4]) == [10, 20, 30, 255])
        // Outside the box nothing changes.
        #expect(
            Array(drawn[(15 * 12 + 11) * 4..<(15 * 12 + 11) * 4 + 3]) == [10, 20, 30] || drawn[(15 * 12 + 11) * 4] == 40
        )
    }

    @Test("every character at every corner of every small picture is cut off at the edges")
    func edges() {
        let all = String(decoding: (0...127).map(UInt8.init), as: UTF8.self) + "ü漢"
        for width in [1, 2, 7, 50] {
            for height in [1, 3, 9, 40] {
                var overlay = PictureOverlay()
                overlay.isMarked = true
                overlay.texts = [.topLeft, .bottomLeft, .center].map { .init([all, "", all], at: $0) }
                let drawn = overlay.drawn(over: picture(PixelSize(width: width, height: height)))
                #expect(drawn.byteCount == width * height * 4)
            }
        }
    }

    @Test("the mark is a red frame with a cross")
    func mark() {
        var overlay = PictureOverlay()
        overlay.isMarked = true
        let drawn = bytes(overlay.drawn(over: picture(PixelSize(width: 40, height: 40))))
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(drawn[(y * 40 + x) * 4..<(y * 40 + x) * 4 + 4]) }
        for (x, y) in [(0, 20), (39, 20), (20, 0), (20, 39), (10, 10), (29, 10)] {
            #expect(pixel(x, y) == [0, 0, 255, 255], "at \(x), \(y)")
        }
        #expect(pixel(10, 20) == [40, 80, 120, 200])
    }
}
