/// One finger, or the mouse with its first button down, on an image view: UIKit's `UITouch` as a value.
public struct Touch: Hashable, Sendable {
    /// Where a touch is in its life.
    public enum Phase: Hashable, Sendable {
        /// It came down.
        case began
        /// It moved.
        case moved
        /// It went up.
        case ended
        /// The system took it away.
        case cancelled
    }

    /// Which finger; equal from ``Phase/began`` to ``Phase/ended`` or ``Phase/cancelled``, of which there is exactly one.
    public let id: Int
    /// Where the touch is in its life.
    public let phase: Phase
    /// The place, in points of the view that is asked, the root view's where there is one view.
    public let location: Point
    /// When, since some moment that stays the same.
    public let timestamp: Duration

    /// A touch from its parts.
    public init(id: Int, phase: Phase, location: Point, timestamp: Duration) {
        self.id = id
        self.phase = phase
        self.location = location
        self.timestamp = timestamp
    }
}

/// Tells which touches are taps: down and up again within 10 points and half a second.
package struct TapRecognizer: Hashable, Sendable {
    /// How far a tap may move, in points.
    package static let allowableMovement = 10.0
    /// How long a tap may last.
    package static let allowableDuration: Duration = .milliseconds(500)

    private var began: [Int: Touch] = [:]

    /// A recognizer that has seen nothing.
    package init() {}

    /// Looks at the next touch; returns where the tap began that it completes, if it does.
    package mutating func take(_ touch: Touch) -> Point? {
        switch touch.phase {
        case .began:
            began[touch.id] = touch
            return nil
        case .moved:
            if let first = began[touch.id], !Self.isNear(first, touch) { began[touch.id] = nil }
            return nil
        case .cancelled:
            began[touch.id] = nil
            return nil
        case .ended:
            guard let first = began.removeValue(forKey: touch.id), Self.isNear(first, touch),
                touch.timestamp - first.timestamp <= allowableDuration
            else { return nil }
            return first.location
        }
    }

    private var allowableDuration: Duration { Self.allowableDuration }

    private static func isNear(_ first: Touch, _ second: Touch) -> Bool {
        let (x, y) = (second.location.x - first.location.x, second.location.y - first.location.y)
        return x * x + y * y <= allowableMovement * allowableMovement
    }
}
