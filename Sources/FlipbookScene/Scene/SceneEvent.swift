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
    /// When the finger comes down, in seconds since the scene began.
    public var time: RationalTime
    /// The time that the finger stays down, in seconds.
    public var duration: RationalTime

    /// An event of the usual length: a tap of 0.1, a press of 0.6, a drag of 0.3 seconds.
    public init(_ gesture: Gesture, at place: Place, time: RationalTime) {
        (self.gesture, self.place, self.time) = (gesture, place, time)
        duration = Self.usualDuration(of: gesture)
    }

    /// The most events of a script.
    public static let largestCount = 1000

    /// The time that a finger usually stays down.
    package static func usualDuration(of gesture: Gesture) -> RationalTime {
        switch gesture {
        case .tap: 0.1
        case .longPress: 0.6
        case .pan: 0.3
        }
    }

    /// The touches of the finger.
    /// - Parameters:
    ///   - id: Which finger.
    ///   - start: Where it comes down, in points.
    package func touches(id: Int, from start: Point) -> [Touch] {
        let (began, length) = (Duration(time), Duration(duration))
        func touch(_ phase: Touch.Phase, _ part: Double, _ elapsed: Duration) -> Touch {
            let place = Point(x: start.x + translation.x * part, y: start.y + translation.y * part)
            return Touch(id: id, phase: phase, location: place, timestamp: began + elapsed)
        }
        // A finger that moves is seen twenty times on its way; one that rests, when a press begins.
        let press = GestureTracker(.longPress).minimumPressDuration
        let moves =
            translation == .zero
            ? (length > press ? [touch(.moved, 0, press)] : [])
            : (1..<20).map { touch(.moved, Double($0) / 20, length * $0 / 20) }
        return [touch(.began, 0, .zero)] + moves + [touch(.ended, 1, length)]
    }
}
