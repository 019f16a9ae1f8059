public import FlipbookCore

/// A viewer's action on a scene: one entry of an event script.
public struct SceneEvent: Hashable, Sendable {
    /// The position where a finger touches down.
    public enum Place: Hashable, Sendable {
        /// A position on the canvas, in points.
        case point(Point)
        /// The center of the view with this id at the time of the event.
        case view(String)
    }

    /// The gesture.
    public var gesture: Gesture
    /// The position where the finger touches down.
    public var place: Place
    /// The finger's movement in points.
    public var translation = Point.zero
    /// The final distance between a pinch's two fingers, as a multiple of their initial distance.
    public var scale = 1.0
    /// The rotation of two fingers in degrees, clockwise.
    public var rotation = 0.0
    /// The exact time when the finger touches down, in seconds since the scene began.
    public var time: RationalTime
    /// The exact duration of the touch, in seconds.
    public var duration: RationalTime

    /// Creates an event of the usual duration: 0.1 seconds for a tap, 0.6 for a long press, 0.2 for a swipe over 100 points,
    /// and 0.3 for a pan, a pinch or a rotation. To move the fingers, set ``translation``, ``scale`` or ``rotation``.
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

    /// The maximum number of events in a script.
    public static let largestCount = 1000
    private static let fingerDistance = 10.0

    /// Returns the touches of the fingers. `start` is the point where a finger touches down, or the point between two fingers.
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
        // Moving fingers are sampled at least twenty times, more often for long rotations. A resting finger is sampled once,
        // for a long press.
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
    /// Calls `body` with the touches of all events in chronological order. `start` returns the point where an event's finger
    /// touches down, or `nil` if its view does not exist.
    package func forEachTouch<Failure>(from start: (SceneEvent) -> Point?, body: (Touch) throws(Failure) -> Void)
        throws(Failure)
    {
        let ordered = enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        // Pending touches, the latest first. Both fingers of a pinch move before either is lifted.
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

    /// Decodes events, sorted by time.
    package init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        let decoder = ManifestDecoder(node)
        let expected = "a list of events such as {\"tap\": \"button\", \"at\": 0.5}"
        let items = decoder.items(atMost: SceneEvent.largestCount, "events", expected: expected) ?? []
        self = items.compactMap { $0.event() }.sorted { $0.time < $1.time }
        try decoder.finish(file)
    }
}

extension ManifestDecoder {
    fileprivate func event() -> SceneEvent? {
        let names = Gesture.allCases.map(\.rawValue) + ["by", "at", "duration"]
        guard let values = mapping(names: names, example: "tap: button") else { return nil }
        let given = Gesture.allCases.compactMap { gesture in values[gesture.rawValue].map { (gesture, $0) } }
        guard let (gesture, value) = given.first, given.count == 1 else {
            let names = Gesture.allCases.map(\.rawValue).listed(by: "or")
            return refuse("an event requires exactly one of the keys \(names)")
        }
        let id = value.node.numberOrText.map { SceneEvent.Place.view($0) }
        guard let place = id ?? ManifestForm<Point>.point.read(value).map({ .point($0) }),
            let at = needed("at", in: values, "the time of the touch, in seconds"),
            let time = at.duration(zeroIsAllowed: true)
        else { return nil }
        var event = SceneEvent(gesture, at: place, time: time)
        event.duration = values["duration"]?.duration(zeroIsAllowed: true) ?? event.duration
        func by(_ meaning: String) -> ManifestDecoder? { needed("by", in: values, meaning) }
        switch gesture {
        case .pan:
            event.translation =
                by("the movement in points, such as [40, 0]").flatMap(ManifestForm<Point>.point.read) ?? .zero
        case .pinch: event.scale = by("the scale factor, such as 2")?.number(in: 0.01...100) ?? 1
        case .rotation: event.rotation = by("the angle in degrees, such as 90")?.number(in: -36_000...36_000) ?? 0
        case .tap, .longPress, .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
            values["by"]?.fault("only pans, pinches and rotations have this key; remove it")
        }
        return event
    }
}
