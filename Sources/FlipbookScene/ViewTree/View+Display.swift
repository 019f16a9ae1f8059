public import FlipbookCore

extension View {
    /// Lays out and draws the view and its subviews, and returns them as a scene that begins now, with running animations. As
    /// in a snapshot, the view's own position and transform are ignored.
    /// - Parameter scale: Pixels of the canvas per point: the ``contentScaleFactor`` of views without their own.
    public func scene(scale: Double = 1) -> Scene {
        if scale > 0, scale.isFinite { clock.screenScale = scale }
        layoutIfNeeded()
        display()
        var layer = layer
        layer.delay(by: .nanoseconds(-clock.time))
        return Scene(layer, scale: scale)
    }

    /// Requests one call of ``layoutSubviews`` before the view is shown next.
    public func setNeedsLayout() { needsLayout = true }

    /// Calls ``layoutSubviews`` now if needed, for this view and then for its subviews. In an animation block, the changes are
    /// animated.
    public func layoutIfNeeded() {
        if needsLayout {
            // Reset before the call, so that the closure may request another layout.
            needsLayout = false
            layoutSubviews?(self)
        }
        for view in content { view.layoutIfNeeded() }
    }

    /// Pixels per point of the picture made by ``draw``. If not set, it is the scale of the last canvas, or 1. A change redraws
    /// the view. Values that are not above 0 are ignored.
    public var contentScaleFactor: Double {
        get { ownContentScaleFactor ?? clock.screenScale }
        set { if newValue > 0, newValue.isFinite { ownContentScaleFactor = newValue } }
    }

    /// Requests one call of ``draw`` before the view is shown next.
    /// - Parameter rect: The changed part of the bounds, or `nil` for all of them. Any visible change redraws the whole view.
    public func setNeedsDisplay(_ rect: Rect? = nil) {
        if let rect, rect.intersection(bounds).isEmpty { return }
        drawnScale = nil
    }

    func display() {
        if drawnScale != contentScaleFactor, !isImageView, !bounds.isEmpty, let draw {
            // Set before the call, so that the closure may request another drawing.
            drawnScale = contentScaleFactor
            let renderer = GraphicsImageRenderer(bounds: bounds, scale: contentScaleFactor)
            model.contents = .image(renderer.image { draw($0, bounds) })
        }
        for view in content { view.display() }
    }
}
