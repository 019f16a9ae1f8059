public import FlipbookCore

/// Where views lie in their superviews: UIKit's alignment rectangles, intrinsic sizes and safe areas.
extension View {
    /// What of the view at its edges does not count where it is aligned, a shadow or a glow: that of its picture, unless
    /// another one was set.
    public var alignmentRectInsets: EdgeInsets {
        get { ownAlignmentRectInsets ?? imageView?.image?.alignmentRectInsets ?? .zero }
        set {
            ownAlignmentRectInsets = newValue
            layOut()
        }
    }

    /// What counts of a view that lies in a rectangle.
    public func alignmentRect(forFrame frame: Rect) -> Rect { frame.inset(by: alignmentRectInsets) }

    /// Where a view lies of which a rectangle counts.
    public func frame(forAlignmentRect rect: Rect) -> Rect { rect.inset(by: alignmentRectInsets.outwards) }

    /// The size of the view's picture in points; (−1, −1) without one. Pictures of an animation do not count.
    public var intrinsicContentSize: Size {
        imageView?.intrinsicContentSize
            ?? Size(width: ImageView.noIntrinsicMetric, height: ImageView.noIntrinsicMetric)
    }

    /// The size of the view's picture in points, regardless of the proposal; of a view that shows none its own.
    public func sizeThatFits(_ proposal: Size) -> Size { imageView?.sizeThatFits(proposal) ?? bounds.size }

    /// Takes on the size of the picture. The upper left corner stays where it is.
    public func sizeToFit() { frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size)) }

    /// What a device's bars leave free at the view's edges, in points: set on the root of a tree, and of the views within
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

    /// Puts the view where its pins hold it.
    func layOut() {
        guard let pins, let superview else { return }
        frame = pins.frame(
            of: frame,
            in: superview.bounds,
            superview.model.layoutDirection,
            alignmentRectInsets: alignmentRectInsets,
            safeAreaInsets: superview.safeAreaInsets
        )
    }

    /// Puts all views within where their pins hold them.
    private func layOutAll() {
        for view in content {
            view.layOut()
            view.layOutAll()
        }
    }
}
