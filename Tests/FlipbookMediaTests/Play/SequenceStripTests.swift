import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookTestSupport
import Testing

/// The list of the sequences that are played one after the other.
@Suite struct SequenceStripTests {
    private func strip(_ count: Int, at current: Int, scrolled: Int = 0, width: Int = 480) -> SequenceStrip {
        SequenceStrip(
            count: count,
            current: current,
            scrolled: scrolled,
            in: PixelSize(width: width, height: 360),
            above: 336
        )
    }

    @Test("what has room is seen, the present sequence in the middle, and no further than the ends")
    func places() {
        expectEqual(strip(3, at: 0).shown, 0..<3)
        let (first, middle, last) = (strip(20, at: 0), strip(20, at: 10), strip(20, at: 19))
        expect(first.shown == 0..<3 && middle.shown == 9..<12 && last.shown == 17..<20)
        expectEqual(strip(20, at: 10, scrolled: 3).shown, 12..<15)
        expectEqual(strip(20, at: 10, scrolled: 100).shown, 17..<20)
        expectEqual(strip(20, at: 10, scrolled: -100).shown, 0..<3)
        // A window that is narrower than a picture has one that is as wide.
        let narrow = strip(5, at: 2, width: 60)
        expect(narrow.shown == 2..<3 && narrow.cell.width == 44)
    }

    @Test("names are as long as there is room, up to four pictures, and a pointer finds their ends, too")
    func names() {
        // A picture is 113 wide, and eight columns lie between two names.
        for (count, width, length) in [(3, 480, 149), (3, 380, 116), (20, 480, 149), (2, 1000, 444), (1, 60, 44)] {
            let strip = strip(count, at: 0, width: width)
            let label = strip.label(at: 0)
            expectEqual(label.size, PixelSize(width: length, height: 22), "\(count) in \(width)")
            expectEqual(strip.place(at: Point(x: Double(label.x + length - 1), y: Double(label.y + 5))), 0)
        }
    }

    @Test("a pointer finds the picture, and the name below it, that it is over; the gaps are nobody's")
    func pointer() {
        let strip = strip(3, at: 1)
        for place in 0..<3 {
            let room = strip.room(at: place)
            let middle = Point(x: Double(room.x + room.size.width / 2), y: Double(room.y + 10))
            expectEqual(strip.place(at: middle), place)
            expectEqual(strip.place(at: Point(x: middle.x, y: Double(room.y + room.size.height + 20))), place)
            expect(strip.place(at: Point(x: Double(room.x + room.size.width + 3), y: middle.y)) == nil)
            expect(strip.place(at: Point(x: middle.x, y: Double(room.y - 1))) == nil)
        }
        expect(strip.room(at: 2).y + strip.room(at: 2).size.height + 22 < 336)
    }
}
