import FlipbookCore
import FlipbookImaging
import FlipbookRender
import Testing

/// The bar that says where a playback is.
@Suite struct TimelineBarTests {
    private let window = PixelSize(width: 424, height: 300)

    private func bar(_ count: Int, at position: Int = 0, _ range: ClosedRange<Int>? = nil) throws -> TimelineBar {
        let timing = try #require(FrameTiming(frameCount: count, rate: FrameRate(24)))
        return TimelineBar(timing: timing, position: position, range: range ?? 0...count - 1)
    }

    /// The colour of a column in a row, red, green and blue; between the edges by default.
    private func color(_ column: Int, _ bytes: [UInt8], row: Int = 1) -> [UInt8] {
        let place = 4 * (row * TimelineBar.area(in: window).size.width + column)
        return [bytes[place + 2], bytes[place + 1], bytes[place]]
    }

    @Test("each frame has its share of the bar, also under the pointer; beyond the ends it is the end")
    func shares() throws {
        let bar = try bar(4)
        #expect(TimelineBar.area(in: window).size.width == 400)
        for (x, frame) in [(-5.0, 0), (12, 0), (111, 0), (113, 1), (213, 2), (400, 3), (500, 3)] {
            #expect(bar.frame(at: x, in: window) == frame, "\(x)")
        }
        #expect(TimelineBar.isHit(by: Point(x: 50, y: 290), in: window))
        #expect(!TimelineBar.isHit(by: Point(x: 50, y: 200), in: window))
    }

    @Test("missing frames are red, the shown one white, what is not played dark")
    func colors() throws {
        let bar = try bar(4, at: 1, 0...2)
        let marks = bar.marks(in: window) { $0 == 2 ? .substitute : $0 == 0 ? .kept : .plain }
        #expect(marks.count == 400)
        #expect(marks[50] == .kept && marks[150] == .plain && marks[250] == .substitute)
        let (area, bytes) = bar.pixels(marks, in: window)
        #expect(bytes.count == 4 * area.size.area)
        #expect(color(150, bytes) == [255, 255, 255])
        #expect(color(250, bytes) == [0xE0, 0x30, 0x30])
        let (kept, outside) = (color(50, bytes), color(350, bytes))
        #expect(outside[0] < kept[0])
    }

    @Test(
        "the shown frame has a black outline, which is seen over a white picture",
        arguments: [(4, 2), (100_000, 50_000)]
    )
    func outline(count: Int, position: Int) throws {
        let (area, bytes) = try bar(count, at: position).pixels([], in: window)
        let (rows, columns) = (area.size.height, Array(0..<area.size.width))
        let white = columns.filter { color($0, bytes) == [255, 255, 255] }
        let (first, last) = (try #require(white.first), try #require(white.last))
        #expect(white == Array(first...last) && last - first >= 2)
        for row in 0..<rows {
            #expect(color(first - 1, bytes, row: row) == [0, 0, 0] && color(last + 1, bytes, row: row) == [0, 0, 0])
        }
        for column in first...last {
            #expect(color(column, bytes, row: 0) == [0, 0, 0] && color(column, bytes, row: rows - 1) == [0, 0, 0])
        }
    }

    @Test("of a hundred thousand frames a gap that is as wide as a column is seen")
    func many() throws {
        let bar = try bar(100_000)
        let marks = bar.marks(in: window) { (500..<800).contains($0) ? .substitute : .kept }
        #expect(marks[3] == .substitute)
        #expect(marks.filter { $0 == .substitute }.count <= 3)
        // The shown one is seen all the same.
        let (_, bytes) = bar.pixels(marks, in: window)
        #expect(color(0, bytes) == [255, 255, 255])
    }

    @Test("each chapter but the first has a line before it from top to bottom, dark beside light")
    func chapters() throws {
        let bar = try bar(4)
        let marks = bar.marks(in: window) { _ in .plain }
        let (area, bytes) = bar.pixels(marks, chapters: [0, 2, 9], in: window)
        for row in 0..<area.size.height {
            #expect(color(199, bytes, row: row) == [0, 0, 0])
            #expect(color(200, bytes, row: row) == [255, 255, 255])
            #expect(color(201, bytes, row: row) == color(300, bytes))
        }
        // The first frame is shown: its part of the bar is white up to the second.
        #expect(color(0, bytes) == [255, 255, 255] && color(101, bytes) == color(300, bytes))
    }

    @Test("a frame with a note has a tick in its middle, on the upper half of the bar")
    func notes() throws {
        let bar = try bar(4)
        let marks = bar.marks(in: window) { _ in .plain }
        let (area, bytes) = bar.pixels(marks, noted: [2, 9], in: window)
        let tick: [UInt8] = [255, 190, 0]
        #expect((0..<400).filter { color($0, bytes) == tick } == [249, 250, 251])
        #expect(!(0..<400).contains { color($0, bytes, row: area.size.height - 1) == tick })
    }
}
