public import FlipbookCore

extension View {
    /// Returns whether a point in the view's own coordinates is inside the view. The right and bottom edges are outside.
    public func point(inside point: Point) -> Bool { bounds.contains(point) }

    /// Returns the frontmost view that receives a touch at a point, or `nil` if there is none. Views that are hidden, have user
    /// interaction disabled, or have an opacity below 0.01 are skipped with their subviews. Points outside a view's bounds do
    /// not hit it.
    /// - Parameter point: The point in this view's own coordinates.
    public func hitTest(_ point: Point) -> View? {
        guard model.takesTouch(at: point) else { return nil }
        for view in content.reversed() {
            if let inside = view.model.convert(fromSuperview: point), let hit = view.hitTest(inside) { return hit }
        }
        return self
    }

    /// Attaches a recognizer to the view, and detaches it from any other view.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        gestureRecognizers.append(recognizer)
    }

    /// Detaches a recognizer.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        gestureRecognizers.removeAll { $0 === recognizer }
    }

    /// Sends a touch to the recognizers of the touched view and its superviews. Unless the touch is part of a gesture, it is
    /// also sent along the responder chain, up to the first ``touchHandler`` that handles it.
    /// - Parameter touch: A touch in the coordinates of the tree's root.
    public func send(_ touch: Touch) {
        if let superview { return superview.send(touch) }
        if touch.phase == .began {
            // If a finger touches down twice, the end of its first touch was lost.
            if let lost = routes[touch.id] { send(lost.last.cancelled) }
            routes[touch.id] = hitTest(touch.location).map { TouchRoute(from: $0, to: self, touch) }
        }
        guard let route = routes[touch.id] else { return }
        route.last = touch
        let recognizers = route.chain.flatMap(\.gestureRecognizers).filter(\.isEnabled)
        let due = recognizers.map { ($0, $0.take(touch, beside: recognizers)) }
        for (recognizer, states) in due { for state in states { recognizer.act(state) } }
        let taken = recognizers.filter { $0.cancelsTouchesInView && $0.tracker.hasRecognized }
            .flatMap(\.tracker.touches).map(\.id)
        for id in taken { routes[id]?.cancel() }
        if !taken.contains(touch.id) { route.deliver(touch) }
        for recognizer in recognizers { recognizer.settle() }
        if touch.isOver { routes[touch.id] = nil }
    }

    /// Sends the touches of events to the tree in chronological order, and advances its clock. Events on views that do not
    /// exist are skipped.
    public func replay(_ events: [SceneEvent]) {
        events.forEachTouch { event in
            switch event.place {
            case .point(let point): point
            case .view(let id):
                view(withID: id).map { $0.convert(Point(x: $0.bounds.midX, y: $0.bounds.midY), to: nil) }
            }
        } body: { touch in
            advance(to: RationalTime(touch.timestamp))
            send(touch)
        }
    }

    fileprivate func handle(_ touch: Touch) -> Bool {
        touchHandler?(touch.moved(to: convert(touch.location, from: nil))) ?? false
    }
}

/// The path of one finger's touches through a tree.
@MainActor final class TouchRoute {
    /// The touched view and its superviews, without the root, which owns the route.
    private let inner: [View]
    private unowned let root: View
    var last: Touch
    /// The number of views in the chain that have received the beginning of the touch but not yet its end.
    private var receiverCount = 0
    var chain: [View] { inner + [root] }
    private var receivers: [View] { Array(chain.prefix(receiverCount)) }

    init(from target: View, to root: View, _ touch: Touch) {
        inner = sequence(first: target, next: \.superview).prefix { $0 !== root }
        (self.root, last) = (root, touch)
    }

    func deliver(_ touch: Touch) {
        if touch.phase == .cancelled { return cancel() }
        for view in touch.phase == .began ? chain : receivers {
            if touch.phase == .began { receiverCount += 1 }
            if view.handle(touch) { break }
        }
        if touch.isOver { receiverCount = 0 }
    }

    func cancel() {
        let views = receivers
        receiverCount = 0
        for view in views { _ = view.handle(last.cancelled) }
    }
}
