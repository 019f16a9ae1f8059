import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("System 2: content modes")
struct System2ContentModeTests {
    /// One case: an image of `image` points in bounds at the origin, where it lies exactly, and
    /// which pixels that is at 1 and 2 pixels per point.
    struct Vector: Sendable, CustomTestStringConvertible {
        let row: String
        let bounds: Size
        let image: Size
        let mode: ContentMode
        let exact: Rect
        let at1: PixelRect
        let at2: PixelRect

        var testDescription: String { row }

        init(
            _ row: String,
            _ bounds: (Double, Double),
            _ image: (Double, Double),
            _ mode: ContentMode,
            _ exact: [Double],
            _ at1: [Int],
            _ at2: [Int]
        ) {
            self.row = row
            self.bounds = Size(width: bounds.0, height: bounds.1)
            self.image = Size(width: image.0, height: image.1)
            self.mode = mode
            self.exact = Rect(x: exact[0], y: exact[1], width: exact[2], height: exact[3])
            self.at1 = PixelRect(x: at1[0], y: at1[1], width: at1[2], height: at1[3])
            self.at2 = PixelRect(x: at2[0], y: at2[1], width: at2[2], height: at2[3])
        }
    }

    /// The table's rows, and after them the modes that it leaves out.
    static let vectors: [Vector] = [
        Vector(
            "2.1",
            (300, 300),
            (100, 50),
            .scaleAspectFit,
            [0, 75, 300, 150],
            [0, 75, 300, 150],
            [0, 150, 600, 300]
        ),
        Vector(
            "2.2",
            (300, 300),
            (100, 50),
            .scaleAspectFill,
            [-150, 0, 600, 300],
            [-150, 0, 600, 300],
            [-300, 0, 1200, 600]
        ),
        Vector(
            "2.3",
            (300, 300),
            (100, 50),
            .bottomRight,
            [200, 250, 100, 50],
            [200, 250, 100, 50],
            [400, 500, 200, 100]
        ),
        Vector(
            "2.4",
            (100, 200),
            (400, 300),
            .scaleAspectFit,
            [0, 62.5, 100, 75],
            [0, 63, 100, 75],
            [0, 125, 200, 150]
        ),
        Vector(
            "2.5",
            (100, 200),
            (400, 300),
            .scaleAspectFill,
            [-83.33333333333333, 0, 266.6666666666667, 200],
            [-83, 0, 266, 200],
            [-167, 0, 534, 400]
        ),
        Vector(
            "2.6",
            (100, 200),
            (400, 300),
            .right,
            [-300, -50, 400, 300],
            [-300, -50, 400, 300],
            [-600, -100, 800, 600]
        ),
        Vector("2.7", (8, 8), (3, 3), .center, [2.5, 2.5, 3, 3], [3, 3, 3, 3], [5, 5, 6, 6]),
        Vector("2.8", (3, 3), (8, 8), .center, [-2.5, -2.5, 8, 8], [-2, -2, 8, 8], [-5, -5, 16, 16]),
        Vector(
            "2.9",
            (320, 240),
            (101, 67),
            .scaleAspectFit,
            [0, 13.861386138613867, 320, 212.27722772277227],
            [0, 14, 320, 212],
            [0, 28, 640, 424]
        ),
        Vector("2.10", (320, 240), (101, 67), .top, [109.5, 0, 101, 67], [110, 0, 101, 67], [219, 0, 202, 134]),
        Vector(
            "2.11",
            (240, 380),
            (2016, 1512),
            .scaleAspectFit,
            [0, 100, 240, 180],
            [0, 100, 240, 180],
            [0, 200, 480, 360]
        ),
        Vector("2.12", (100, 100), (50, 25), .center, [25, 37.5, 50, 25], [25, 38, 50, 25], [50, 75, 100, 50]),
        Vector(
            "scaleToFill",
            (300, 200),
            (100, 50),
            .scaleToFill,
            [0, 0, 300, 200],
            [0, 0, 300, 200],
            [0, 0, 600, 400]
        ),
        Vector("redraw", (300, 200), (100, 50), .redraw, [0, 0, 300, 200], [0, 0, 300, 200], [0, 0, 600, 400]),
        Vector(
            "bottom",
            (300, 200),
            (100, 50),
            .bottom,
            [100, 150, 100, 50],
            [100, 150, 100, 50],
            [200, 300, 200, 100]
        ),
        Vector("left", (300, 200), (100, 50), .left, [0, 75, 100, 50], [0, 75, 100, 50], [0, 150, 200, 100]),
        Vector("topLeft", (300, 200), (100, 50), .topLeft, [0, 0, 100, 50], [0, 0, 100, 50], [0, 0, 200, 100]),
        Vector(
            "topRight",
            (300, 200),
            (100, 50),
            .topRight,
            [200, 0, 100, 50],
            [200, 0, 100, 50],
            [400, 0, 200, 100]
        ),
        Vector(
            "bottomLeft",
            (300, 200),
            (100, 50),
            .bottomLeft,
            [0, 150, 100, 50],
            [0, 150, 100, 50],
            [0, 300, 200, 100]
        ),
    ]

    @Test("an image lies where UIKit puts it, to the last bit of rounding", arguments: vectors)
    func exactRect(vector: Vector) {
        let rect = vector.mode.rect(for: vector.image, in: Rect(origin: .zero, size: vector.bounds))
        let tolerance = 1e-12 * max(vector.bounds.width, vector.image.width)
        expect(abs(rect.minX - vector.exact.minX) <= tolerance)
        expect(abs(rect.minY - vector.exact.minY) <= tolerance)
        expect(abs(rect.size.width - vector.exact.size.width) <= tolerance)
        expect(abs(rect.size.height - vector.exact.size.height) <= tolerance)
    }

    @Test("edges go to the nearest pixel border, halves to the right and down", arguments: vectors)
    func snappedRect(vector: Vector) {
        let rect = vector.mode.rect(for: vector.image, in: Rect(origin: .zero, size: vector.bounds))
        expectEqual(rect.snapped(), vector.at1)
        expectEqual(rect.snapped(scale: 2), vector.at2)
    }

    @Test("the rows cover all 13 modes")
    func coverage() {
        expectEqual(Set(Self.vectors.map(\.mode)), Set(ContentMode.allCases))
    }
}
