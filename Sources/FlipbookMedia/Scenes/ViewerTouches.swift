import FlipbookCore
package import FlipbookScene

/// Converts a viewer's touches during playback into events of the scene, so a tap in the window has the same effect as a
/// scripted tap. Events repeat with the scene. A gesture at an earlier moment discards later events, since they have not
/// happened yet.
package struct ViewerTouches: Sendable {
    package private(set) var events: [SceneEvent]
    private var down: [Int: (touch: Touch, moment: RationalTime)] = [:]

    package init(_ events: [SceneEvent]) { self.events = events }

    /// Applies a touch, in canvas points.
    /// - Parameter moment: The current moment of the scene, in nanoseconds from its start.
    /// - Returns: `true` if the touch completes a gesture, which changes the scene.
    package mutating func take(_ touch: Touch, at moment: Int64) -> Bool {
        switch touch.phase {
        case .began: down[touch.id] = (touch, .nanoseconds(moment))
        case .moved: break
        case .cancelled: down[touch.id] = nil
        case .ended:
            guard let (first, time) = down.removeValue(forKey: touch.id) else { return false }
            events.removeAll { $0.time > time }
            // The oldest event happened long ago and is no longer needed.
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
