import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Which view a touch goes to, by the vectors of UIKit's behavior.
@Suite struct HitTestingTests {
    private func view(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        scale: Double = 1,
        _ sublayers: [Layer] = []
    ) -> Layer {
        var layer = Layer(frame: Rect(x: x, y: y, width: width, height: height))
        layer.bounds.size = Size(width: width / scale, height: height / scale)
        (layer.transform, layer.sublayers) = (Transform(scaleX: scale, y: scale), sublayers)
        layer.isUserInteractionEnabled = true
        return layer
    }

    @Test("a touch goes to the frontmost view; right and bottom edges belong to no view")
    func order() {
        let root = view(0, 0, 100, 100, [view(25, 25, 50, 50, scale: 0.5)])
        expectEqual(root.hitTest(Point(x: 25, y: 25)), [0])
        expectEqual(root.hitTest(Point(x: 74.9, y: 74.9)), [0])
        expectEqual(root.hitTest(Point(x: 75, y: 75)), [])
        expect(root.hitTest(Point(x: 100, y: 100)) == nil)
        let stacked = view(0, 0, 10, 10, [view(0, 0, 10, 10), view(0, 0, 10, 10)])
        expectEqual(stacked.hitTest(Point(x: 5, y: 5)), [1])
    }

    @Test("what is drawn outside its superview is not touched there")
    func outside() {
        let root = view(0, 0, 200, 200, [view(0, 0, 100, 100, [view(90, 90, 20, 20)])])
        expectEqual(root.hitTest(Point(x: 95, y: 95)), [0, 0])
        expectEqual(root.hitTest(Point(x: 105, y: 105)), [])
        let alone = view(0, 0, 100, 100, [view(90, 90, 20, 20)])
        expect(alone.hitTest(Point(x: 105, y: 105)) == nil)
    }

    @Test("hidden views, those that take no touches, and those below an alpha of 0.01 are passed over")
    func passedOver() {
        let changes: [((inout Layer) -> Void, Bool)] = [
            ({ $0.isHidden = true }, false), ({ $0.isUserInteractionEnabled = false }, false),
            ({ $0.alpha = 0.009 }, false), ({ $0.alpha = 0.01 }, true), ({ $0.alpha = .nan }, false),
        ]
        for (change, isHit) in changes {
            var layer = view(0, 0, 10, 10)
            change(&layer)
            expectEqual(view(0, 0, 10, 10, [layer]).hitTest(Point(x: 5, y: 5)), (isHit ? [0] : []))
            expectEqual((layer.hitTest(Point(x: 5, y: 5)) != nil), isHit)
        }
    }

    @Test("pixels of a canvas at scale 2 are half as many points")
    func points() {
        expectEqual(Point(pixelX: 60, pixelY: 60, scale: 2), Point(x: 30, y: 30))
        expect(Point(pixelX: .nan, pixelY: 0, scale: 2) == nil)
        expect(Point(pixelX: 1, pixelY: 1, scale: 0) == nil)
    }
}
