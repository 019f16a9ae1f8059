package import FlipbookCore

/// A movement of fingers that means something.
public enum Gesture: String, CaseIterable, Hashable, Sendable {
    /// Down and up again within 10 points and half a second.
    case tap
    /// Down for half a second without moving by more than 10 points.
    case longPress
    /// Moved by more than 10 points.
    case pan
    /// Two fingers whose distance changes by more than a twentieth.
    case pinch
    /// Two fingers that turn around their middle by more than 5 degrees.
    case rotation
    /// Moved to the left, and not as far up or down, by 50 points within half a second.
    case swipeLeft
    /// The same to the right.
    case swipeRight
    /// The same upwards.
    case swipeUp
    /// The same downwards.
    case swipeDown

    /// The direction of a swipe, or `nil` for another gesture.
    var direction: SwipeGestureRecognizer.Direction? {
        switch self {
        case .tap, .longPress, .pan, .pinch, .rotation: nil
        case .swipeLeft: .left
        case .swipeRight: .right
        case .swipeUp: .up
        case .swipeDown: .down
        }
    }

    /// The fewest fingers that make it.
    var fingerCount: Int { self == .pinch || self == .rotation ? 2 : 1 }
}

/// Sees one kind of gesture in touches: a recognizer without the view and the action.
///
/// Touches are those of one tree, in the coordinates of its root.
package struct GestureTracker: Hashable, Sendable {
    /// The stage of a gesture.
    package typealias State = GestureRecognizer.State

    /// The distance that a finger may move that is meant to stay, in points.
    package static let allowableMovement = 10.0
    package static let allowableDuration = Duration.milliseconds(500)
    /// The longest time between two taps of a double tap.
    private static let tapInterval = Duration.milliseconds(350)

    package let gesture: Gesture
    package var minimumPressDuration = Duration.milliseconds(500)
    var numberOfTapsRequired = 1
    /// The number of fingers: exactly so many of a tap, a press and a swipe, and the fewest of the others.
    var numberOfTouches: Int
    var maximumNumberOfTouches = Int.max
    var directions: SwipeGestureRecognizer.Direction
    package private(set) var state = State.possible

    private struct Finger: Hashable {
        let first: Touch
        var last: Touch
        /// A Boolean value that indicates a finger that has gone up, and still counts until the touch is dealt with.
        var isUp: Bool { last.phase == .ended || last.phase == .cancelled }
    }

    /// The fingers that came down since the last one of the gesture before went up.
    private var fingers: [Finger] = []
    /// The largest number of fingers that were down at once.
    private var most = 0
    /// The moments at which the first and the latest finger came down.
    private var begun = Duration.zero
    private var latest = Duration.zero
    /// The taps of a double tap so far, and when the last one ended.
    private var taps = 0
    private var tapped = Duration.zero

    /// The place of all fingers together, and of the second one as seen from the first.
    private struct Pose: Hashable {
        var time = Duration.zero
        var center = Point.zero
        /// In points.
        var distance = 0.0
        /// In degrees.
        var angle = 0.0
    }

    /// The pose from which translation, scale and rotation count.
    private var reference = Pose()
    /// The last pose, and the one at the moment before.
    private var pose = Pose()
    private var earlier = Pose()
    /// The distance that the fingers have moved, in points.
    package private(set) var translation = Point.zero
    /// The distance of two fingers, as a factor of the one that they began with.
    package private(set) var scale = 1.0
    /// The angle by which two fingers have turned, in degrees.
    package private(set) var rotation = 0.0

    package init(_ gesture: Gesture) {
        self.gesture = gesture
        numberOfTouches = gesture.fingerCount
        directions = gesture.direction ?? []
    }

    /// A Boolean value that indicates a gesture that lasts, has begun and not ended.
    private var isLasting: Bool { state == .began || state == .changed }
    /// A Boolean value that indicates that the fingers which are down have made the gesture.
    var hasRecognized: Bool { state != .possible && state != .failed }
    /// The last touches of its fingers.
    var touches: [Touch] { fingers.map(\.last) }
    /// The middle of its fingers.
    var center: Point { pose.center }
}

extension GestureTracker {
    /// Takes the next touch. After all trackers of a tree have, each has to ``settle()``.
    /// - Returns: The stages that the gesture comes to by this touch: none where it changes nothing.
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

    /// Forgets the fingers that went up. When none is left, another gesture is possible.
    package mutating func settle() {
        guard fingers.contains(where: \.isUp) else { return }
        fingers.removeAll(where: \.isUp)
        if fingers.isEmpty { (state, most) = (.possible, 0) } else { rebase() }
    }

    /// Gives the gesture up until the fingers that are down have gone up.
    mutating func fail() { (state, taps) = (.failed, 0) }

    /// Forgets all fingers.
    mutating func reset() { (fingers, state, most, taps) = ([], .possible, 0, 0) }

    /// Returns `true` if another gesture has been made with one of the fingers, so that this one cannot be made any more.
    ///
    /// A tap does not stand in the way of one that takes more taps.
    package func isPrevented(by other: GestureTracker) -> Bool {
        guard !hasRecognized, other.hasRecognized else { return false }
        let isRepeated = gesture == .tap && other.gesture == .tap && numberOfTapsRequired > other.numberOfTapsRequired
        return !isRepeated && fingers.contains { mine in other.fingers.contains { $0.last.id == mine.last.id } }
    }

    /// The stages of a gesture that has begun.
    private func lasting(_ touch: Touch) -> [State] {
        switch touch.phase {
        case .began: []
        case .moved: fingers.count < numberOfTouches ? [] : [.changed]
        // A press is over with its first finger, the others with the last one.
        case .ended: gesture == .longPress || fingers.count == 1 ? [.ended] : []
        case .cancelled: [.cancelled]
        }
    }

    /// The stages of a gesture that is possible.
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

    /// The beginning of a gesture that lasts, and its end where the same touch is that, too.
    private func made(_ isOver: Bool) -> [State] { isOver ? [.began, .ended] : [.began] }

    /// A Boolean value that indicates that no finger has left the place where it came down.
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
}

/// The movement of the fingers together.
extension GestureTracker {
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

    /// Makes another number of fingers go on where those before stood; a gesture that has not begun counts from here.
    private mutating func rebase() {
        pose = pose(at: fingers.map(\.last.timestamp).max() ?? .zero)
        earlier = pose
        if state == .possible { (translation, scale, rotation) = (.zero, 1, 0) }
        count(translation: translation, scale: scale, rotation: rotation)
    }

    /// Counts from now on so that the movement up to now is this one.
    mutating func count(translation: Point? = nil, scale: Double? = nil, rotation: Double? = nil) {
        if let translation { self.translation = translation }
        if let scale { self.scale = scale }
        if let rotation { self.rotation = rotation }
        reference.center = pose.center.offset(from: self.translation)
        reference.distance = self.scale > 0 ? pose.distance / self.scale : 0
        reference.angle = pose.angle - self.rotation
    }

    private mutating func measure(at time: Duration) {
        // Fingers that move at the same time are one movement.
        if time > pose.time { earlier = pose }
        pose = pose(at: time)
        translation = pose.center.offset(from: reference.center)
        guard fingers.count > 1 else { return }
        if reference.distance > 0 { scale = pose.distance / reference.distance }
        // The turn nearest to the one before: half a circle more is one that goes on.
        let turn = pose.angle - reference.angle
        rotation = turn + 360 * ((rotation - turn) / 360).rounded()
    }

    /// The changes in a second at the last movement: of the place in points, of the scale, and of the angle in degrees.
    var velocity: (translation: Point, scale: Double, rotation: Double) {
        let seconds = (pose.time - earlier.time) / .seconds(1)
        guard seconds > 0 else { return (.zero, 0, 0) }
        let way = pose.center.offset(from: earlier.center)
        let growth = reference.distance > 0 ? (pose.distance - earlier.distance) / reference.distance : 0
        let turn = (pose.angle - earlier.angle).remainder(dividingBy: 360)
        return (Point(x: way.x / seconds, y: way.y / seconds), growth / seconds, turn / seconds)
    }
}

extension Point {
    /// This place as seen from another one.
    func offset(from other: Point) -> Point { Point(x: x - other.x, y: y - other.y) }

    func distance(to other: Point) -> Double {
        let way = offset(from: other)
        return (way.x * way.x + way.y * way.y).squareRoot()
    }
}
