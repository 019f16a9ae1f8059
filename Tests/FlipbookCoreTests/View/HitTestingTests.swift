import FlipbookCore
import Testing

/// Which view a touch goes to, by the vectors of UIKit's behaviour.
@Suite struct HitTestingTests {
    private struct View: HitTestable {
        var frame: Rect
        var bounds: Rect
        var isHidden = false
        var isUserInteractionEnabled = true
        var alpha = 1.0
        var subviews: [View] = []

        init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, scale: Double = 1, _ subviews: [View] = []) {
            frame = Rect(x: x, y: y, width: width, height: height)
            bounds = Rect(x: 0, y: 0, width: width / scale, height: height / scale)
            self.subviews = subviews
        }
    }

    @Test("a touch goes to the frontmost view; right and bottom edges belong to no view")
    func order() {
        let root = View(0, 0, 100, 100, [View(25, 25, 50, 50, scale: 0.5)])
        #expect(root.hitTest(Point(x: 25, y: 25)) == [0])
        #expect(root.hitTest(Point(x: 74.9, y: 74.9)) == [0])
        #expect(root.hitTest(Point(x: 75, y: 75)) == [])
        #expect(root.hitTest(Point(x: 100, y: 100)) == nil)
        let stacked = View(0, 0, 10, 10, [View(0, 0, 10, 10), View(0, 0, 10, 10)])
        #expect(stacked.hitTest(Point(x: 5, y: 5)) == [1])
    }

    @Test("what is drawn outside its superview is not touched there")
    func outside() {
        let root = View(0, 0, 200, 200, [View(0, 0, 100, 100, [View(90, 90, 20, 20)])])
        #expect(root.hitTest(Point(x: 95, y: 95)) == [0, 0])
        #expect(root.hitTest(Point(x: 105, y: 105)) == [])
        let alone = View(0, 0, 100, 100, [View(90, 90, 20, 20)])
        #expect(alone.hitTest(Point(x: 105, y: 105)) == nil)
    }

    @Test("hidden views, those that take no touches, and those below an alpha of 0.01 are passed over")
    func passedOver() {
        let changes: [((inout View) -> Void, Bool)] = [
            ({ $0.isHidden = true }, false), ({ $0.isUserInteractionEnabled = false }, false),
            ({ $0.alpha = 0.009 }, false), ({ $0.alpha = 0.01 }, true), ({ $0.alpha = .nan }, false),
        ]
        for (change, isHit) in changes {
            var view = View(0, 0, 10, 10)
            change(&view)
            #expect(View(0, 0, 10, 10, [view]).hitTest(Point(x: 5, y: 5)) == (isHit ? [0] : []))
            #expect((view.hitTest(Point(x: 5, y: 5)) != nil) == isHit)
        }
    }

    @Test("pixels of a canvas at scale 2 are half as many points")
    func points() {
        #expect(Point(pixelX: 60, pixelY: 60, scale: 2) == Point(x: 30, y: 30))
        #expect(Point(pixelX: .nan, pixelY: 0, scale: 2) == nil)
        #expect(Point(pixelX: 1, pixelY: 1, scale: 0) == nil)
    }
}
