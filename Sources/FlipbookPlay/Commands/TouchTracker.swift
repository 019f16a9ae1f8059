import FlipbookCore
import FlipbookScene

/// Makes touches of mouse and finger input, in points, with exactly one end for each beginning.
struct TouchTracker: Sendable {
    private let scale: Double
    private var down: [Int: Point] = [:]
    private var taps: [Int: (tracker: GestureTracker, place: Point)] = [:]
    private let start: ContinuousClock.Instant
    /// When the input was made of which touches are made.
    private var time: ContinuousClock.Instant

    /// The mouse's first button counts as this finger.
    static let mouse = -1

    init(scale: Double) {
        self.scale = scale
        start = .now
        time = start
    }

    /// The events that an input means, or `nil` if it is about no touch.
    ///
    /// A touch begins where hit testing finds the view; without one, it begins everywhere. What began there ends there.
    /// - Parameter time: When the input was made, which may be a while ago.
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
        // A second beginning without an end: the first one is lost.
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
    /// The finger, its phase and its place in pixels, or `nil` if no finger and not the mouse's first button did it.
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
