public import FlipbookCore

extension View {
    /// The insets of the alignment rectangle, which excludes shadows and glows. If not set, the picture's insets apply.
    public var alignmentRectInsets: EdgeInsets {
        get { ownAlignmentRectInsets ?? image?.alignmentRectInsets ?? .zero }
        set {
            ownAlignmentRectInsets = newValue
            layOut()
        }
    }

    /// Returns the alignment rectangle for a frame.
    public func alignmentRect(forFrame frame: Rect) -> Rect { frame.inset(by: alignmentRectInsets) }

    /// Returns the frame for an alignment rectangle.
    public func frame(forAlignmentRect rect: Rect) -> Rect { rect.inset(by: alignmentRectInsets.outwards) }

    /// The size of the picture in points, or (−1, −1) if there is none. Animation pictures are ignored.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: ImageView.noIntrinsicMetric, height: ImageView.noIntrinsicMetric)
    }

    /// The size of the picture in points, regardless of the proposal. A view that is not an image view returns its own size.
    public func sizeThatFits(_ proposal: Size) -> Size { imageView?.sizeThatFits(proposal) ?? bounds.size }

    /// Resizes the view to its picture. The upper left corner stays in place.
    public func sizeToFit() { frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size)) }

    /// The insets of the safe area, which excludes a device's bars, in points. Set them on the root of a tree.
    public var safeAreaInsets: EdgeInsets {
        get {
            guard let superview else { return rootSafeAreaInsets }
            return superview.safeAreaInsets.reaching(into: frame, in: superview.bounds)
        }
        set {
            guard superview == nil else { return }
            rootSafeAreaInsets = newValue
            layOutAll()
        }
    }

    /// The layout direction around the view. If not set, it is the superview's, or left to right if there is no superview.
    public var layoutDirection: LayoutDirection {
        get { model.layoutDirection ?? superview?.layoutDirection ?? .leftToRight }
        set {
            model.layoutDirection = newValue
            layOutAll()
        }
    }

    /// The kind of contents, which determines whether the view is mirrored in right-to-left layout. Subviews do not inherit it.
    public var semanticContentAttribute: SemanticContentAttribute {
        get { model.semanticContentAttribute }
        set {
            model.semanticContentAttribute = newValue
            layOutPinned()
        }
    }

    /// The layout direction for the edges of the view's subviews, from ``semanticContentAttribute`` or ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection {
        semanticContentAttribute.layoutDirection(relativeTo: layoutDirection)
    }

    /// The faults in the pins of all subviews at any depth, outermost first.
    public var layoutFaults: [LayoutFault] { tree.flatMap { $0.layout(of: $0.subviews, near: nil).faults } }

    static func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private static var lastSerial = 0

    /// Lays out the view according to its pins, and also the siblings that are pinned to the view. `former` contains the view's
    /// previous pins.
    func layOut(after former: ViewPins? = nil) {
        guard let superview else { return }
        if pins?.nameSiblings ?? false { superview.holdsBySiblings = true }
        if superview.holdsBySiblings {
            superview.layOut(superview.subviews, near: names + (former?.siblings ?? []))
        } else if pins != nil {
            superview.layOut([self])
        }
    }

    var names: [ViewPins.Pin.Target] { [.view(serial: serial)] + (id.map { [.id($0)] } ?? []) + (pins?.siblings ?? []) }

    func layOutPinned() { layOut(holdsBySiblings ? subviews : subviews.filter { $0.pins != nil }) }

    /// Moves the view, which then stays in its new position. Siblings that are pinned to it follow.
    func move(_ change: () -> Void) {
        let old = bounds.size
        change()
        if bounds.size != old { ownSize = bounds.size == intrinsicContentSize ? nil : bounds.size }
        guard let superview, superview.holdsBySiblings, !superview.isLayingOut else { return }
        superview.layOut(superview.subviews, but: self, near: names)
    }

    /// Lays out views except `still`. If `names` is not `nil`, only groups connected to views with these names are laid out.
    func layOut(_ views: [View], but still: View? = nil, near names: [ViewPins.Pin.Target]? = nil) {
        guard views.contains(where: { $0.pins != nil }) else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        for (view, frame) in zip(views, layout(of: views, but: still, near: names).frames) where view !== still {
            if view.pins != nil, frame != view.layoutFrame { view.place(in: frame) }
        }
    }

    private func layout(of views: [View], but still: View? = nil, near names: [ViewPins.Pin.Target]?) -> PinLayout {
        let safeAreaInsets = safeAreaInsets
        let items = views.map { view in
            PinLayout.Item(
                id: view.id,
                serial: view.serial,
                pins: view === still ? nil : view.pins,
                frame: view.layoutFrame,
                size: view.ownSize ?? view.image?.size,
                alignmentRectInsets: view.alignmentRectInsets,
                safeAreaInsets: safeAreaInsets
            )
        }
        return PinLayout(items, in: bounds, effectiveUserInterfaceLayoutDirection, near: names.map { Set($0) })
    }

    /// The frame without the transform. Layout ignores the transform.
    private var layoutFrame: Rect { model.layoutFrame }

    private func place(in frame: Rect) {
        let own = ownSize
        if transform.isIdentity {
            self.frame = frame
        } else {
            let model = changing(model) { $0.layoutFrame = frame }
            (bounds, center) = (model.bounds, model.center)
        }
        ownSize = own
    }

    private func layOutAll() {
        layOutPinned()
        for view in content { view.layOutAll() }
    }

    /// Lays out and draws the view and its subviews, and returns them as a scene that begins now, with running animations. As
    /// in a snapshot, the view's own position and transform are ignored.
    /// - Parameter scale: Canvas pixels per point. Views that have no ``contentScaleFactor`` use this value.
    public func scene(scale: Double = 1) -> Scene {
        if scale > 0, scale.isFinite { clock.screenScale = scale }
        layoutIfNeeded()
        display()
        var layer = layer
        layer.delay(by: .nanoseconds(-clock.time))
        return Scene(layer, scale: scale)
    }

    /// Requests one call to ``layoutSubviews`` before the view is next shown.
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

    /// Requests one call to ``draw`` before the view is next shown.
    /// - Parameter rect: The changed part of the bounds, or `nil` for the whole bounds. Any visible change redraws the whole
    ///   view.
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

    func resizeSubviews(from old: Size) {
        guard old != bounds.size else { return }
        isLayingOut = true
        for view in subviews where view.pins == nil && !view.autoresizingMask.isEmpty {
            view.frame = view.autoresizingMask.frame(view.frame, from: old, to: bounds.size)
        }
        isLayingOut = false
        layOutPinned()
    }
}
