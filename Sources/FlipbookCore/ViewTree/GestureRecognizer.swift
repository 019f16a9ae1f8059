/// Makes gestures of touches on a view and on those within: UIKit's `UIGestureRecognizer`.
@MainActor
public class GestureRecognizer {
    /// Where a gesture is.
    public enum State: Hashable, Sendable {
        /// None is seen yet.
        case possible
        /// One that lasts has begun.
        case began
        /// It goes on.
        case changed
        /// It is complete.
        case ended
        /// What was seen is none, or the system took it away.
        case failed
    }

    /// Where the gesture is.
    public private(set) var state = State.possible
    /// The place of the last touch, in the coordinates of the recogniser's view.
    public private(set) var location = Point.zero
    private let action: @MainActor (GestureRecognizer) -> Void

    init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { self.action = action }

    /// Takes a touch in the coordinates of the view.
    /// - Returns: Whether the touch is part of a gesture, and so not one of a view.
    final func take(_ touch: Touch) -> Bool {
        location = touch.location
        let next = judge(touch)
        state = next
        if next == .began || next == .changed || next == .ended { action(self) }
        defer { if next == .ended || next == .failed { state = .possible } }
        return next != .possible && next != .failed
    }

    /// What a touch makes of the gesture.
    func judge(_ touch: Touch) -> State { .possible }
}

/// Sees taps: down and up again within 10 points and half a second.
@MainActor
public final class TapGestureRecognizer: GestureRecognizer {
    private var taps = TapRecognizer()

    /// A recogniser that calls `action` for each tap.
    public override init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(action) }

    override func judge(_ touch: Touch) -> State {
        if taps.take(touch) != nil { return .ended }
        return touch.phase == .ended || touch.phase == .cancelled ? .failed : .possible
    }
}

/// Sees presses that last half a second without moving by more than 10 points.
@MainActor
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// How long a press lasts at least.
    public var minimumPressDuration: Duration = .milliseconds(500)
    private var first: Touch?

    /// A recogniser that calls `action` when a press begins, moves and ends.
    public override init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(action) }

    override func judge(_ touch: Touch) -> State {
        switch touch.phase {
        case .began:
            first = first ?? touch
            return .possible
        case .cancelled:
            first = nil
            return .failed
        case .moved, .ended: break
        }
        guard let first, first.id == touch.id else { return .possible }
        let isLong = touch.timestamp - first.timestamp >= minimumPressDuration
        if touch.phase == .ended { self.first = nil }
        guard state != .possible || (isLong && first.location.isNear(touch.location)) else {
            if !first.location.isNear(touch.location) { self.first = nil }
            return touch.phase == .ended ? .failed : .possible
        }
        return touch.phase == .ended ? .ended : state == .possible ? .began : .changed
    }
}

/// Sees drags: a touch that has moved by more than 10 points.
@MainActor
public final class PanGestureRecognizer: GestureRecognizer {
    /// How far the touch is from where it came down, in the coordinates of the recogniser's view.
    public private(set) var translation = Point.zero
    private var first: Touch?

    /// A recogniser that calls `action` when a drag begins, moves and ends.
    public override init(_ action: @escaping @MainActor (GestureRecognizer) -> Void) { super.init(action) }

    override func judge(_ touch: Touch) -> State {
        switch touch.phase {
        case .began:
            first = first ?? touch
            return .possible
        case .cancelled:
            first = nil
            return .failed
        case .moved, .ended: break
        }
        guard let first, first.id == touch.id else { return .possible }
        translation = Point(x: touch.location.x - first.location.x, y: touch.location.y - first.location.y)
        if touch.phase == .ended { self.first = nil }
        guard state != .possible || !first.location.isNear(touch.location) else {
            return touch.phase == .ended ? .failed : .possible
        }
        return touch.phase == .ended ? .ended : state == .possible ? .began : .changed
    }
}

extension Point {
    /// Whether another place is as near as a finger that does not mean to move.
    fileprivate func isNear(_ other: Point) -> Bool {
        let (x, y) = (other.x - self.x, other.y - self.y)
        return x * x + y * y <= TapRecognizer.allowableMovement * TapRecognizer.allowableMovement
    }
}

extension View {
    /// Hands a touch to the tree: to the view that it came down on, its gestures and those of the views around it, and
    /// then along the responder chain to the first ``touchHandler`` that handles it.
    /// - Parameter touch: A touch in the coordinates of the tree's root.
    public func send(_ touch: Touch) {
        if let superview { return superview.send(touch) }
        if touch.phase == .began { targets[touch.id] = hitTest(touch.location) }
        guard let target = targets[touch.id] else { return }
        if touch.phase == .ended || touch.phase == .cancelled { targets[touch.id] = nil }
        var (view, isGesture): (View?, Bool) = (target, false)
        while let known = view {
            let inside = touch.moved(to: known.convert(touch.location, from: nil))
            for recognizer in known.gestureRecognizers where recognizer.take(inside) { isGesture = true }
            view = known.superview
        }
        guard !isGesture else { return }
        view = target
        while let known = view {
            let inside = touch.moved(to: known.convert(touch.location, from: nil))
            if known.touchHandler?(inside) == true { return }
            view = known.superview
        }
    }
}

extension Touch {
    /// The same touch, its place in other coordinates.
    fileprivate func moved(to place: Point) -> Touch {
        Touch(id: id, phase: phase, location: place, timestamp: timestamp)
    }
}
