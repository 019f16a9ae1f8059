public import FlipbookCore

/// One finger, or the mouse with its first button down, on an image view: UIKit's `UITouch` as a value.
public struct Touch: Hashable, Sendable {
    /// The stage of a touch in its life.
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

    /// The finger; equal from ``Phase/began`` to ``Phase/ended`` or ``Phase/cancelled``, of which there is exactly one.
    public let id: Int
    /// The stage of the touch in its life.
    public let phase: Phase
    /// The place, in points of the view that is asked, the root view's where there is one view.
    public let location: Point
    /// The time since some moment that stays the same, such as the start of the program.
    public let timestamp: Duration

    /// A touch from its parts.
    public init(id: Int, phase: Phase, location: Point, timestamp: Duration) {
        (self.id, self.phase, self.location, self.timestamp) = (id, phase, location, timestamp)
    }
}
