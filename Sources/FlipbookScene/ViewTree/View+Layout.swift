public import FlipbookCore

/// The places of views in their superviews: UIKit's alignment rectangles, intrinsic sizes and safe areas.
extension View {
    /// The parts at the view's edges that do not count where it is aligned, a shadow or a glow: those of its picture, unless
    /// another one was set.
    public var alignmentRectInsets: EdgeInsets {
        get { ownAlignmentRectInsets ?? image?.alignmentRectInsets ?? .zero }
        set {
            ownAlignmentRectInsets = newValue
            layOut()
        }
    }

    /// The rectangle that counts of a view that lies in another one.
    public func alignmentRect(forFrame frame: Rect) -> Rect { frame.inset(by: alignmentRectInsets) }

    /// The place of a view of which a rectangle counts.
    public func frame(forAlignmentRect rect: Rect) -> Rect { rect.inset(by: alignmentRectInsets.outwards) }

    /// The size of the view's picture in points; (−1, −1) without one. Pictures of an animation do not count.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: ImageView.noIntrinsicMetric, height: ImageView.noIntrinsicMetric)
    }

    /// The size of the view's picture in points, regardless of the proposal; of a view that shows none its own.
    public func sizeThatFits(_ proposal: Size) -> Size { imageView?.sizeThatFits(proposal) ?? bounds.size }

    /// Takes on the size of the picture. The upper left corner stays where it is.
    public func sizeToFit() { frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size)) }

    /// The room that a device's bars take at the view's edges, in points: set on the root of a tree, and of the views within
    /// what reaches into them.
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

    /// The direction in which text runs around the view: the one that was set, else that of the superview, and from left to
    /// right in the end. UIKit's `traitCollection.layoutDirection`.
    public var layoutDirection: LayoutDirection {
        get { model.layoutDirection ?? superview?.layoutDirection ?? .leftToRight }
        set {
            model.layoutDirection = newValue
            layOutAll()
        }
    }

    /// The subject of the view, for whether it is turned round where text runs from right to left; the views within do not
    /// inherit it.
    public var semanticContentAttribute: SemanticContentAttribute {
        get { model.semanticContentAttribute }
        set {
            model.semanticContentAttribute = newValue
            layOutPinned()
        }
    }

    /// The direction in which the view runs, which leading and trailing edges of the views within follow:
    /// ``semanticContentAttribute`` decides, else ``layoutDirection``.
    public var effectiveUserInterfaceLayoutDirection: LayoutDirection {
        semanticContentAttribute.layoutDirection(relativeTo: layoutDirection)
    }

    /// The faults of the pins of all views within, the outermost first; none where all can be kept.
    public var layoutFaults: [LayoutFault] { tree.flatMap { $0.layout(of: $0.subviews).faults } }

    static func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private static var lastSerial = 0

    /// Puts the view where its pins hold it, and those that are pinned to it.
    /// - Parameter former: The pins that the view had.
    func layOut(after former: ViewPins? = nil) {
        guard let superview else { return }
        if pins?.nameSiblings ?? false { superview.holdsBySiblings = true }
        if superview.holdsBySiblings {
            superview.layOut(superview.subviews, near: names + (former?.siblings ?? []))
        } else if pins != nil {
            superview.layOut([self])
        }
    }

    /// The names by which pins know the view, and those that its own pins name.
    var names: [ViewPins.Pin.Target] {
        [.view(serial: serial)] + (id.map { [.id($0)] } ?? []) + (pins?.siblings ?? [])
    }

    /// Puts the views within where their pins hold them.
    func layOutPinned() { layOut(holdsBySiblings ? subviews : subviews.filter { $0.pins != nil }) }

    /// Changes the place as a program says. It stays there, and those that are pinned to it follow.
    func move(_ change: () -> Void) {
        let old = bounds.size
        change()
        if bounds.size != old { ownSize = bounds.size == intrinsicContentSize ? nil : bounds.size }
        guard let superview, superview.holdsBySiblings, !superview.isLayingOut else { return }
        superview.layOut(superview.subviews, but: self, near: names)
    }

    /// - Parameters:
    ///   - still: A view that stays where it is.
    ///   - names: Names of views by which, or by what is held by them, others are held that move; `nil` for all.
    func layOut(_ views: [View], but still: View? = nil, near names: [ViewPins.Pin.Target]? = nil) {
        guard views.contains(where: { $0.pins != nil }) else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        for (view, frame) in zip(views, layout(of: views, but: still, near: names).frames) where view !== still {
            if view.pins != nil, frame != view.layoutFrame { view.place(in: frame) }
        }
    }

    private func layout(
        of views: [View],
        but still: View? = nil,
        near names: [ViewPins.Pin.Target]? = nil
    ) -> PinLayout {
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

    /// The frame without the transform, which layout does not see.
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

    /// Puts all views within where their pins hold them.
    private func layOutAll() {
        layOutPinned()
        for view in content { view.layOutAll() }
    }
}
