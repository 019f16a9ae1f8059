import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// Text in boxes, in pixels of a window.
@Suite struct TextBoxTests {
    @Test("a letter is drawn in white on black that covers three quarters, dot by dot")
    func letter() throws {
        let box = try require(TextBox(["L"], at: .topLeft).drawn(in: PixelSize(width: 100, height: 60)))
        let width = box.size.width
        let drawn = box.bytes
        let rows = (3..<10).map { y in
            (3..<8).map { x in drawn[(y * width + x) * 4] == 255 ? "#" : "." }.joined()
        }
        expectEqual(rows, ["#....", "#....", "#....", "#....", "#....", "#....", "#####"])
        expectEqual(Array(drawn[0..<4]), [0, 0, 0, 191])
    }

    @Test("a box stands at its corner, and its letters grow with the window and not with the picture")
    func corners() throws {
        for (height, dot) in [(360, 1), (540, 1), (1080, 2), (2160, 4)] {
            let window = PixelSize(width: height * 16 / 9, height: height)
            for corner in [TextBox.Corner.topLeft, .center] {
                let box = try require(TextBox(["ab", "c"], at: corner).drawn(in: window))
                let size = box.size
                expectEqual(size.width, (2 * 6 + 6) * dot)
                expectEqual(size.height, (2 * 10 + 6) * dot)
                switch corner {
                case .topLeft: expect((box.x, box.y) == (0, 0))
                case .center: expect((box.x, box.y) == ((window.width - size.width) / 2, (height - size.height) / 2))
                }
            }
        }
    }

    @Test("every character at every corner of every small window is cut off at the edges, and no text is no box")
    func edges() throws {
        let all = String(decoding: (0...127).map(UInt8.init), as: UTF8.self) + "ü漢"
        for width in [1, 2, 7, 50] {
            for height in [1, 3, 9, 40] {
                for corner in [TextBox.Corner.topLeft, .center] {
                    let window = PixelSize(width: width, height: height)
                    let box = try require(TextBox([all, "", all], at: corner).drawn(in: window))
                    expect(box.bytes.count <= width * height * 4)
                    expect(box.x >= 0 && box.y >= 0 && box.y + box.size.height <= height)
                }
            }
        }
        expect(TextBox([], at: .center).drawn(in: PixelSize(width: 9, height: 9)) == nil)
        expect(TextBox([""], at: .center).drawn(in: PixelSize(width: 9, height: 9)) == nil)
    }
}
