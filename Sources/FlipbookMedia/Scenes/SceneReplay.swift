public import FlipbookCore
public import FlipbookScene

/// A gesture that a viewer performed.
public struct SceneGesture: Hashable, Sendable {
    /// The gesture and its view.
    public let trigger: GestureTrigger
    /// The exact time, in seconds since the scene began.
    public let time: RationalTime
}

struct SceneReplay {
    private(set) var root: Layer
    private(set) var gestures: [SceneGesture] = []
    private(set) var begun: [[ManifestAnimation]] = []
    private let animations: [GestureTrigger: [ManifestAnimation]]
    private let images: SceneImages
    private var touches: LayerTouches
    /// The start time of the changes in `preceding`.
    private let start: RationalTime
    /// Changes that keep properties at their original values until a gesture changes them.
    private(set) var preceding: [ManifestAnimation] = []

    /// Creates an untouched scene.
    /// - Parameters:
    ///   - animations: All animations. Those without a gesture are already applied.
    ///   - goesRound: A Boolean value that indicates whether animations near the end continue at the beginning.
    init(_ root: Layer, _ animations: [ManifestAnimation], _ images: SceneImages, goesRound: Bool = false) {
        start = goesRound ? .zero - Self.long : .zero
        let waiting = Dictionary(grouping: animations.filter { $0.trigger != nil }) { $0.trigger! }
        (self.root, self.images, self.animations) = (root, images, waiting)
        touches = LayerTouches(waiting.keys)
    }

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

    /// Keeps properties at their original values until a gesture changes them. Otherwise, the first value of a later change
    /// would already be visible.
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

    mutating func take(_ events: [SceneEvent]) throws(CancellationError) {
        try events.forEachTouch {
            start(of: $0)
        } body: { touch throws(CancellationError) in
            guard !Task.isCancelled else { throw CancellationError() }
            take(touch)
        }
    }

    private func start(of event: SceneEvent) -> Point? {
        switch event.place {
        case .point(let point): point
        case .view(let view): root.presentationTree(atNanosecond: event.time.nanoseconds).middle(ofLayer: view)
        }
    }
}
