public import FlipbookCore

/// Makes gestures of touches on a view and on those within: UIKit's `UIGestureRecognizer`.
@MainActor
public class GestureRecognizer {
    /// The stage of a gesture.
    public enum State: Hashable, Sendable {
        /// None is seen yet.
        case possible
        /// One that lasts has begun.
        case began
        /// It goes on.
        case changed
        /// It is complete.
        case ended
        /// It is none after all, or the system took it away.
        case failed
    }

    /// The stage of the gesture.
    public private(set) var state = State.possible
    /// The place of the last touch, in the coordinates of the recogniser's view.
    public private(set) var location = Point.zero
    fileprivate var tracker: GestureTracker
    private let action: @MainActor (GestureRecognizer) -> Void

    init(_ gesture: Gesture, _ action: @escaping @MainActor (GestureRecognizer) -> Void) {
        (tracker, self.action) = (GestureTracker(gesture), action)
    }

    /// Takes a touch in the coordinates of the view.
    /// - Returns: Whether the touch is part of a gesture, and so not one of a view.
    final func take(_ touch: Touch) -> Bool {
        location = touch.location
        guard let next = tracker.take(touch) else { return false }
        state = next
        if next != .failed { action(self) }
        if next == .ended || next == .failed { state = .possible }
        return next != .failed
    }
}

/// Sees taps: down and up again within 10 points and half a second.
@MainActor
public final class TapGestureRecognizer: GestureRecognizer {
    /// A recogniser that calls `action` for each tap.
    public init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(.tap, action) }
}

/// Sees presses that last half a second without moving by more than 10 points.
@MainActor
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// The least time that a press lasts.
    public var minimumPressDuration: Duration {
        get { tracker.minimumPressDuration }
        set { tracker.minimumPressDuration = newValue }
    }

    /// A recogniser that calls `action` when a press begins, moves and ends.
    public init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(.longPress, action) }
}

/// Sees drags: a touch that has moved by more than 10 points.
@MainActor
public final class PanGestureRecognizer: GestureRecognizer {
    /// The distance of the touch from where it came down, in the coordinates of the recogniser's view.
    public var translation: Point { tracker.translation }

    /// A recogniser that calls `action` when a drag begins, moves and ends.
    public init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(.pan, action) }
}
