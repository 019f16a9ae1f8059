package import FlipbookCore
package import FlipbookScene

/// A key of a window: the character it types, or the name of its X keysym, such as `Left`.
package struct WindowKey: Hashable, Sendable {
    package let name: String
    package let modifiers: KeyModifiers

    package init(_ name: String, _ modifiers: KeyModifiers = []) { (self.name, self.modifiers) = (name, modifiers) }
}

/// An event of a window. Places are in its pixels.
package enum WindowEvent: Sendable {
    /// A key went down, or repeats while it is held.
    case key(WindowKey, isRepeat: Bool)
    case keyUp(WindowKey)
    /// The keyboard is another window's: keys that are released from now on send no event.
    case unfocused
    /// A button of the mouse went down or came up: left, middle, right; 4 and 5 are the wheel.
    case button(Int, isDown: Bool, Point)
    case moved(Point)
    /// A finger came down on the screen, moved, or went up; which one.
    case finger(Int, Touch.Phase, Point)
    case fingersCancelled
    /// The first button is up again, and means nothing.
    case pressCancelled
    /// Two fingers on the screen or a touchpad move apart or together: their middle, and how far apart they are since they
    /// began.
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
    /// The time at which it happened, as far as the window system tells: not that of reading it.
    package let time: ContinuousClock.Instant

    package init(_ event: WindowEvent, at time: ContinuousClock.Instant) { (self.event, self.time) = (event, time) }
}

/// The moments that a window system means by its milliseconds, which it counts from where it likes and which go round after
/// 49 days. Right beside each other, whenever they are read; the first one counts as read at once, and so does one of time 0,
/// which programs give what they send.
package struct WindowClock {
    /// Half of 49 days: of two times farther apart the count does not say which one is later.
    private static let half = Duration.milliseconds(Int32.max)
    private var last: (milliseconds: UInt32, time: ContinuousClock.Instant)?

    package init() {}

    /// The instant of an event that the window system gives this time.
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
