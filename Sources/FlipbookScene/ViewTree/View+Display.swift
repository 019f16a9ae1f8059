public import FlipbookCore

/// The steps from a change to a picture, in UIKit's order: views lay out what is within them, those that have to draw, and
/// the layers are composited.
extension View {
    /// Returns the view and all within as a scene of its bounds, after layout and drawing, that begins now, with all that is
    /// under way.
    ///
    /// The view's own place and transform do not count, as in a snapshot.
    /// - Parameter scale: Pixels of the canvas per point, the ``contentScaleFactor`` of views that have none of their own.
    public func scene(scale: Double = 1) -> Scene {
        if scale > 0, scale.isFinite { clock.screenScale = scale }
        layoutIfNeeded()
        display()
        var layer = layer
        layer.delay(by: .nanoseconds(-clock.time))
        return Scene(layer, scale: scale)
    }

    /// Asks for a call of ``layoutSubviews`` before the view is shown next, one for any number of calls.
    public func setNeedsLayout() { needsLayout = true }

    /// Calls ``layoutSubviews`` now, of this view and of those within that asked for it, from the outside in.
    ///
    /// In the block of an animation, what it sets is animated.
    public func layoutIfNeeded() {
        if needsLayout {
            // Before the call, so that a block may ask for another layout.
            needsLayout = false
            layoutSubviews?(self)
        }
        for view in content { view.layoutIfNeeded() }
    }

    /// Pixels per point of the picture that the view has to ``draw``: those of the canvas that the tree was last shown on, or
    /// where a number was set, that one. 1 before the tree is shown.
    ///
    /// The view draws again for another number. Setting what is no number above 0 changes nothing.
    public var contentScaleFactor: Double {
        get { ownContentScaleFactor ?? clock.screenScale }
        set { if newValue > 0, newValue.isFinite { ownContentScaleFactor = newValue } }
    }

    /// Asks for a call of ``draw`` before the view is shown next, one for any number of calls.
    /// - Parameter rect: The part of the bounds that changed; `nil` for all of them. A picture is drawn as a whole, but not
    ///   for a part that lies outside.
    public func setNeedsDisplay(_ rect: Rect? = nil) {
        if let rect, rect.intersection(bounds).isEmpty { return }
        drawnScale = nil
    }

    func display() {
        if drawnScale != contentScaleFactor, !isImageView, !bounds.isEmpty, let draw {
            // Before the call, so that a block may ask for another drawing.
            drawnScale = contentScaleFactor
            let renderer = GraphicsImageRenderer(bounds: bounds, scale: contentScaleFactor)
            model.contents = .image(renderer.image { draw($0, bounds) })
        }
        for view in content { view.display() }
    }
}
