import FlipbookCore
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookWindow
import FlipbookTestSupport
import Testing

/// What fingers on a window mean.
@Suite struct WindowFingersTests {
    /// The words for what happens to the window.
    private func words(_ events: [WindowEvent]) -> [String] {
        events.map { event in
            switch event {
            case .button(let button, let isDown, let place): "\(button) \(isDown ? "down" : "up") \(place.x) \(place.y)"
            case .moved(let place): "moved \(place.x) \(place.y)"
            case .pressCancelled: "no press"
            case .pinch(let phase, let place, let scale): "\(phase) \(place.x) \(place.y) \(scale)"
            default: "\(event)"
            }
        }
    }

    @Test("one finger is the mouse's first button")
    func one() {
        var fingers = WindowFingers()
        expectEqual(
            words(fingers.events(of: 7, .began, at: Point(x: 10, y: 20))),
            ["moved 10.0 20.0", "1 down 10.0 20.0"]
        )
        expectEqual(words(fingers.events(of: 7, .moved, at: Point(x: 30, y: 20))), ["moved 30.0 20.0"])
        expectEqual(words(fingers.events(of: 7, .ended, at: Point(x: 30, y: 20))), ["1 up 30.0 20.0"])
        expectEqual(words(fingers.events(of: 7, .moved, at: Point(x: 50, y: 20))), [])
    }

    @Test(
        "a second finger makes no press of the first one; both zoom about their middle, and the one that stays is nothing"
    )
    func two() {
        var fingers = WindowFingers()
        _ = fingers.events(of: 0, .began, at: Point(x: 100, y: 100))
        expectEqual(
            words(fingers.events(of: 1, .began, at: Point(x: 200, y: 100))),
            ["no press", "began 150.0 100.0 1.0"]
        )
        expectEqual(words(fingers.events(of: 1, .moved, at: Point(x: 300, y: 100))), ["moved 200.0 100.0 2.0"])
        expectEqual(words(fingers.events(of: 0, .moved, at: Point(x: 250, y: 100))), ["moved 275.0 100.0 0.5"])
        // A third one is nobody's.
        expectEqual(words(fingers.events(of: 2, .began, at: Point(x: 0, y: 0))), [])
        expectEqual(words(fingers.events(of: 2, .moved, at: Point(x: 9, y: 9))), [])
        expectEqual(words(fingers.events(of: 0, .ended, at: Point(x: 250, y: 100))), ["ended 275.0 100.0 0.5"])
        expectEqual(words(fingers.events(of: 1, .moved, at: Point(x: 310, y: 100))), [])
        expectEqual(words(fingers.events(of: 1, .ended, at: Point(x: 310, y: 100))), [])
        _ = fingers.events(of: 2, .ended, at: .zero)
        expectEqual(words(fingers.events(of: 3, .began, at: .zero)), ["moved 0.0 0.0", "1 down 0.0 0.0"])
    }

    @Test("fingers that the system takes away mean nothing, one or two")
    func cancelled() {
        var fingers = WindowFingers()
        expectEqual(words(fingers.cancel()), [])
        _ = fingers.events(of: 0, .began, at: .zero)
        expectEqual(words(fingers.cancel()), ["no press"])
        _ = fingers.events(of: 0, .began, at: .zero)
        _ = fingers.events(of: 1, .began, at: Point(x: 10, y: 0))
        expectEqual(words(fingers.cancel()), ["cancelled 5.0 0.0 1.0"])
        expectEqual(words(fingers.events(of: 1, .moved, at: .zero)), [])
    }

    @Test("two fingers in one place are no division by zero, and no zoom is larger or smaller than those of the keys")
    func limits() {
        var fingers = WindowFingers()
        _ = fingers.events(of: 0, .began, at: .zero)
        _ = fingers.events(of: 1, .began, at: .zero)
        expectEqual(words(fingers.events(of: 1, .moved, at: Point(x: 3, y: 4))), ["moved 1.5 2.0 5.0"])
        expect(WindowView.bounded(1000, from: 1) == 64 && WindowView.bounded(0, from: 1) == 1 / 16.0)
        expect(WindowView.bounded(0.01, from: 0.02) == 0.02 && WindowView.bounded(0.03, from: 0.02) == 0.03)
    }
}
