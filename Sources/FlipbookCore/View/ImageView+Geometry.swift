extension ImageView {
    /// What UIKit says for a side that has no size of its own.
    public static let noIntrinsicMetric = -1.0

    /// Where the view lies in the coordinates of its container, in points.
    ///
    /// Setting it sets the size of ``bounds``, whose origin stays, and ``center``.
    public var frame: Rect {
        get { look.frame }
        set { look.frame = newValue }
    }

    /// The size of the picture in points; (−1, −1) without one. Pictures of an animation do not count.
    public var intrinsicContentSize: Size {
        image?.size ?? Size(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The size of the picture in points, regardless of the proposal; zero without one.
    public func sizeThatFits(_ proposal: Size) -> Size { image?.size ?? .zero }

    /// Takes on the size of the picture. The upper left corner stays where it is.
    public mutating func sizeToFit() {
        frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
    }

    /// Whether a point in the view's own coordinates lies in it; its right and lower edges are outside.
    public func contains(_ point: Point) -> Bool {
        bounds.minX <= point.x && point.x < bounds.maxX && bounds.minY <= point.y && point.y < bounds.maxY
    }
}
