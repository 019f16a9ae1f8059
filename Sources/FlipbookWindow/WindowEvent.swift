package import FlipbookCore
package import FlipbookScene

/// A key of a window: the character it types, or the name of its X keysym, such as `Left`.
package struct WindowKey: Hashable, Sendable {
    package let name: String
    package let modifiers: KeyModifiers

    package init(_ name: String, _ modifiers: KeyModifiers = []) { (self.name, self.modifiers) = (name, modifiers) }
}

/// A window event. Locations are in pixels.
package enum WindowEvent: Sendable {
    /// A key was pressed, or a held key repeats.
    case key(WindowKey, isRepeat: Bool)
    case keyUp(WindowKey)
    /// Another window got the keyboard focus. Keys that are released later send no events.
    case unfocused
    /// A mouse button was pressed or released: 1 is left, 2 is middle, 3 is right; 4 and 5 are the wheel.
    case button(Int, isDown: Bool, Point)
    case moved(Point)
    /// A finger touched the screen, moved, or was lifted. The value is the finger's identifier.
    case finger(Int, Touch.Phase, Point)
    case fingersCancelled
    /// A press of the first button was canceled.
    case pressCancelled
    /// Two fingers moved apart or together. The values are their center and the scale since the start.
    case pinch(Touch.Phase, Point, scale: Double)
    case left
    case resized(PixelSize)
    case dropped([FilePath])
    case closed
    /// The window system has closed the connection.
    case lost
}

package struct WindowNews: Sendable {
    package let event: WindowEvent
    /// The time of the event according to the window system, not the time at which it was read.
    package let time: ContinuousClock.Instant

    package init(_ event: WindowEvent, at time: ContinuousClock.Instant) { (self.event, self.time) = (event, time) }
}

/// Converts a window system's times in milliseconds, which have an arbitrary origin and overflow after 49 days. Intervals are
/// exact. The first event, and events that programs send with time 0, get the time at which they are read.
package struct WindowClock {
    /// Half of the 49 days after which times overflow. Beyond this interval, the order of two times is ambiguous.
    private static let half = Duration.milliseconds(Int32.max)
    private var last: (milliseconds: UInt32, time: ContinuousClock.Instant)?

    package init() {}

    package mutating func time(of milliseconds: UInt32, readAt now: ContinuousClock.Instant = .now)
        -> ContinuousClock.Instant
    {
        guard milliseconds != 0 else { return now }
        var time = now
        if let last, now - last.time < Self.half {
            time = last.time + .milliseconds(Int32(bitPattern: milliseconds &- last.milliseconds))
        }
        last = (milliseconds, time)
        return time
    }
}
