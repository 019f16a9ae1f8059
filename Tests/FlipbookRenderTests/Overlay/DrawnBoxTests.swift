import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// What is laid over a window, blue, green, red and alpha.
@Suite struct DrawnBoxTests {
    private let rect = PixelRect(x: 5, y: 6, width: 7, height: 6)

    private func pixel(_ x: Int, _ y: Int, of box: DrawnBox) -> [UInt8] {
        let place = 4 * (y * box.size.width + x)
        return Array(box.bytes[place..<place + 4])
    }

    @Test("a small picture is in the middle of its card, in a frame")
    func card() throws {
        let empty = DrawnBox.card(nil, in: rect, frame: Color(red: 60, green: 60, blue: 60))
        expect(empty.size == rect.size && empty.x == 5 && empty.y == 6)
        expect(pixel(1, 1, of: empty) == [60, 60, 60, 255] && pixel(3, 3, of: empty) == [0, 0, 0, 215])
        let red = try Picture(
            size: PixelSize(width: 1, height: 1),
            layout: .bgra,
            bytes: [1, 2, 3, 255]
        )
        let card = DrawnBox.card(
            try FrameThumbnail(of: red, fitting: rect.size),
            in: rect,
            frame: Color(red: 60, green: 60, blue: 60)
        )
        expectEqual(pixel(3, 2, of: card), [1, 2, 3, 255])
        expect(pixel(3, 3, of: card) == [0, 0, 0, 215] && pixel(6, 0, of: card) == [60, 60, 60, 255])
    }

    @Test("a line is light beside dark, and a grid is gray")
    func lines() {
        let down = DrawnBox.line(PixelRect(x: 0, y: 0, width: 2, height: 3), isDown: true)
        expect(pixel(0, 2, of: down) == [255, 255, 255, 170] && pixel(1, 0, of: down) == [0, 0, 0, 120])
        let across = DrawnBox.line(PixelRect(x: 0, y: 0, width: 3, height: 2), isDown: false)
        expect(pixel(2, 0, of: across) == [255, 255, 255, 170] && pixel(0, 1, of: across) == [0, 0, 0, 120])
        let columns = (0..<7).map { $0 == 1 }
        let grid = DrawnBox.grid(rect, columns: columns, rows: (0..<6).map { $0 == 4 })
        for y in 0..<6 {
            for x in 0..<7 {
                expectEqual(pixel(x, y, of: grid), (x == 1 || y == 4 ? [128, 128, 128, 150] : [0, 0, 0, 0]))
            }
        }
    }
}
