public import FlipbookCore

/// One finger, or the mouse with its first button pressed: UIKit's `UITouch` as a value.
public struct Touch: Hashable, Sendable {
    /// The phase of a touch.
    public enum Phase: Hashable, Sendable {
        /// The finger touched the screen.
        case began
        case moved
        /// The finger was lifted.
        case ended
        /// The system canceled the touch.
        case cancelled
    }

    /// The finger's identifier, which stays the same from ``Phase/began`` to the final ``Phase/ended`` or ``Phase/cancelled``.
    public let id: Int
    /// The phase.
    public let phase: Phase
    /// The location in points, in the coordinates of the receiving view or, for a single image view, of its root view.
    public let location: Point
    /// The time since a fixed moment, such as the start of the program.
    public let timestamp: Duration

    /// Creates a touch.
    public init(id: Int, phase: Phase, location: Point, timestamp: Duration) {
        (self.id, self.phase, self.location, self.timestamp) = (id, phase, location, timestamp)
    }

    var isOver: Bool { phase == .ended || phase == .cancelled }
    var cancelled: Touch { Touch(id: id, phase: .cancelled, location: location, timestamp: timestamp) }
    func moved(to place: Point) -> Touch { Touch(id: id, phase: phase, location: place, timestamp: timestamp) }
}
