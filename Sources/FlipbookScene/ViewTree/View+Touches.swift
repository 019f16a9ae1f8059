public import FlipbookCore

extension View {
    /// Returns `true` for a place in the view's own coordinates that is in it; its right and lower edges are not.
    public func point(inside point: Point) -> Bool { bounds.contains(point) }

    /// The view that a touch goes to: the frontmost of this one and those within at a place, or `nil` if there is none.
    ///
    /// A view that is hidden, takes no touches, or whose alpha is below 0.01 is passed over with all within; what lies
    /// outside a view's bounds is not hit, even where it is drawn. Nothing is drawn for it.
    /// - Parameter point: The place in this view's own coordinates.
    public func hitTest(_ point: Point) -> View? {
        guard model.takesTouch(at: point) else { return nil }
        for view in content.reversed() {
            if let inside = view.model.convert(fromSuperview: point), let hit = view.hitTest(inside) { return hit }
        }
        return self
    }

    /// Puts a recognizer on the view. One that is on another view leaves that.
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        gestureRecognizers.append(recognizer)
    }

    /// Takes a recognizer from the view.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        gestureRecognizers.removeAll { $0 === recognizer }
    }

    /// Hands a touch to the tree: to the recognizers of the view that it came down on and of those around it, and unless
    /// it is part of a gesture, along the responder chain to the first ``touchHandler`` that handles it.
    ///
    /// Each finger has touches of its own: a pinch is two of them, that move by turns.
    /// - Parameter touch: A touch in the coordinates of the tree's root.
    public func send(_ touch: Touch) {
        if let superview { return superview.send(touch) }
        if touch.phase == .began {
            // A second beginning without an end: the first one is lost.
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

    /// Hands the touches of events to the tree, in the order of their times, to which the tree is moved: what `--events`
    /// does with a manifest. An event on a view that does not exist touches nothing.
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
}

/// A touch on its way through a tree.
@MainActor final class TouchRoute {
    /// The view that it came down on, and those around it but the root, which keeps the route.
    private let inner: [View]
    private unowned let root: View
    var last: Touch
    /// The number of views along the chain that got its beginning, and not yet its end.
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

    /// Tells the views that the touch is none of theirs any longer.
    func cancel() {
        let views = receivers
        receiverCount = 0
        for view in views { _ = view.handle(last.cancelled) }
    }
}

extension View {
    fileprivate func handle(_ touch: Touch) -> Bool {
        touchHandler?(touch.moved(to: convert(touch.location, from: nil))) ?? false
    }
}

extension Touch {
    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
    fileprivate var cancelled: Touch { Touch(id: id, phase: .cancelled, location: location, timestamp: timestamp) }

    /// The same touch, its place in other coordinates.
    func moved(to place: Point) -> Touch { Touch(id: id, phase: phase, location: place, timestamp: timestamp) }
}
