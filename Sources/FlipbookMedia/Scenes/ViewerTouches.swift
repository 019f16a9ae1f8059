import FlipbookCore
package import FlipbookScene

/// Makes events of a scene of what a viewer does with mouse and fingers while it is played. So a tap in the window is what
/// a line of a script of events is, and both set off the same. As the scene is repeated, so is what was done, until a
/// finger comes down at an earlier moment: what is seen then has not happened yet.
package struct ViewerTouches: Sendable {
    package private(set) var events: [SceneEvent]
    /// The touches of fingers that are down, and their moments of the scene.
    private var down: [Int: (touch: Touch, moment: RationalTime)] = [:]

    package init(_ events: [SceneEvent]) { self.events = events }

    /// Takes a touch, its place in points of the canvas.
    /// - Parameter moment: Which moment of the scene is shown, in nanoseconds since it began.
    /// - Returns: Whether a gesture is complete, so that the scene goes on another way.
    package mutating func take(_ touch: Touch, at moment: Int64) -> Bool {
        switch touch.phase {
        case .began: down[touch.id] = (touch, .nanoseconds(moment))
        case .moved: break
        case .cancelled: down[touch.id] = nil
        case .ended:
            guard let (first, time) = down.removeValue(forKey: touch.id) else { return false }
            events.removeAll { $0.time > time }
            // What was done longest ago has set off what it did.
            if events.count >= SceneEvent.largestCount { events.removeFirst() }
            events.append(Self.event(from: first, to: touch, at: time))
            return true
        }
        return false
    }

    private static func event(from first: Touch, to last: Touch, at time: RationalTime) -> SceneEvent {
        let way = Point(x: last.location.x - first.location.x, y: last.location.y - first.location.y)
        let length = last.timestamp - first.timestamp
        let isFar = way.x * way.x + way.y * way.y > GestureTracker.allowableMovement * GestureTracker.allowableMovement
        let gesture: Gesture = isFar ? .pan : length > GestureTracker.allowableDuration ? .longPress : .tap
        var event = SceneEvent(gesture, at: .point(first.location), time: time)
        if isFar { event.translation = way }
        event.duration = RationalTime(length)
        return event
    }
}
