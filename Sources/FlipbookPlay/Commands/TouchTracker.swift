import FlipbookCore
import FlipbookScene

/// Converts mouse and finger input to touches in points. Each touch ends exactly once.
struct TouchTracker: Sendable {
    private let scale: Double
    private var down: [Int: Point] = [:]
    private var taps: [Int: (tracker: GestureTracker, place: Point)] = [:]
    private let start: ContinuousClock.Instant
    private var time: ContinuousClock.Instant

    /// The identifier of the mouse's first button.
    static let mouse = -1

    init(scale: Double) {
        (self.scale, start) = (scale, .now)
        time = start
    }

    /// Returns the events of an input, or `nil` if it is not a touch.
    ///
    /// A touch begins only where hit testing finds the view. If there is no view, it can begin anywhere.
    mutating func events(
        for input: PlayerInput,
        at time: ContinuousClock.Instant,
        in view: ImageView? = nil
    ) -> [PlayerEvent]? {
        self.time = time
        if input == .touchesCancelled { return down.flatMap { id, place in events(of: make(id, .cancelled, place)) } }
        guard let (id, phase, x, y) = input.touch else { return nil }
        guard let place = Point(pixelX: x, pixelY: y, scale: scale) else { return [] }
        if phase == .began, let view, view.look.hitTest(place) == nil { return [] }
        if phase != .began, down[id] == nil { return [] }
        // If a touch begins twice, the first one is canceled.
        let lost = phase == .began ? down[id].map { events(of: make(id, .cancelled, $0)) } ?? [] : []
        return lost + events(of: make(id, phase, place))
    }

    private func make(_ id: Int, _ phase: Touch.Phase, _ place: Point) -> Touch {
        Touch(id: id, phase: phase, location: place, timestamp: start.duration(to: time))
    }

    private mutating func events(of touch: Touch) -> [PlayerEvent] {
        down[touch.id] = touch.phase == .began || touch.phase == .moved ? touch.location : nil
        if touch.phase == .began { taps[touch.id] = (GestureTracker(.tap), touch.location) }
        let place = taps[touch.id]?.place
        let isTap = taps[touch.id]?.tracker.take(touch) == [.ended]
        if touch.phase == .ended || touch.phase == .cancelled { taps[touch.id] = nil }
        return [.touch(touch)] + (isTap ? place.map { [.tapped(at: $0)] } ?? [] : [])
    }
}

extension PlayerInput {
    /// The finger, its phase, and its location in pixels, or `nil` for other input.
    fileprivate var touch: (id: Int, phase: Touch.Phase, x: Double, y: Double)? {
        switch self {
        case .buttonDown(1, let x, let y): (TouchTracker.mouse, .began, x, y)
        case .buttonUp(1, let x, let y): (TouchTracker.mouse, .ended, x, y)
        case .pointerMoved(let x, let y): (TouchTracker.mouse, .moved, x, y)
        case .touchDown(let id, let x, let y): (id, .began, x, y)
        case .touchMoved(let id, let x, let y): (id, .moved, x, y)
        case .touchUp(let id, let x, let y): (id, .ended, x, y)
        default: nil
        }
    }
}
