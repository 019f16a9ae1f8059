public import FlipbookCore
public import FlipbookScene

/// A gesture that a viewer has made.
public struct SceneGesture: Hashable, Sendable {
    /// The gesture and its view.
    public let trigger: GestureTrigger
    /// The exact time, in seconds since the scene began.
    public let time: RationalTime
}

/// A scene in which viewers' touches set off what waits for their gestures. A touch finds its view in the tree as it is
/// shown at that moment, with what earlier touches have set off.
struct SceneReplay {
    /// The tree, with all that was set off.
    private(set) var root: Layer
    private(set) var gestures: [SceneGesture] = []
    /// The animations that each of them has set off, at its time.
    private(set) var begun: [[ManifestAnimation]] = []
    private let animations: [GestureTrigger: [ManifestAnimation]]
    private let images: SceneImages
    private var touches: LayerTouches
    /// From when on properties have their own values that a gesture's change gives others.
    private let start: RationalTime
    /// These changes to their own values.
    private(set) var preceding: [ManifestAnimation] = []

    /// A scene that no one has touched.
    /// - Parameters:
    ///   - animations: What happens; what waits for no gesture has happened already.
    ///   - goesRound: Whether what happens near the end goes on at the beginning.
    init(_ root: Layer, _ animations: [ManifestAnimation], _ images: SceneImages, goesRound: Bool = false) {
        start = goesRound ? .zero - Self.long : .zero
        let waiting = Dictionary(grouping: animations.filter { $0.trigger != nil }) { $0.trigger! }
        (self.root, self.images, self.animations) = (root, images, waiting)
        touches = LayerTouches(waiting.keys)
    }

    /// Takes a touch; its place is one on the canvas, its time counts from the scene's beginning.
    mutating func take(_ touch: Touch) {
        let time = RationalTime(touch.timestamp)
        for trigger in touches.take(touch, on: root.presentationTree(atNanosecond: time.nanoseconds)) {
            gestures.append(SceneGesture(trigger: trigger, time: time))
            let next = (animations[trigger] ?? []).map { animation in
                var next = animation
                (next.delay, next.trigger) = (animation.delay + time, nil)
                return next
            }
            precede(next)
            begun.append(next)
            root.animate(next, images)
        }
    }

    private static let long = RationalTime(10_000_000)

    /// Has properties their own values until a gesture changes them: what a change begins with is not seen before.
    private mutating func precede(_ changes: [ManifestAnimation]) {
        for case (let view, .track(let track)) in changes.map({ ($0.view, $0.change) }) where track.from != nil {
            let layer = view == nil ? root : root.tree.first { $0.id == view }
            guard let layer, !layer.tracks.contains(where: { $0.property == track.property }) else { continue }
            let own = Track(track.property, to: track.property.value(of: layer))
            let change = ManifestAnimation(view: view, .track(own), at: start)
            preceding.append(change)
            root.animate([change], images)
        }
    }

    /// Takes the touches of events. An event on a view that does not exist touches nothing.
    /// - Throws: That the task was cancelled.
    mutating func take(_ events: [SceneEvent]) throws(CancellationError) {
        try events.forEachTouch {
            start(of: $0)
        } body: { touch throws(CancellationError) in
            guard !Task.isCancelled else { throw CancellationError() }
            take(touch)
        }
    }

    /// The place at which the finger of an event comes down, or `nil` for a view that is not there.
    private func start(of event: SceneEvent) -> Point? {
        switch event.place {
        case .point(let point): point
        case .view(let view): root.presentationTree(atNanosecond: event.time.nanoseconds).middle(ofLayer: view)
        }
    }
}
