extension View {
    /// Hands a touch to the tree: to the view that it came down on, its gestures and those of the views around it, and
    /// then along the responder chain to the first ``touchHandler`` that handles it.
    /// - Parameter touch: A touch in the coordinates of the tree's root.
    public func send(_ touch: Touch) {
        if let superview { return superview.send(touch) }
        if touch.phase == .began { targets[touch.id] = hitTest(touch.location) }
        guard let target = targets[touch.id] else { return }
        if touch.phase == .ended || touch.phase == .cancelled { targets[touch.id] = nil }
        let chain = Array(sequence(first: target, next: \.superview))
        let touches = chain.map { touch.moved(to: $0.convert(touch.location, from: nil)) }
        var isGesture = false
        for (view, touch) in zip(chain, touches) {
            for recognizer in view.gestureRecognizers where recognizer.take(touch) { isGesture = true }
        }
        guard !isGesture else { return }
        for (view, touch) in zip(chain, touches) where view.touchHandler?(touch) == true { return }
    }
}

extension Touch {
    /// The same touch, its place in other coordinates.
    func moved(to place: Point) -> Touch { Touch(id: id, phase: phase, location: place, timestamp: timestamp) }
}
