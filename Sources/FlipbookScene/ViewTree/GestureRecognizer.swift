public import FlipbookCore

/// Recognizes gestures from touches on a view and its subviews: UIKit's `UIGestureRecognizer`. If multiple gestures share a
/// finger, the first one recognized on the innermost view succeeds, and the others fail, unless
/// ``shouldRecognizeSimultaneously`` allows both. A long press is recognized at the next touch event, not by a timer.
@MainActor
public class GestureRecognizer {
    /// The state of a gesture.
    public enum State: Hashable, Sendable {
        /// No gesture is recognized yet.
        case possible
        /// A continuous gesture has begun.
        case began
        /// A continuous gesture has changed.
        case changed
        /// The gesture is complete.
        case ended
        /// The system canceled a touch in a continuous gesture, or the recognizer was disabled.
        case cancelled
        /// The touches do not form the gesture.
        case failed
    }

    /// The state of the gesture. The action is called for each state except ``State/possible`` and ``State/failed``.
    public private(set) var state = State.possible
    /// The view that the recognizer is attached to.
    public internal(set) weak var view: View? { didSet { if view !== oldValue { cancel() } } }
    /// A Boolean value that indicates whether the recognizer receives touches. Disabling it cancels a continuous gesture.
    public var isEnabled = true { didSet { if !isEnabled { cancel() } } }
    /// A Boolean value that indicates whether the view's touches are canceled when the gesture is recognized (default `true`).
    public var cancelsTouchesInView = true
    /// Returns whether this gesture and another one, such as a pinch and a rotation, may use the same fingers. One of the two
    /// must allow it, as in UIKit's `gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
    public var shouldRecognizeSimultaneously: (@MainActor (GestureRecognizer) -> Bool)?
    fileprivate(set) var tracker: GestureTracker
    private var action: @MainActor () -> Void = {}

    fileprivate init<Recognizer>(_ gesture: Gesture, _ action: @escaping @MainActor (Recognizer) -> Void) {
        tracker = GestureTracker(gesture)
        self.action = { [unowned self] in if let recognizer = self as? Recognizer { action(recognizer) } }
    }

    /// The number of fingers in the gesture.
    public var numberOfTouches: Int { tracker.touches.count }

    /// The center of the fingers in a view's coordinates, or in the root's if `view` is `nil`.
    public func location(in view: View?) -> Point { convert(tracker.center, to: view) }

    /// The location of one finger in a view's coordinates, or in the root's if `view` is `nil`.
    /// - Parameter index: The index of the finger, from 0 to ``numberOfTouches`` - 1, in order of arrival.
    public func location(ofTouch index: Int, in view: View?) -> Point {
        convert(tracker.touches[index].location, to: view)
    }

    /// Processes a touch in the coordinates of the tree's root. Returns the states for which the action must be called.
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

    private func cancel() {
        let isLasting = state == .began || state == .changed
        tracker.reset()
        if isLasting { act(.cancelled) }
        state = .possible
    }

    fileprivate func convert(_ point: Point, to view: View?) -> Point { view?.convert(point, from: nil) ?? point }

    /// Converts a vector from the root's coordinates to a view's.
    fileprivate func way(_ way: Point, in view: View?) -> Point {
        convert(way, to: view).offset(from: convert(.zero, to: view))
    }
}

/// Recognizes taps: touches of at most half a second within 10 points.
public final class TapGestureRecognizer: GestureRecognizer {
    /// The number of taps, at most 0.35 seconds apart (default 1).
    public var numberOfTapsRequired: Int {
        get { tracker.numberOfTapsRequired }
        set { tracker.numberOfTapsRequired = max(1, newValue) }
    }
    /// The number of fingers (default 1).
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// Creates a recognizer that calls `action` for each tap.
    public init(_ action: @escaping @MainActor (TapGestureRecognizer) -> Void) { super.init(.tap, action) }
}

/// Recognizes long presses: touches of half a second or more within 10 points.
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// The minimum press duration (default half a second).
    public var minimumPressDuration: Duration {
        get { tracker.minimumPressDuration }
        set { tracker.minimumPressDuration = newValue }
    }
    /// The number of fingers (default 1).
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// Creates a recognizer that calls `action` when a press begins, changes and ends.
    public init(_ action: @escaping @MainActor (LongPressGestureRecognizer) -> Void) { super.init(.longPress, action) }
}

/// Recognizes drags: fingers that move more than 10 points.
public final class PanGestureRecognizer: GestureRecognizer {
    /// The minimum number of fingers (default 1).
    public var minimumNumberOfTouches: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }
    /// The maximum number of fingers (default unlimited).
    public var maximumNumberOfTouches: Int {
        get { tracker.maximumNumberOfTouches }
        set { tracker.maximumNumberOfTouches = newValue }
    }

    /// Creates a recognizer that calls `action` when a drag begins, changes and ends.
    public init(_ action: @escaping @MainActor (PanGestureRecognizer) -> Void) { super.init(.pan, action) }

    /// The movement of the fingers in a view's coordinates, or in the root's if `view` is `nil`.
    public func translation(in view: View?) -> Point { way(tracker.translation, in: view) }

    /// Sets the current movement, which continues from that value. Set `.zero` to measure from now on.
    public func setTranslation(_ translation: Point, in view: View?) {
        func toRoot(_ point: Point) -> Point { view?.convert(point, to: nil) ?? point }
        tracker.count(translation: toRoot(translation).offset(from: toRoot(.zero)))
    }

    /// The velocity of the last movement in points per second, in a view's coordinates, or in the root's if `view` is `nil`.
    public func velocity(in view: View?) -> Point { way(tracker.velocity.translation, in: view) }
}

/// Recognizes pinches: two fingers that move apart or together.
public final class PinchGestureRecognizer: GestureRecognizer {
    /// The distance between the fingers, as a multiple of the initial distance. If it is set, the pinch continues from that
    /// value.
    public var scale: Double {
        get { tracker.scale }
        set { tracker.count(scale: newValue) }
    }
    /// The change in ``scale`` during the last movement, per second.
    public var velocity: Double { tracker.velocity.scale }

    /// Creates a recognizer that calls `action` when a pinch begins, changes, and ends with the last finger.
    public init(_ action: @escaping @MainActor (PinchGestureRecognizer) -> Void) { super.init(.pinch, action) }
}

/// Recognizes rotations: two fingers that rotate around their center.
public final class RotationGestureRecognizer: GestureRecognizer {
    /// The rotation of the fingers in radians, clockwise. If it is set, the gesture continues from that value.
    public var rotation: Double {
        get { tracker.rotation / 180 * .pi }
        set { tracker.count(rotation: newValue / .pi * 180) }
    }
    /// The change in ``rotation`` during the last movement, in radians per second.
    public var velocity: Double { tracker.velocity.rotation / 180 * .pi }

    /// Creates a recognizer that calls `action` when a rotation begins, changes, and ends with the last finger.
    public init(_ action: @escaping @MainActor (RotationGestureRecognizer) -> Void) { super.init(.rotation, action) }
}

/// Recognizes swipes: fingers that move 50 points in one direction within half a second.
public final class SwipeGestureRecognizer: GestureRecognizer {
    /// The directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Creates directions from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upward.
        public static let up = Direction(rawValue: 4)
        /// Downward.
        public static let down = Direction(rawValue: 8)
        private static let least = 50.0

        /// Returns whether a movement is long enough and mainly in one of the directions.
        func contains(wayOf way: Point) -> Bool {
            let (across, down) = (way.x.magnitude, way.y.magnitude)
            guard max(across, down) >= Self.least, across != down else { return false }
            return contains(across > down ? way.x > 0 ? .right : .left : way.y > 0 ? .down : .up)
        }
    }

    /// The recognized directions (default ``Direction/right``).
    public var direction: Direction {
        get { tracker.directions }
        set { tracker.directions = newValue }
    }
    /// The number of fingers (default 1).
    public var numberOfTouchesRequired: Int {
        get { tracker.numberOfTouches }
        set { tracker.numberOfTouches = max(1, newValue) }
    }

    /// Creates a recognizer that calls `action` for each swipe, as soon as it is recognized.
    public init(_ action: @escaping @MainActor (SwipeGestureRecognizer) -> Void) { super.init(.swipeRight, action) }
}
