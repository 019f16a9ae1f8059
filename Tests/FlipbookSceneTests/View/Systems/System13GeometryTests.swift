import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("System 13: frame, bounds, center and transform")
struct System13GeometryTests {
    /// A row: a view's geometry and the frame that follows.
    struct Row: Sendable, CustomTestStringConvertible {
        let row: String
        let geometry: ViewGeometry
        let center: Point
        let bounds: Rect
        let frame: Rect
        /// How far off the table's own numbers are.
        var tolerance = 1e-12

        var testDescription: String { row }
    }

    /// A view whose frame was set.
    private static func view(
        _ frame: Rect,
        anchor: Point = Point(x: 0.5, y: 0.5),
        transform: Transform = .identity,
        then change: (inout ViewGeometry) -> Void = { _ in }
    ) -> ViewGeometry {
        var view = ViewGeometry(anchorPoint: anchor, transform: transform)
        view.frame = frame
        change(&view)
        return view
    }

    static let rows: [Row] = [
        Row(
            row: "13.1: frame (40, 40, 240, 380)",
            geometry: view(Rect(x: 40, y: 40, width: 240, height: 380)),
            center: Point(x: 160, y: 230),
            bounds: Rect(x: 0, y: 0, width: 240, height: 380),
            frame: Rect(x: 40, y: 40, width: 240, height: 380)
        ),
        Row(
            row: "13.2: frame (50, 50, 100, 100), then another size of the bounds",
            geometry: view(Rect(x: 50, y: 50, width: 100, height: 100)) {
                $0.bounds.size = Size(width: 256, height: 512)
            },
            center: Point(x: 100, y: 100),
            bounds: Rect(x: 0, y: 0, width: 256, height: 512),
            frame: Rect(x: -28, y: -156, width: 256, height: 512)
        ),
        Row(
            row: "13.3: half the size, and the frame set after it",
            geometry: view(
                Rect(x: 50, y: 50, width: 100, height: 100),
                transform: Transform(scaleX: 0.5, y: 0.5)
            ),
            center: Point(x: 100, y: 100),
            bounds: Rect(x: 0, y: 0, width: 200, height: 200),
            frame: Rect(x: 50, y: 50, width: 100, height: 100)
        ),
        Row(
            row: "13.4: an anchor of (0.1, 0.1)",
            geometry: view(Rect(x: 10, y: 20, width: 100, height: 50), anchor: Point(x: 0.1, y: 0.1)),
            center: Point(x: 20, y: 25),
            bounds: Rect(x: 0, y: 0, width: 100, height: 50),
            frame: Rect(x: 10, y: 20, width: 100, height: 50)
        ),
        Row(
            row: "13.5: 100x100 about (100, 100), turned by 45 degrees",
            geometry: ViewGeometry(
                bounds: Rect(x: 0, y: 0, width: 100, height: 100),
                center: Point(x: 100, y: 100),
                transform: Transform(rotationDegrees: 45)
            ),
            center: Point(x: 100, y: 100),
            bounds: Rect(x: 0, y: 0, width: 100, height: 100),
            frame: Rect(x: 29.289, y: 29.289, width: 141.421, height: 141.421),
            tolerance: 0.0005
        ),
        Row(
            row: "13.6: 240x380, turned by 30 degrees",
            geometry: ViewGeometry(
                bounds: Rect(x: 0, y: 0, width: 240, height: 380),
                transform: Transform(rotationDegrees: 30)
            ),
            center: .zero,
            bounds: Rect(x: 0, y: 0, width: 240, height: 380),
            frame: Rect(x: -397.846 / 2, y: -449.090 / 2, width: 397.846, height: 449.090),
            tolerance: 0.0005
        ),
    ]

    private static func differ(_ one: Rect, _ other: Rect) -> Double {
        [
            one.minX - other.minX, one.minY - other.minY, one.size.width - other.size.width,
            one.size.height - other.size.height,
        ].map { abs($0) }.reduce(0, max)
    }

    @Test("frame, bounds and center follow from each other", arguments: rows)
    func frames(row: Row) {
        expectEqual(row.geometry.center, row.center)
        expect(Self.differ(row.geometry.bounds, row.bounds) <= 1e-12)
        expect(Self.differ(row.geometry.frame, row.frame) <= row.tolerance)
    }

    @Test(
        "an image view, which has no transform, has the same frame",
        arguments: rows.filter(\.geometry.transform.isIdentity)
    )
    func imageView(row: Row) {
        var view = ImageView()
        view.anchorPoint = row.geometry.anchorPoint
        view.frame = row.frame
        expectEqual(view.geometry, row.geometry)
        expect(view.bounds == row.bounds && view.center == row.center)
        view.frame.origin = Point(x: 7, y: 9)
        expectEqual(view.geometry.frame.origin, Point(x: 7, y: 9))
    }

    @Test("a frame whose insets leave nothing keeps its negative size, and does not cover what is there")
    func negativeSize() {
        let rect = Rect(x: 30, y: 30, width: -36, height: -42)
        expectEqual(Layer(frame: rect).frame, rect)
        expectEqual(Self.view(rect).frame, rect)
    }

    @Test("13.7: the right and lower edges are outside, and the bounds' origin counts")
    func inside() {
        var view = Self.view(Rect(x: 0, y: 0, width: 100, height: 100))
        expect(view.contains(Point(x: 99, y: 99)))
        expect(!view.contains(Point(x: 100, y: 100)))
        view.bounds.origin = Point(x: 10000, y: 10000)
        expect(!view.contains(Point(x: 50, y: 50)))
    }

    @Test("a view is turned and resized about its anchor, and places go outwards and back")
    func conversion() throws {
        var view = Self.view(Rect(x: 10, y: 20, width: 40, height: 20))
        view.bounds.origin = Point(x: 5, y: 6)
        view.transform = Transform(rotationDegrees: 90).concatenating(Transform(scaleX: 2, y: 2))
        expectEqual(view.convert(toSuperview: Point(x: 25, y: 16)), view.center)
        // The middle of the right edge, which a turn clockwise takes below the center.
        expectEqual(view.convert(toSuperview: Point(x: 45, y: 16)), Point(x: 30, y: 70))
        expectEqual(view.convert(fromSuperview: Point(x: 30, y: 70)), Point(x: 45, y: 16))
        expectEqual(view.frame, Rect(x: 10, y: -10, width: 40, height: 80))
        view.transform = Transform(scaleX: 0, y: 1)
        expect(view.convert(fromSuperview: .zero) == nil)
        view.frame = Rect(x: 0, y: 0, width: 8, height: 8)
        expect(view.bounds.size == Size(width: 40, height: 20) && view.center == Point(x: 4, y: 4))
    }

    @Test("turns add up: twice 45 degrees are 90, and quarter turns are exact")
    func turns() {
        let twice = Transform(rotationDegrees: 45).concatenating(Transform(rotationDegrees: 45))
        let point = Point(x: 3, y: 4).applying(twice)
        expect(abs(point.x + 4) < 1e-14 && abs(point.y - 3) < 1e-14)
        let corners = [
            (0.0, 1.0, 0.0), (90, 0, 1), (180, -1, 0), (-90, 0, -1), (270, 0, -1), (-450, 0, -1), (3600, 1, 0),
        ]
        for (degrees, cosine, sine) in corners {
            let turn = Transform(rotationDegrees: degrees)
            expectEqual([turn.a, turn.b, turn.c, turn.d], [cosine, sine, -sine, cosine], "\(degrees)")
        }
        for degrees in stride(from: -720.0, through: 720, by: 7.5) {
            let turn = Transform(rotationDegrees: degrees)
            expect(abs(turn.a * turn.a + turn.b * turn.b - 1) < 1e-15, "\(degrees)")
            let back = turn.concatenating(Transform(rotationDegrees: -degrees))
            expect(abs(back.a - 1) < 1e-15 && abs(back.b) < 1e-15, "\(degrees)")
        }
        expect(abs(Transform(rotationDegrees: 30).b - 0.5) < 1e-16)
        expect(Transform(rotationDegrees: .nan).a.isNaN)
        expect(Transform(rotationDegrees: .infinity).inverted == nil)
    }
}
