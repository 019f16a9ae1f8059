import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Paths") struct PathTests {
    @Test("the current point is the end of what was added last, and after a close the beginning of the subpath")
    func currentPoint() {
        var path = Path()
        expect(path.currentPoint == nil)
        path.move(to: Point(x: 1, y: 2))
        path.addLine(to: Point(x: 5, y: 2))
        expectEqual(path.currentPoint, Point(x: 5, y: 2))
        path.addQuadCurve(to: Point(x: 9, y: 9), control: Point(x: 9, y: 2))
        expectEqual(path.currentPoint, Point(x: 9, y: 9))
        path.closeSubpath()
        expectEqual(path.currentPoint, Point(x: 1, y: 2))
        expectEqual(Path(Rect(x: 3, y: 4, width: 5, height: 6)).currentPoint, Point(x: 3, y: 4))
    }

    @Test("a quarter of a circle ends where geometry says, exactly, in either direction")
    func arcs() {
        for (end, clockwise, wanted) in [
            (90.0, true, Point(x: 10, y: 15)), (90, false, Point(x: 10, y: 15)), (-90, false, Point(x: 10, y: 5)),
            (360, true, Point(x: 15, y: 10)), (180, true, Point(x: 5, y: 10)),
        ] {
            var path = Path()
            path.addArc(
                center: Point(x: 10, y: 10),
                radius: 5,
                startDegrees: 0,
                endDegrees: end,
                clockwise: clockwise
            )
            expectEqual(path.currentPoint, wanted)
            expectEqual(path.elements.first, .move(to: Point(x: 15, y: 10)))
        }
    }

    @Test("paths of the same lines are equal, and a path that is added is moved")
    func equality() {
        let rect = Rect(x: 0, y: 0, width: 4, height: 2)
        var sum = Path()
        sum.addPath(Path(rect), transform: Transform(translationX: 3, y: 1))
        expectEqual(sum, Path(Rect(x: 3, y: 1, width: 4, height: 2)))
        expect(Path(rect) == Path(rect) && Path(rect) != Path(ellipseIn: rect))
    }
}
