public import FlipbookCore

/// The places of views in their superviews: UIKit's alignment rectangles, intrinsic sizes and safe areas.
extension View {
    /// The parts at the view's edges that do not count where it is aligned, a shadow or a glow: those of its picture, unless
    /// another one was set.
    public var alignmentRectInsets: EdgeInsets {
        get { ownAlignmentRectInsets ?? imageView?.image?.alignmentRectInsets ?? .zero }
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
        imageView?.intrinsicContentSize
            ?? Size(width: ImageView.noIntrinsicMetric, height: ImageView.noIntrinsicMetric)
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
