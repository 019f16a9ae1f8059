public import FlipbookCore

/// Makes gestures of touches on a view and on those within: UIKit's `UIGestureRecognizer`.
///
/// Of several recognizers whose gestures share a finger, one alone makes its gesture, and the others fail: the first one
/// that sees its gesture, on the innermost view. ``shouldRecognizeSimultaneously`` lifts that. There are no timers: a
/// press is seen at the next touch.
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
        /// The system took away a finger of one that lasts, or the recognizer was disabled.
        case cancelled
        /// It is none after all.
        case failed
    }

    /// The stage of the gesture. The action is called for each but ``State/possible`` and ``State/failed``.
    public private(set) var state = State.possible
    /// The view whose ``View/gestureRecognizers`` the recognizer is among.
    public internal(set) weak var view: View? { didSet { if view !== oldValue { cancel() } } }
    /// A Boolean value that indicates whether the recognizer sees touches. Without, a gesture that lasts is cancelled.
    public var isEnabled = true { didSet { if !isEnabled { cancel() } } }
    /// A Boolean value that indicates whether the touches of a gesture end as cancelled for the view; `true` by default.
    public var cancelsTouchesInView = true
    /// Returns `true` if this gesture and that of another recognizer may be made with the same fingers, such as a pinch
    /// and a rotation: `gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)` of UIKit's delegate. One of the two has
    /// to. `nil`, the default, is never.
    public var shouldRecognizeSimultaneously: (@MainActor (GestureRecognizer) -> Bool)?
    fileprivate(set) var tracker: GestureTracker
    fileprivate var action: @MainActor () -> Void = {}

    fileprivate init(_ gesture: Gesture) { tracker = GestureTracker(gesture) }

    /// The number of fingers of the gesture that are down.
    public var numberOfTouches: Int { tracker.touches.count }

    /// The middle of the gesture's fingers in the coordinates of a view; `nil` for those of the root.
    public func location(in view: View?) -> Point { convert(tracker.center, to: view) }

    /// The place of one of the gesture's fingers in the coordinates of a view; `nil` for those of the root.
    /// - Parameter index: The finger, from 0 to ``numberOfTouches`` - 1, in the order in which they came down.
    public func location(ofTouch index: Int, in view: View?) -> Point {
        convert(tracker.touches[index].location, to: view)
    }

    /// Takes a touch in the coordinates of the tree's root.
    /// - Returns: The stages of the gesture for which the action is due.
    final func take(_ touch: Touch, beside others: [GestureRecognizer]) -> [State] {
        let isPrevented = others.contains { other in
            tracker.isPrevented(by: other.tracker) && !recognizes(with: other) && !other.recognizes(with: self)
        }
        if isPrevented { tracker.fail() }
        return tracker.take(touch).filter { $0 != .failed }
    }

    private func recognizes(with other: GestureRecognizer) -> Bool { shouldRecognizeSimultaneously?(other) ?? false }

    final func act(_ state: State) {
        self.state = state
        action()
    }

    final func settle() {
        tracker.settle()
        state = tracker.state
    }

    /// Drops the fingers that are down.
    private func cancel() {
        let isLasting = state == .began || state == .changed
        tracker.reset()
        if isLasting { act(.cancelled) }
        state = .possible
    }

    fileprivate func convert(_ point: Point, to view: View?) -> Point { view?.convert(point, from: nil) ?? point }

    /// A way in the coordinates of the root in those of a view.
    fileprivate func way(_ way: Point, in view: View?) -> Point {
        convert(way, to: view).offset(from: convert(.zero, to: view))
    }
}

/// Sees taps: fingers down and up again within 10 points and half a second.
@MainActor
public final class TapGestureRecognizer: GestureRecognizer {
    /// The number of taps, 0.35 seconds apart at most; 1 by default.
    public var numberOfTapsRequired: Int {
        get { tracker.numberOfTapsRequired }
        set { tracker.numberOfTapsRequired = max(1, newValue) }
    }
    /// The number of fingers that tap; 1 by default.
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// A recognizer that calls `action` for each tap.
    public init(_ action: @escaping @MainActor (TapGestureRecognizer) -> Void) {
        super.init(.tap)
        self.action = { [unowned self] in action(self) }
    }
}

/// Sees presses that last half a second without moving by more than 10 points.
@MainActor
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// The least time for which a person has to hold a press; half a second by default.
    public var minimumPressDuration: Duration {
        get { tracker.minimumPressDuration }
        set { tracker.minimumPressDuration = newValue }
    }
    /// The number of fingers that press; 1 by default.
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// A recognizer that calls `action` when a press begins, moves and ends.
    public init(_ action: @escaping @MainActor (LongPressGestureRecognizer) -> Void) {
        super.init(.longPress)
        self.action = { [unowned self] in action(self) }
    }
}

/// Sees drags: fingers that have moved by more than 10 points.
@MainActor
public final class PanGestureRecognizer: GestureRecognizer {
    /// The fewest fingers that begin a drag; 1 by default.
    public var minimumNumberOfTouches: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }
    /// The most fingers that begin a drag; any number by default.
    public var maximumNumberOfTouches: Int {
        get { tracker.maximumNumberOfTouches }
        set { tracker.maximumNumberOfTouches = newValue }
    }

    /// A recognizer that calls `action` when a drag begins, moves and ends.
    public init(_ action: @escaping @MainActor (PanGestureRecognizer) -> Void) {
        super.init(.pan)
        self.action = { [unowned self] in action(self) }
    }

    /// The distance of the fingers from where they came down, in points of a view; `nil` for those of the root.
    public func translation(in view: View?) -> Point { way(tracker.translation, in: view) }

    /// Makes the distance another one, from which it goes on: after `.zero` it is the distance since then.
    public func setTranslation(_ translation: Point, in view: View?) {
        func toRoot(_ point: Point) -> Point { view?.convert(point, to: nil) ?? point }
        tracker.count(translation: toRoot(translation).offset(from: toRoot(.zero)))
    }

    /// The speed of the fingers at their last movement, in points of a view per second; `nil` for those of the root.
    public func velocity(in view: View?) -> Point { way(tracker.velocity.translation, in: view) }
}

/// Sees two fingers that move apart or together.
@MainActor
public final class PinchGestureRecognizer: GestureRecognizer {
    /// The distance of the two fingers as a factor of the one that they came down with: 2 where it has doubled.
    ///
    /// After another value is set, it goes on from that one: 1 makes it the factor since then.
    public var scale: Double {
        get { tracker.scale }
        set { tracker.count(scale: newValue) }
    }
    /// The change of ``scale`` per second at the last movement.
    public var velocity: Double { tracker.velocity.scale }

    /// A recognizer that calls `action` when a pinch begins, changes and ends, with the last of the fingers.
    public init(_ action: @escaping @MainActor (PinchGestureRecognizer) -> Void) {
        super.init(.pinch)
        self.action = { [unowned self] in action(self) }
    }
}

/// Sees two fingers that turn around their middle.
@MainActor
public final class RotationGestureRecognizer: GestureRecognizer {
    /// The angle by which the fingers have turned since they came down, in radians, clockwise.
    ///
    /// After another value is set, it goes on from that one: 0 makes it the turn since then.
    public var rotation: Double {
        get { tracker.rotation / 180 * .pi }
        set { tracker.count(rotation: newValue / .pi * 180) }
    }
    /// The change of ``rotation`` at the last movement, in radians per second.
    public var velocity: Double { tracker.velocity.rotation / 180 * .pi }

    /// A recognizer that calls `action` when a rotation begins, changes and ends, with the last of the fingers.
    public init(_ action: @escaping @MainActor (RotationGestureRecognizer) -> Void) {
        super.init(.rotation)
        self.action = { [unowned self] in action(self) }
    }
}

/// Sees swipes: fingers that move in a direction by 50 points within half a second.
@MainActor
public final class SwipeGestureRecognizer: GestureRecognizer {
    /// The directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// A bit for each direction.
        public let rawValue: Int

        /// Directions from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upwards.
        public static let up = Direction(rawValue: 4)
        /// Downwards.
        public static let down = Direction(rawValue: 8)

        private static let least = 50.0

        /// Returns `true` for a way that is long enough, and leads in one of the directions rather than aside.
        func contains(wayOf way: Point) -> Bool {
            let (across, down) = (way.x.magnitude, way.y.magnitude)
            guard max(across, down) >= Self.least, across != down else { return false }
            return contains(across > down ? way.x > 0 ? .right : .left : way.y > 0 ? .down : .up)
        }
    }

    /// The directions that count; ``Direction/right`` by default.
    public var direction: Direction {
        get { tracker.directions }
        set { tracker.directions = newValue }
    }
    /// The number of fingers that swipe; 1 by default.
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// A recognizer that calls `action` for each swipe, as soon as it is one.
    public init(_ action: @escaping @MainActor (SwipeGestureRecognizer) -> Void) {
        super.init(.swipeRight)
        self.action = { [unowned self] in action(self) }
    }
}
