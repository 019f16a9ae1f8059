import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@MainActor @Suite("Pins to the superview") struct ViewPinsTests {
    private static let room = Rect(x: 0, y: 0, width: 100, height: 60)
    private static let frame = Rect(x: 5, y: 6, width: 20, height: 10)

    private static func frame(_ direction: LayoutDirection = .leftToRight, _ set: (inout ViewPins) -> Void) -> Rect {
        var pins = ViewPins()
        set(&pins)
        return pins.frame(of: frame, in: room, direction)
    }

    @Test("each axis is held by its ends, its middle and its length, and else stays")
    func axes() {
        expectEqual(Self.frame { _ in }, Self.frame)
        expectEqual(Self.frame { $0.leading = 8 }, Rect(x: 8, y: 6, width: 20, height: 10))
        expectEqual(Self.frame { $0.trailing = 8 }, Rect(x: 72, y: 6, width: 20, height: 10))
        expectEqual(Self.frame { ($0.leading, $0.trailing) = (8, 12) }, Rect(x: 8, y: 6, width: 80, height: 10))
        expectEqual(Self.frame { ($0.trailing, $0.width) = (0, 30) }, Rect(x: 70, y: 6, width: 30, height: 10))
        expectEqual(Self.frame { $0.centerX = 3 }, Rect(x: 43, y: 6, width: 20, height: 10))
        expectEqual(Self.frame { ($0.top, $0.bottom) = (1, 2) }, Rect(x: 5, y: 1, width: 20, height: 57))
        expectEqual(Self.frame { ($0.bottom, $0.height) = (4, 20) }, Rect(x: 5, y: 36, width: 20, height: 20))
        expectEqual(Self.frame { ($0.centerY, $0.height) = (0, 20) }, Rect(x: 5, y: 20, width: 20, height: 20))
        expectEqual(Self.frame { ($0.leading, $0.trailing) = (80, 80) }.width, 0)
    }

    @Test("leading is at the right where the superview runs from right to left; what is not held stays")
    func direction() {
        expectEqual(Self.frame(.rightToLeft) { $0.leading = 8 }, Rect(x: 72, y: 6, width: 20, height: 10))
        expectEqual(Self.frame(.rightToLeft) { $0.trailing = 8 }, Rect(x: 8, y: 6, width: 20, height: 10))
        expectEqual(Self.frame(.rightToLeft) { $0.centerX = 3 }, Rect(x: 37, y: 6, width: 20, height: 10))
        expectEqual(Self.frame(.rightToLeft) { $0.top = 1 }, Rect(x: 5, y: 1, width: 20, height: 10))
    }

    @Test("a view is where its pins hold it as soon as it has a superview, and when that is resized")
    func views() {
        let (root, view) = (View(frame: Self.room), View(frame: Self.frame))
        var pins = ViewPins()
        (pins.trailing, pins.top, pins.bottom) = (10, 5, 5)
        view.pins = pins
        expectEqual(view.frame, Self.frame)
        root.addSubview(view)
        expectEqual(view.frame, Rect(x: 70, y: 5, width: 20, height: 50))
        root.bounds.size = Size(width: 200, height: 30)
        expectEqual(view.frame, Rect(x: 170, y: 5, width: 20, height: 20))
        root.bounds.origin = Point(x: 7, y: 0)
        view.pins = pins
        expectEqual(view.frame, Rect(x: 177, y: 5, width: 20, height: 20))
    }
}
