import FlipbookCore
import FlipbookScene

/// Fingers on a screen and on a touchpad, as a Wayland compositor tells of them. The reader of the window's events is its one user.
struct WaylandFingers {
    private let library: WaylandLibrary
    var screen: OpaquePointer?
    /// The object that tells of touchpads, or `nil` if the compositor has none.
    var gestures: OpaquePointer?
    private var pinch: OpaquePointer?
    private var places: [Int: Point] = [:]
    /// The middle of the fingers on the touchpad, where the pointer was when they began.
    private var middle = Point.zero
    private var scale = 1.0

    init(_ library: WaylandLibrary) { self.library = library }

    mutating func touchpad(of pointer: OpaquePointer) -> OpaquePointer? {
        guard let gestures else { return nil }
        pinch = library.ask(gestures, 1, [.new, .object(pointer)], making: .pinch)
        return pinch
    }

    /// The pointer is gone.
    mutating func leaveTouchpad() {
        if let pinch { library.ask(pinch, 0, destroying: true) }
        pinch = nil
    }

    /// The screen is no longer touched: it is gone. What happens by it.
    mutating func leaveScreen() -> WindowEvent {
        places = [:]
        return .fingersCancelled
    }

    /// The window's events by one of the compositor.
    /// - Parameters:
    ///   - pointerAt: The pointer's place, in the window's pixels.
    ///   - density: Those pixels for each of the compositor's units.
    mutating func take(
        _ kind: WaylandKind,
        _ event: UInt32,
        _ words: WaylandReader.Words,
        pointerAt pointer: Point,
        scale density: Double
    ) -> [WindowEvent] {
        func place(_ index: Int) -> Point {
            Point(x: words.fixed(index) * density, y: words.fixed(index + 1) * density)
        }
        switch (kind, event) {
        case (.touch, 0): return finger(words.integer(3), .began, place(4))
        case (.touch, 1): return finger(words.integer(2), .ended, nil)
        case (.touch, 2): return finger(words.integer(1), .moved, place(2))
        case (.touch, 4):
            return [leaveScreen()]
        case (.pinch, 0):
            // Three fingers and more are the desktop's.
            (middle, scale) = (pointer, 1)
            return words.number(3) == 2 ? [.pinch(.began, middle, scale: 1)] : []
        case (.pinch, 1):
            let way = place(1)
            middle = Point(x: middle.x + way.x, y: middle.y + way.y)
            scale = words.fixed(3)
            return [.pinch(.moved, middle, scale: scale)]
        case (.pinch, 2): return [.pinch(words.integer(2) == 0 ? .ended : .cancelled, middle, scale: scale)]
        default: return []
        }
    }

    /// - Parameter place: The finger's place, or `nil` for its last one.
    private mutating func finger(_ number: Int32, _ phase: Touch.Phase, _ place: Point?) -> [WindowEvent] {
        let number = Int(number)
        guard let place = place ?? places[number] else { return [] }
        places[number] = phase == .ended ? nil : place
        return [.finger(number, phase, place)]
    }
}
