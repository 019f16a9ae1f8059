package import FlipbookCore

/// A gesture made with one or two fingers.
public enum Gesture: String, CaseIterable, Hashable, Sendable {
    /// A touch of at most half a second within 10 points.
    case tap
    /// A touch of half a second or more within 10 points.
    case longPress
    /// A movement of more than 10 points.
    case pan
    /// Two fingers whose distance changes by more than 5%.
    case pinch
    /// Two fingers that rotate around their center by more than 5 degrees.
    case rotation
    /// A movement of 50 points to the left within half a second, with less vertical movement.
    case swipeLeft
    /// A swipe to the right.
    case swipeRight
    /// A swipe upward.
    case swipeUp
    /// A swipe downward.
    case swipeDown

    var direction: SwipeGestureRecognizer.Direction? {
        switch self {
        case .tap, .longPress, .pan, .pinch, .rotation: nil
        case .swipeLeft: .left
        case .swipeRight: .right
        case .swipeUp: .up
        case .swipeDown: .down
        }
    }

    var fingerCount: Int { self == .pinch || self == .rotation ? 2 : 1 }
}

/// A state machine that recognizes one kind of gesture. Touches are in the coordinates of the tree's root.
package struct GestureTracker: Hashable, Sendable {
    package typealias State = GestureRecognizer.State

    /// The maximum movement of a resting finger, in points.
    package static let allowableMovement = 10.0
    package static let allowableDuration = Duration.milliseconds(500)
    /// The maximum time between the taps of a double tap.
    private static let tapInterval = Duration.milliseconds(350)
    package let gesture: Gesture
    package var minimumPressDuration = Duration.milliseconds(500)
    var numberOfTapsRequired = 1
    /// The number of fingers: exact for a tap, a press and a swipe, and a minimum for other gestures.
    var numberOfTouches: Int
    var maximumNumberOfTouches = Int.max
    var directions: SwipeGestureRecognizer.Direction
    package private(set) var state = State.possible

    private struct Finger: Hashable {
        let first: Touch
        var last: Touch
        /// A Boolean value that indicates whether the finger was lifted. A lifted finger is removed once the touch has been
        /// processed.
        var isUp: Bool { last.phase == .ended || last.phase == .cancelled }
    }

    /// The fingers on the screen.
    private var fingers: [Finger] = []
    private var most = 0
    /// The times when the first and the last finger touched down.
    private var begun = Duration.zero
    private var latest = Duration.zero
    /// The number of taps, and the time of the last one.
    private var taps = 0
    private var tapped = Duration.zero

    /// The center of all fingers, and the second one's position relative to the first.
    private struct Pose: Hashable {
        var time = Duration.zero
        var center = Point.zero
        var distance = 0.0
        var angle = 0.0
    }

    /// The pose to which translation, scale and rotation are relative.
    private var reference = Pose()
    /// The last pose, and the pose at the previous time.
    private var pose = Pose()
    private var earlier = Pose()
    package private(set) var translation = Point.zero
    package private(set) var scale = 1.0
    package private(set) var rotation = 0.0

    package init(_ gesture: Gesture) {
        (self.gesture, numberOfTouches, directions) = (gesture, gesture.fingerCount, gesture.direction ?? [])
    }

    /// A Boolean value that indicates whether the gesture has begun but not ended.
    private var isLasting: Bool { state == .began || state == .changed }
    /// A Boolean value that indicates whether the current fingers have performed the gesture.
    var hasRecognized: Bool { state != .possible && state != .failed }
    var touches: [Touch] { fingers.map(\.last) }
    var center: Point { pose.center }

    /// Processes a touch. After all trackers of a tree have processed it, call ``settle()`` on each.
    /// - Returns: The new states of the gesture, or an empty array if nothing changes.
    package mutating func take(_ touch: Touch) -> [State] {
        if touch.phase == .began {
            put(down: touch)
        } else {
            guard let place = fingers.firstIndex(where: { $0.last.id == touch.id }) else { return [] }
            let hasMoved = fingers[place].last.location != touch.location
            fingers[place].last = touch
            if hasMoved { measure(at: touch.timestamp) }
        }
        guard state == .possible || isLasting else { return [] }
        let next = isLasting ? lasting(touch) : beginning(touch)
        state = next.last ?? state
        if next == [.failed] { fail() }
        return next
    }

    private mutating func put(down touch: Touch) {
        if fingers.isEmpty {
            begun = touch.timestamp
            if begun - tapped > Self.tapInterval { taps = 0 }
        }
        latest = touch.timestamp
        fingers.append(Finger(first: touch, last: touch))
        most = max(most, fingers.count)
        rebase()
    }

    /// Removes lifted fingers. Once no fingers are left, the next gesture is possible.
    package mutating func settle() {
        guard fingers.contains(where: \.isUp) else { return }
        fingers.removeAll(where: \.isUp)
        if fingers.isEmpty { (state, most) = (.possible, 0) } else { rebase() }
    }

    /// Marks the gesture as failed until all fingers are lifted.
    mutating func fail() { (state, taps) = (.failed, 0) }
    mutating func reset() { (fingers, state, most, taps) = ([], .possible, 0, 0) }

    /// Returns whether another gesture that shares a finger rules this one out. A tap does not rule out a double tap.
    package func isPrevented(by other: GestureTracker) -> Bool {
        guard !hasRecognized, other.hasRecognized else { return false }
        let isRepeated = gesture == .tap && other.gesture == .tap && numberOfTapsRequired > other.numberOfTapsRequired
        return !isRepeated && fingers.contains { mine in other.fingers.contains { $0.last.id == mine.last.id } }
    }

    private func lasting(_ touch: Touch) -> [State] {
        switch touch.phase {
        case .began: []
        case .moved: fingers.count < numberOfTouches ? [] : [.changed]
        // A press ends when its first finger is lifted; other gestures end with the last finger.
        case .ended: gesture == .longPress || fingers.count == 1 ? [.ended] : []
        case .cancelled: [.cancelled]
        }
    }

    private mutating func beginning(_ touch: Touch) -> [State] {
        guard touch.phase != .cancelled else { return [.failed] }
        let isOver = touch.phase == .ended
        switch gesture {
        case .tap:
            let isQuick = touch.timestamp - begun <= Self.allowableDuration
            guard isNear, isQuick, most <= numberOfTouches else { return [.failed] }
            guard isOver, fingers.count == 1 else { return [] }
            guard most == numberOfTouches else { return [.failed] }
            (taps, tapped) = (taps + 1, touch.timestamp)
            guard taps == numberOfTapsRequired else { return [] }
            taps = 0
            return [.ended]
        case .longPress:
            guard isNear, most <= numberOfTouches else { return [.failed] }
            let isMade = fingers.count == numberOfTouches && touch.timestamp - latest >= minimumPressDuration
            return isMade ? made(isOver) : isOver ? [.failed] : []
        case .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
            guard most <= numberOfTouches, touch.timestamp - begun <= Self.allowableDuration else { return [.failed] }
            if fingers.count == numberOfTouches, directions.contains(wayOf: translation) { return [.ended] }
            return isOver ? [.failed] : []
        case .pan, .pinch, .rotation:
            let isLast = isOver && fingers.count == 1
            let hasFingers = fingers.count >= numberOfTouches && fingers.count <= maximumNumberOfTouches
            return hasFingers && hasMovedEnough ? made(isLast) : isLast ? [.failed] : []
        }
    }

    /// The states of a gesture that begins with this touch and, if `isOver`, also ends with it.
    private func made(_ isOver: Bool) -> [State] { isOver ? [.began, .ended] : [.began] }

    private var isNear: Bool {
        fingers.allSatisfy { $0.first.location.distance(to: $0.last.location) <= Self.allowableMovement }
    }

    private var hasMovedEnough: Bool {
        switch gesture {
        case .pinch: (scale - 1).magnitude > 0.05
        case .rotation: rotation.magnitude > 5
        default: Point.zero.distance(to: translation) > Self.allowableMovement
        }
    }

    private func pose(at time: Duration) -> Pose {
        let places = fingers.map(\.last.location)
        let count = Double(max(1, places.count))
        var pose = Pose(time: time)
        pose.center = Point(x: places.map(\.x).reduce(0, +) / count, y: places.map(\.y).reduce(0, +) / count)
        if places.count > 1 {
            pose.distance = places[0].distance(to: places[1])
            let way = places[1].offset(from: places[0])
            pose.angle = ElementaryFunctions.degrees(x: way.x, y: way.y)
        }
        return pose
    }

    /// Continues the movement with a different number of fingers. A gesture that has not begun starts here.
    private mutating func rebase() {
        pose = pose(at: fingers.map(\.last.timestamp).max() ?? .zero)
        earlier = pose
        if state == .possible { (translation, scale, rotation) = (.zero, 1, 0) }
        count(translation: translation, scale: scale, rotation: rotation)
    }

    /// Shifts the reference so that the current movement has the specified values.
    mutating func count(translation: Point? = nil, scale: Double? = nil, rotation: Double? = nil) {
        if let translation { self.translation = translation }
        if let scale { self.scale = scale }
        if let rotation { self.rotation = rotation }
        reference.center = pose.center.offset(from: self.translation)
        reference.distance = self.scale > 0 ? pose.distance / self.scale : 0
        reference.angle = pose.angle - self.rotation
    }

    private mutating func measure(at time: Duration) {
        // Fingers that move at the same time are part of one movement.
        if time > pose.time { earlier = pose }
        pose = pose(at: time)
        translation = pose.center.offset(from: reference.center)
        guard fingers.count > 1 else { return }
        if reference.distance > 0 { scale = pose.distance / reference.distance }
        // The equivalent angle nearest to the previous one, so that rotations add up beyond half a turn.
        let turn = pose.angle - reference.angle
        rotation = turn + 360 * ((rotation - turn) / 360).rounded()
    }

    /// The velocity of the last movement in points, scale and degrees per second.
    var velocity: (translation: Point, scale: Double, rotation: Double) {
        let seconds = (pose.time - earlier.time) / .seconds(1)
        guard seconds > 0 else { return (.zero, 0, 0) }
        let way = pose.center.offset(from: earlier.center)
        let growth = reference.distance > 0 ? (pose.distance - earlier.distance) / reference.distance : 0
        let turn = (pose.angle - earlier.angle).remainder(dividingBy: 360)
        return (Point(x: way.x / seconds, y: way.y / seconds), growth / seconds, turn / seconds)
    }
}
