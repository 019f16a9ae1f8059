import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Gestures on trees of layers") struct LayerTouchesTests {
    private static func touch(_ phase: Touch.Phase, _ x: Double, at milliseconds: Int, id: Int = 1) -> Touch {
        Touch(id: id, phase: phase, location: Point(x: x, y: 0), timestamp: .milliseconds(milliseconds))
    }

    /// Where a gesture is after each touch: down, perhaps at another place or later, and up.
    private static func states(_ gesture: Gesture, moved: Double, held: Int) -> [[GestureTracker.State]] {
        var tracker = GestureTracker(gesture)
        return [
            tracker.take(touch(.began, 0, at: 0)), tracker.take(touch(.moved, moved, at: held)),
            tracker.take(touch(.ended, moved, at: held)),
        ]
    }

    @Test("a tap is within 10 points and half a second, a press rests as long, a pan goes farther")
    func limits() {
        for moved in [0.0, 9.9, 10, 10.1, 50] {
            for held in [0, 499, 500, 501, 5000] {
                let (isNear, isLong) = (moved <= 10, held >= 500)
                let tap = Self.states(.tap, moved: moved, held: held)
                expectEqual(tap.contains([.ended]), (isNear && held <= 500), "tap \(moved) \(held)")
                let press = Self.states(.longPress, moved: moved, held: held)
                expectEqual(
                    press,
                    (isNear && isLong
                        ? [[], [.began], [.ended]] : isNear ? [[], [], [.failed]] : [[], [.failed], []])
                )
                let pan = Self.states(.pan, moved: moved, held: held)
                expectEqual(pan, isNear ? [[], [], [.failed]] : [[], [.began], [.ended]])
            }
        }
    }

    @Test("a finger that is taken away ends a gesture that is possible", arguments: Gesture.allCases)
    func cancelled(gesture: Gesture) {
        var tracker = GestureTracker(gesture)
        expectEqual(tracker.take(Self.touch(.began, 0, at: 0)), [])
        expectEqual(tracker.take(Self.touch(.cancelled, 0, at: 30)), [.failed])
        expectEqual(tracker.take(Self.touch(.ended, 0, at: 40)), [])
    }

    /// A root of 100 by 100 points with a view that holds another one.
    private static var tree: Layer {
        var inner = Layer(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        inner.id = "inner"
        var outer = Layer(frame: Rect(x: 40, y: 40, width: 40, height: 40))
        outer.id = "outer"
        var root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        inner.isUserInteractionEnabled = true
        outer.isUserInteractionEnabled = true
        root.isUserInteractionEnabled = true
        outer.sublayers = [inner]
        root.sublayers = [outer]
        return root
    }

    private static let triggers = [nil, "outer", "inner"].map { GestureTrigger(view: $0, .tap) }

    private static func tapped(_ tree: Layer, _ x: Double, _ y: Double) -> [String] {
        var touches = LayerTouches(triggers)
        let event = SceneEvent(.tap, at: .point(Point(x: x, y: y)), time: 0)
        return event.touches(id: 0, from: Point(x: x, y: y)).flatMap { touches.take($0, on: tree) }
            .map { $0.view ?? "root" }
    }

    @Test("a tap is one on the innermost view that waits for it: one gesture alone is made by a finger, as in UIKit")
    func chain() {
        expectEqual(Self.tapped(Self.tree, 55, 55), ["inner"])
        expectEqual(Self.tapped(Self.tree, 75, 75), ["outer"])
        expectEqual(Self.tapped(Self.tree, 5, 5), ["root"])
        expectEqual(Self.tapped(Self.tree, 105, 5), [])
    }

    @Test("what is hidden, takes no touches or lies beside its superview is not hit")
    func unreachable() {
        var tree = Self.tree
        tree.sublayers[0].sublayers[0].isHidden = true
        expectEqual(Self.tapped(tree, 55, 55), ["outer"])
        tree.sublayers[0].isUserInteractionEnabled = false
        expectEqual(Self.tapped(tree, 55, 55), ["root"])
        tree.isUserInteractionEnabled = false
        expectEqual(Self.tapped(tree, 55, 55), [])
        var wide = Self.tree
        wide.sublayers[0].sublayers[0].frame = Rect(x: 30, y: 10, width: 40, height: 20)
        expectEqual(Self.tapped(wide, 75, 60), ["inner"])
        expectEqual(Self.tapped(wide, 85, 60), ["root"])
    }

    @Test("a turned view is hit where it is drawn")
    func turned() {
        var tree = Self.tree
        tree.sublayers[0].transform = Transform(rotationDegrees: 45)
        // The corner of the upright square is outside, and the turned one reaches beyond its side.
        expectEqual(Self.tapped(tree, 42, 42), ["root"])
        expectEqual(Self.tapped(tree, 60, 86), ["outer"])
    }
}
