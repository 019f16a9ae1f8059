package import FlipbookCore

/// A movement of a finger that means something.
public enum Gesture: String, CaseIterable, Hashable, Sendable {
    /// Down and up again within 10 points and half a second.
    case tap
    /// Down for half a second without moving by more than 10 points.
    case longPress
    /// Moved by more than 10 points.
    case pan
}

/// Sees one kind of gesture in touches: what a recogniser is without the view and the action.
///
/// It follows the finger that comes down first; others mean nothing to it meanwhile.
package struct GestureTracker: Hashable, Sendable {
    /// The stage of a gesture.
    package typealias State = GestureRecognizer.State

    /// The distance that a finger may move that is meant to stay, in points.
    package static let allowableMovement = 10.0
    package static let allowableDuration = Duration.milliseconds(500)

    package let gesture: Gesture
    package var minimumPressDuration = Duration.milliseconds(500)
    /// A Boolean value that indicates a gesture that lasts, has begun and not ended.
    package private(set) var isLasting = false
    /// The touch that came down, while it may be or is a gesture.
    private var first: Touch?
    /// The distance of the finger from where it came down, in points.
    package private(set) var translation = Point.zero

    package init(_ gesture: Gesture) { self.gesture = gesture }

    /// Takes the next touch, in the coordinates of the view.
    /// - Returns: The place where the gesture is by this touch, or `nil` if the touch changes nothing.
    package mutating func take(_ touch: Touch) -> State? {
        guard touch.phase != .began else {
            if first == nil { first = touch }
            return nil
        }
        guard let first, first.id == touch.id else { return nil }
        translation = Point(x: touch.location.x - first.location.x, y: touch.location.y - first.location.y)
        let next = judge(touch, since: first)
        isLasting = next == .began || next == .changed
        if next == .ended || next == .failed { self.first = nil }
        return next
    }

    private func judge(_ touch: Touch, since first: Touch) -> State? {
        guard touch.phase != .cancelled else { return .failed }
        let isOver = touch.phase == .ended
        if isLasting { return isOver ? .ended : .changed }
        let elapsed = touch.timestamp - first.timestamp
        switch gesture {
        case .tap:
            guard isNear else { return .failed }
            guard isOver else { return nil }
            return elapsed <= Self.allowableDuration ? .ended : .failed
        case .longPress:
            guard isNear else { return .failed }
            guard elapsed >= minimumPressDuration else { return isOver ? .failed : nil }
        case .pan: guard !isNear else { return isOver ? .failed : nil }
        }
        return isOver ? .ended : .began
    }

    private var isNear: Bool {
        let most = Self.allowableMovement
        return translation.x * translation.x + translation.y * translation.y <= most * most
    }
}
