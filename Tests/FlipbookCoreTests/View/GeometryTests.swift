import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Points and pixels")
struct GeometryTests {
    @Test("an image's size in points is its pixels divided by its scale")
    func sizeInPoints() {
        expectEqual(Size(PixelSize(width: 4032, height: 3024), scale: 3), Size(width: 1344, height: 1008))
        expectEqual(Size(PixelSize(width: 101, height: 67), scale: 2), Size(width: 50.5, height: 33.5))
        expectEqual(Size(PixelSize(width: 101, height: 67)), Size(width: 101, height: 67))
    }

    @Test(
        "an edge goes to floor(e * scale + 0.5)",
        arguments: [(375.5, 2.0, 751), (375.5, 1.0, 376), (-2.5, 1, -2), (0.49, 1, 0), (1.5, 1.5, 2)]
    )
    func edges(edge: Double, scale: Double, border: Int) {
        expectEqual(Rect(x: edge, y: edge, width: 10, height: 10).snapped(scale: scale).x, border)
        expectEqual(Rect(x: edge, y: edge, width: 10, height: 10).snapped(scale: scale).y, border)
    }

    @Test("rectangles that share an edge share it after snapping")
    func tilesLeaveNoGap() {
        for count in 1...40 {
            let width = 100.0 / Double(count)
            var next = 0
            for index in 0..<count {
                let left = 100.0 * Double(index) / Double(count)
                let right = 100.0 * Double(index + 1) / Double(count)
                let tile = Rect(x: left, y: 0, width: right - left, height: width).snapped()
                expectEqual(tile.x, next, "tile \(index) of \(count)")
                next = tile.x + tile.size.width
            }
            expectEqual(next, 100)
        }
    }

    @Test("rectangles without end snap to none, without a trap")
    func unboundedRects() {
        expectEqual(Rect(x: .infinity, y: 0, width: 1, height: 1).snapped(), .zero)
        expectEqual(Rect(x: 0, y: .nan, width: 1, height: 1).snapped(), .zero)
        expectEqual(Rect(x: 0, y: 0, width: 1, height: 1).snapped(scale: .infinity), .zero)
        expectEqual(Rect(x: 0, y: 0, width: 1, height: 1).snapped(scale: 0), .zero)
        let huge = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300).snapped()
        expect(huge.columns.contains(0) && huge.rows.contains(1_000_000))
    }

    @Test("an intersection holds the pixels of both")
    func intersection() {
        let canvas = PixelRect(PixelSize(width: 10, height: 8))
        expectEqual(
            PixelRect(x: -2, y: 3, width: 5, height: 50).intersection(canvas),
            PixelRect(x: 0, y: 3, width: 3, height: 5)
        )
        expectEqual(PixelRect(x: 10, y: 0, width: 5, height: 5).intersection(canvas), .zero)
        expectEqual(PixelRect(x: 2, y: 2, width: 0, height: 5).intersection(canvas), .zero)
        expectEqual(PixelRect(x: 2, y: 2, width: -4, height: 5).intersection(canvas), .zero)
    }
}
