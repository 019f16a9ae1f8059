import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// The numbers of system 15, on trees of views.
@MainActor @Suite("System 15: which view a touch reaches, and what becomes of it") struct System15EventTests {
    /// A root of 100 by 100 points, a view in it, and one in that.
    @MainActor private struct Tree {
        let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let middle = View(frame: Rect(x: 20, y: 20, width: 60, height: 60))
        let inner = View(frame: Rect(x: 10, y: 10, width: 20, height: 20))

        init() {
            root.addSubview(middle)
            middle.addSubview(inner)
        }

        func name(of view: View?) -> String? {
            view.map { $0 === root ? "root" : $0 === middle ? "middle" : "inner" }
        }
    }

    @Test(
        "bounds are half-open: the left and upper edges are the view's, the right and lower ones are not",
        arguments: [
            (0, 0, "root"), (99.999, 99.999, "root"), (100, 50, nil), (50, 100, nil), (-0.001, 50, nil),
            (20, 20, "middle"), (79.999, 20, "middle"), (80, 20, "root"), (30, 30, "inner"), (49.999, 49.999, "inner"),
            (50, 49, "middle"),
        ] as [(Double, Double, String?)]
    )
    func edges(x: Double, y: Double, hit: String?) {
        let tree = Tree()
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: x, y: y))), hit)
    }

    @Test(
        "an alpha below 0.01 takes no touches, nor does what is hidden or switched off; all within goes with it",
        arguments: [0, 0.009, 0.0099, 0.01, 0.5, 1]
    )
    func reach(alpha: Double) {
        let (x, y) = (35.0, 35.0)
        let tree = Tree()
        tree.middle.alpha = alpha
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: x, y: y))), (alpha < 0.01 ? "root" : "inner"))
        tree.middle.alpha = 1
        tree.middle.isHidden = true
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: x, y: y))), "root")
        expect(!tree.inner.isHidden, "a view within says nothing of it")
        tree.middle.isHidden = false
        tree.middle.isUserInteractionEnabled = false
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: x, y: y))), "root")
    }

    @Test("what is drawn beside its superview is not touched there, clipped or not", arguments: [false, true])
    func outside(clips: Bool) {
        let tree = Tree()
        tree.inner.frame = Rect(x: 50, y: 50, width: 20, height: 20)
        tree.middle.clipsToBounds = clips
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: 75, y: 75))), "inner")
        expectEqual(tree.name(of: tree.root.hitTest(Point(x: 85, y: 85))), "root")
    }

    @Test("a point of a canvas at scale 2 is half of its pixel", arguments: [(1.0, 60.0), (2.0, 30.0), (3.0, 20.0)])
    func points(scale: Double, point: Double) {
        expectEqual(Point(pixelX: 60, pixelY: 60, scale: scale), Point(x: point, y: point))
    }

    @Test(
        "the first view of the chain that handles a touch ends it; what none handles is dropped",
        arguments: [
            (["inner"], ["inner"]), (["middle"], ["inner", "middle"]), (["root"], ["inner", "middle", "root"]),
            ([], ["inner", "middle", "root"]), (["middle", "root"], ["inner", "middle"]),
        ]
    )
    func chain(handlers: [String], asked: [String]) {
        let tree = Tree()
        var seen: [String] = []
        for (name, view) in [("root", tree.root), ("middle", tree.middle), ("inner", tree.inner)] {
            view.touchHandler = { _ in
                seen.append(name)
                return handlers.contains(name)
            }
        }
        tree.root.send(Touch(id: 1, phase: .began, location: Point(x: 35, y: 35), timestamp: .zero))
        expectEqual(seen, asked)
    }

    @Test(
        "a touch has exactly one end, and belongs to the view that it began on",
        arguments: [Touch.Phase.ended, .cancelled]
    )
    func end(phase: Touch.Phase) {
        let tree = Tree()
        var phases: [Touch.Phase] = []
        tree.inner.touchHandler = { touch in
            phases.append(touch.phase)
            return true
        }
        func send(_ phase: Touch.Phase, _ x: Double, id: Int = 1) {
            tree.root.send(Touch(id: id, phase: phase, location: Point(x: x, y: 35), timestamp: .zero))
        }
        send(.moved, 35)
        send(.began, 35)
        // Beside the view by now, and another finger there that never came down.
        send(.moved, 90)
        send(.moved, 90, id: 2)
        send(phase, 90)
        send(.ended, 90)
        send(.cancelled, 35)
        expectEqual(phases, [.began, .moved, phase])
    }
}
