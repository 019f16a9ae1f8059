import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// The numbers and the order are those of UIKit's documentation of `UIGestureRecognizer` and its subclasses.
@MainActor @Suite("Gestures on trees of views") struct GestureTests {
    private let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    private let photo = View(frame: Rect(x: 50, y: 50, width: 100, height: 100))

    init() { root.addSubview(photo) }

    private func send(_ phase: Touch.Phase, _ x: Double, _ y: Double = 100, at milliseconds: Int = 0, id: Int = 1) {
        let place = Point(x: x, y: y)
        root.send(Touch(id: id, phase: phase, location: place, timestamp: .milliseconds(milliseconds)))
    }

    private func press(_ x: Double, at start: Int = 0) {
        send(.began, x, at: start)
        send(.ended, x, at: start + 100)
    }

    // MARK: Touches of views

    @Test(
        "a touch that becomes a gesture ends with one cancelled for the view that got its beginning",
        arguments: [
            (.tap, 0, [.began, .cancelled]), (.longPress, 0, [.began, .cancelled]),
            (.pan, 40, [.began, .moved, .cancelled]), (.swipeRight, 60, [.began, .moved, .cancelled]),
            // A pinch takes two fingers: this is none.
            (.pinch, 40, [.began, .moved, .moved, .moved, .ended]),
        ] as [(Gesture, Double, [Touch.Phase])]
    )
    func cancelled(gesture: Gesture, way: Double, expected: [Touch.Phase]) {
        var phases: [Touch.Phase] = []
        photo.touchHandler = { touch in
            phases.append(touch.phase)
            return true
        }
        let recognizer: GestureRecognizer =
            switch gesture {
            case .tap: TapGestureRecognizer { _ in }
            case .longPress: LongPressGestureRecognizer { _ in }
            case .pan: PanGestureRecognizer { _ in }
            case .pinch: PinchGestureRecognizer { _ in }
            default: SwipeGestureRecognizer { _ in }
            }
        root.addGestureRecognizer(recognizer)
        send(.began, 70)
        if way > 0 { for part in 1...3 { send(.moved, 70 + way * [0.1, 0.9, 1][part - 1], at: part * 10) } }
        if gesture == .longPress { send(.moved, 70, at: 500) }
        send(.ended, 70 + way, at: gesture == .longPress ? 600 : 40)
        expectEqual(phases, expected)
        expectEqual(recognizer.state, .possible)
        phases = []
        recognizer.cancelsTouchesInView = false
        send(.began, 70, at: 5000)
        send(.moved, 70 + way, at: 5510)
        send(.ended, 70 + way, at: 5520)
        expectEqual(phases, [.began, .moved, .ended])
    }

    @Test("each finger of a pinch ends as cancelled, once, for every view that was asked about its beginning")
    func cancelledFingers() {
        var seen: [String] = []
        for (name, view, handles) in [("photo", photo, false), ("root", root, true)] {
            view.touchHandler = { touch in
                seen.append("\(name) \(touch.id) \(touch.phase)")
                return handles
            }
        }
        photo.addGestureRecognizer(PinchGestureRecognizer { _ in seen.append("pinch") })
        send(.began, 90)
        send(.began, 110, id: 2)
        seen = []
        send(.moved, 130, id: 2)
        expectEqual(
            seen,
            [
                "pinch", "photo 1 cancelled", "root 1 cancelled", "photo 2 cancelled", "root 2 cancelled",
            ]
        )
        seen = []
        send(.ended, 90)
        send(.ended, 130, id: 2)
        expectEqual(seen, ["pinch"])
    }

    @Test("a finger that comes down twice has its first touch cancelled")
    func lost() {
        var phases: [Touch.Phase] = []
        photo.touchHandler = { touch in
            phases.append(touch.phase)
            return true
        }
        send(.began, 100)
        send(.began, 110)
        send(.ended, 110)
        expectEqual(phases, [.began, .cancelled, .began, .ended])
    }

    @Test("hit testing and touches draw nothing")
    func drawsNothing() {
        var drawn = 0
        photo.draw = { _, _ in drawn += 1 }
        expect(root.hitTest(Point(x: 100, y: 100)) === photo)
        press(100)
        expectEqual(drawn, 0)
        _ = root.scene()
        expectEqual(drawn, 1)
    }

    // MARK: Recognizers

    @Test("a pinch's scale is the fingers' distance as a factor of the first one, its velocity is per second")
    func pinch() {
        var seen: [String] = []
        let pinch = PinchGestureRecognizer { seen.append("\($0.state) \($0.scale) \($0.velocity)") }
        photo.addGestureRecognizer(pinch)
        expect(pinch.scale == 1 && pinch.view === photo)
        send(.began, 90)
        send(.began, 110, id: 2)
        expect(pinch.numberOfTouches == 2 && pinch.location(in: photo) == Point(x: 50, y: 50))
        send(.moved, 80, at: 100)
        send(.moved, 120, at: 100, id: 2)
        expectEqual(seen, ["began 1.5 5.0", "changed 2.0 10.0"])
        pinch.scale = 1
        send(.moved, 160, at: 200, id: 2)
        expectEqual(pinch.scale, 2)
        send(.ended, 80, at: 300)
        expectEqual(pinch.state, .changed)
        send(.ended, 160, at: 300, id: 2)
        expect(seen.count == 4 && seen.last?.hasPrefix("ended 2.0") == true)
    }

    @Test("a rotation is in radians, clockwise, and goes on beyond half a circle")
    func rotation() {
        var seen: [Double] = []
        let rotation = RotationGestureRecognizer { seen.append($0.rotation) }
        photo.addGestureRecognizer(rotation)
        send(.began, 100)
        send(.began, 120, id: 2)
        for (step, place) in [(100, 120), (80, 100), (100, 80), (120, 100)].enumerated() {
            send(.moved, Double(place.0), Double(place.1), at: (step + 1) * 500, id: 2)
        }
        expectEqual(seen, [.pi / 2, .pi, .pi * 1.5, .pi * 2])
        expectEqual(rotation.velocity, .pi)
        rotation.rotation = 0
        send(.moved, 100, 80, at: 2500, id: 2)
        expectEqual(seen.last, -.pi / 2)
        send(.cancelled, 100, 80, at: 2600, id: 2)
        expectEqual(seen.count, 6)
    }

    @Test(
        "a swipe goes 50 points into its direction within half a second, with its number of fingers",
        arguments: [
            (.right, 60, 0, 100, 1, 1), (.right, -60, 0, 100, 1, 0), (.left, -60, 0, 100, 1, 1),
            (.up, 0, -60, 100, 1, 1),
            (.down, 0, 60, 100, 1, 1), (.right, 40, 0, 100, 1, 0), (.right, 60, 70, 100, 1, 0),
            (.right, 60, 0, 600, 1, 0), ([.left, .right], -60, 0, 100, 1, 1), (.right, 60, 0, 100, 2, 0),
        ] as [(SwipeGestureRecognizer.Direction, Double, Double, Int, Int, Int)]
    )
    func swipe(
        direction: SwipeGestureRecognizer.Direction,
        x: Double,
        y: Double,
        milliseconds: Int,
        fingers: Int,
        count: Int
    ) {
        var swipes = 0
        let swipe = SwipeGestureRecognizer { _ in swipes += 1 }
        expect(swipe.direction == .right && swipe.numberOfTouchesRequired == 1)
        (swipe.direction, swipe.numberOfTouchesRequired) = (direction, fingers)
        photo.addGestureRecognizer(swipe)
        send(.began, 100)
        send(.moved, 100 + x, 100 + y, at: milliseconds)
        send(.ended, 100 + x, 100 + y, at: milliseconds)
        expectEqual(swipes, count)
    }

    @Test("two fingers tap, press and drag where so many are required")
    func twoFingers() {
        var seen: [String] = []
        let tap = TapGestureRecognizer { _ in seen.append("tap") }
        let two = TapGestureRecognizer { _ in seen.append("two") }
        two.numberOfTouchesRequired = 2
        let pan = PanGestureRecognizer { seen.append("pan \($0.state) \($0.translation(in: nil).x)") }
        pan.minimumNumberOfTouches = 2
        photo.gestureRecognizers = [tap, two, pan]
        press(100)
        expectEqual(seen, ["tap"])
        seen = []
        send(.began, 90, at: 1000)
        send(.began, 110, at: 1010, id: 2)
        send(.ended, 90, at: 1100)
        send(.ended, 110, at: 1100, id: 2)
        expectEqual(seen, ["two"])
        seen = []
        send(.began, 90, at: 2000)
        send(.moved, 120, at: 2010)
        send(.began, 130, at: 2020, id: 2)
        for (id, x) in [(1, 150.0), (2, 150)] { send(.moved, x, at: 2030, id: id) }
        for id in [1, 2] { send(.ended, 150, at: 2040, id: id) }
        expectEqual(seen, ["pan began 15.0", "pan changed 25.0", "pan ended 25.0"])
    }

    @Test("a double tap is two taps, 0.35 seconds apart at most; a single one is one all the same")
    func doubleTap() {
        var seen: [String] = []
        let double = TapGestureRecognizer { _ in seen.append("double") }
        double.numberOfTapsRequired = 2
        photo.gestureRecognizers = [TapGestureRecognizer { _ in seen.append("single") }, double]
        for start in [0, 300, 2000, 2460] { press(100, at: start) }
        expectEqual(seen, ["single", "single", "double", "single", "single"])
    }

    @Test("a drag's distance is in a view's points, and a view that follows the finger stays under it")
    func drag() {
        root.transform = Transform(scaleX: 2, y: 2)
        photo.transform = Transform(rotationDegrees: 90)
        let pan = PanGestureRecognizer { [photo] pan in
            photo.center.x += pan.translation(in: photo.superview).x
            pan.setTranslation(.zero, in: photo.superview)
        }
        photo.addGestureRecognizer(pan)
        send(.began, 100)
        for x in [110.0, 120, 130, 140] { send(.moved, x, at: Int(x)) }
        expectEqual(photo.center.x, 140)
        send(.moved, 150, at: 240)
        expectEqual(pan.velocity(in: root), Point(x: 100, y: 0))
        let turned = pan.velocity(in: photo)
        expectEqual(turned, Point(x: 0, y: -100))
    }

    @Test("of recognizers that share a finger one makes its gesture, that of the innermost view, unless both may")
    func exclusive() {
        var seen: [String] = []
        root.addGestureRecognizer(TapGestureRecognizer { _ in seen.append("root") })
        photo.addGestureRecognizer(TapGestureRecognizer { _ in seen.append("photo") })
        press(100)
        press(10, at: 1000)
        expectEqual(seen, ["photo", "root"])
        seen = []
        let pinch = PinchGestureRecognizer { seen.append("pinch \($0.state)") }
        let rotation = RotationGestureRecognizer { seen.append("rotation \($0.state)") }
        photo.gestureRecognizers = [pinch, rotation]
        func turn() {
            send(.began, 90, at: 2000)
            send(.began, 110, at: 2000, id: 2)
            send(.moved, 90, 160, at: 2100, id: 2)
            send(.cancelled, 90, at: 2200)
            send(.ended, 110, at: 2200, id: 2)
        }
        turn()
        expectEqual(seen, ["pinch began", "pinch cancelled"])
        seen = []
        pinch.shouldRecognizeSimultaneously = { $0 === rotation }
        turn()
        expectEqual(seen, ["pinch began", "rotation began", "pinch cancelled", "rotation cancelled"])
    }

    @Test("a recognizer that is disabled or leaves its view cancels its gesture, and sees no more of the finger")
    func disabled() {
        var seen: [GestureRecognizer.State] = []
        let pan = PanGestureRecognizer { seen.append($0.state) }
        for leaves in [false, true] {
            pan.isEnabled = true
            photo.addGestureRecognizer(pan)
            send(.began, 70)
            send(.moved, 90, at: 10)
            if leaves { photo.removeGestureRecognizer(pan) } else { pan.isEnabled = false }
            send(.moved, 110, at: 20)
            send(.ended, 110, at: 30)
        }
        expectEqual(seen, [.began, .cancelled, .began, .cancelled])
        expect(pan.view == nil && pan.state == .possible)
    }

    @Test("a rotation of an event goes round as often as it says")
    func turnsOfAnEvent() {
        let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
        var turned = 0.0
        root.addGestureRecognizer(RotationGestureRecognizer { turned = $0.rotation })
        var event = SceneEvent(.rotation, at: .point(Point(x: 100, y: 100)), time: 0)
        event.rotation = 7200
        root.replay([event])
        expect((turned - 40 * .pi).magnitude < 1e-9)
    }

    @Test("events are sent as touches, two fingers of a pinch and a rotation")
    func events() {
        photo.id = "photo"
        var seen: [String] = []
        photo.gestureRecognizers = [
            TapGestureRecognizer { _ in seen.append("tap") },
            PinchGestureRecognizer { if $0.state == .ended { seen.append("pinch \($0.scale)") } },
            RotationGestureRecognizer { if $0.state == .ended { seen.append("rotation \($0.rotation)") } },
        ]
        var pinch = SceneEvent(.pinch, at: .view("photo"), time: 1)
        pinch.scale = 2
        var rotation = SceneEvent(.rotation, at: .point(Point(x: 100, y: 100)), time: 2)
        rotation.rotation = 90
        root.replay([
            rotation, pinch, SceneEvent(.tap, at: .view("photo"), time: 0), SceneEvent(.tap, at: .view("x"), time: 3),
        ])
        expectEqual(seen, ["tap", "pinch 2.0", "rotation \(Double.pi / 2)"])
    }
}
