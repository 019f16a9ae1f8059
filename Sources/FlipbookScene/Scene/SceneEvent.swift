public import FlipbookCore

/// Something that a viewer does to a scene: a line of a script of events.
public struct SceneEvent: Hashable, Sendable {
    /// The place where a finger comes down.
    public enum Place: Hashable, Sendable {
        /// A place on the canvas, in points.
        case point(Point)
        /// The middle of a view, by its id, where it is at that moment.
        case view(String)
    }

    /// The gesture that is made.
    public var gesture: Gesture
    /// The place where the finger comes down.
    public var place: Place
    /// The way of the finger meanwhile, in points.
    public var translation = Point.zero
    /// The distance of the two fingers of a pinch at the end, as a factor of the one at the beginning.
    public var scale = 1.0
    /// The angle by which the two fingers of a rotation turn, in degrees, clockwise.
    public var rotation = 0.0
    /// The exact time when the finger comes down, in seconds since the scene began.
    public var time: RationalTime
    /// The exact time that the finger stays down, in seconds.
    public var duration: RationalTime

    /// An event of the usual length: a tap of 0.1, a press of 0.6, a swipe over 100 points of 0.2 seconds, and a drag, a
    /// pinch or a rotation of 0.3 seconds, whose fingers rest until ``translation``, ``scale`` or ``rotation`` is set.
    public init(_ gesture: Gesture, at place: Place, time: RationalTime) {
        (self.gesture, self.place, self.time) = (gesture, place, time)
        switch gesture {
        case .tap: duration = 0.1
        case .longPress: duration = 0.6
        case .pan, .pinch, .rotation: duration = 0.3
        case .swipeLeft: (duration, translation.x) = (0.2, -100)
        case .swipeRight: (duration, translation.x) = (0.2, 100)
        case .swipeUp: (duration, translation.y) = (0.2, -100)
        case .swipeDown: (duration, translation.y) = (0.2, 100)
        }
    }

    /// The most events of a script.
    public static let largestCount = 1000

    /// The least distance of the two fingers of a pinch, and that of a rotation, in points.
    private static let fingerDistance = 10.0

    /// The touches of the fingers.
    /// - Parameters:
    ///   - id: The number of the event; no two events have fingers of one number.
    ///   - start: The place at which they come down, in points: of two, the middle.
    package func touches(id: Int, from start: Point) -> [Touch] {
        let (began, length) = (Duration(time), Duration(duration))
        let widest = Self.fingerDistance * max(1, 1 / scale)
        let sides = gesture.fingerCount == 2 ? [-widest / 2, widest / 2] : [0]
        func fingers(_ phase: Touch.Phase, _ part: Double, _ elapsed: Duration) -> [Touch] {
            let turn = Transform(rotationDegrees: rotation * part)
            return sides.enumerated().map { index, side in
                let way = Point(x: side * (1 + (scale - 1) * part), y: 0).applying(turn)
                let (x, y) = (start.x + translation.x * part, start.y + translation.y * part)
                let place = Point(x: x + way.x, y: y + way.y)
                return Touch(id: 2 * id + index, phase: phase, location: place, timestamp: began + elapsed)
            }
        }
        // Fingers that move are seen twenty times on their way, and in each quarter of a turn; one that rests, when a press
        // begins.
        let count = max(20, Int(min(rotation.isFinite ? abs(rotation) : 0, 36_000) / 90))
        let press = GestureTracker(.longPress).minimumPressDuration
        let moves =
            translation == .zero && sides.count == 1
            ? (length > press ? fingers(.moved, 0, press) : [])
            : (1...count).flatMap { fingers(.moved, Double($0) / Double(count), length * $0 / count) }
        return fingers(.began, 0, .zero) + moves + fingers(.ended, 1, length)
    }
}

extension [SceneEvent] {
    /// Calls `body` with the touches of all events, those of all fingers in the order of their times.
    /// - Parameter start: Finds the place at which the finger of an event comes down, at its time; `nil` for a view that does not
    ///   exist.
    package func forEachTouch<Failure>(
        from start: (SceneEvent) -> Point?,
        body: (Touch) throws(Failure) -> Void
    ) throws(Failure) {
        let ordered = enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        // Of the fingers that are down, the latest first; at one moment both of a pinch move before one goes up.
        var waiting: [(touch: Touch, number: Int)] = []
        var count = 0
        for (id, event) in ordered {
            while let touch = waiting.last?.touch, touch.timestamp <= Duration(event.time) {
                waiting.removeLast()
                try body(touch)
            }
            guard let place = start(event) else { continue }
            let touches = event.touches(id: id, from: place)
            waiting += touches.enumerated().map { ($0.element, count + $0.offset) }
            count += touches.count
            waiting.sort { ($0.touch.timestamp, $0.number) > ($1.touch.timestamp, $1.number) }
        }
        while let (touch, _) = waiting.popLast() { try body(touch) }
    }
}
