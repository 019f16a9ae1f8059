/// What hit testing needs to know of a view: UIKit's properties by their names.
public protocol HitTestable {
    /// The view's rectangle in its superview.
    var frame: Rect { get }
    /// The view's rectangle in its own coordinates; another size than the frame's means that it is scaled.
    var bounds: Rect { get }
    /// Whether the view and all within is left out.
    var isHidden: Bool { get }
    /// Whether the view and all within takes touches.
    var isUserInteractionEnabled: Bool { get }
    /// How much the view covers what is behind it, 0 to 1.
    var alpha: Double { get }
    /// The views within, from the back to the front.
    var subviews: [Self] { get }
    /// A place in the superview as one in this view's own coordinates; `nil` for a view without extent. By default the
    /// frame is scaled to the bounds.
    func convert(fromSuperview point: Point) -> Point?
}

extension HitTestable {
    /// The path to the view that a touch goes to: indices into ``subviews`` from this view on, empty for this view
    /// itself; `nil` where none is hit.
    ///
    /// As UIKit's `hitTest(_:with:)`: the frontmost first; a view that is hidden, takes no touches, or is less opaque than 0.01
    /// is passed over with all within; what lies outside a view's bounds is not hit, even where it is drawn.
    /// A rectangle's right and bottom edges are not in it.
    /// - Parameter point: The place in this view's own coordinates.
    public func hitTest(_ point: Point) -> [Int]? {
        guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, bounds.contains(point) else { return nil }
        for (index, view) in subviews.enumerated().reversed() {
            guard let inside = view.convert(fromSuperview: point), let path = view.hitTest(inside) else { continue }
            return [index] + path
        }
        return []
    }

    /// A place in the superview as one in this view's own coordinates; `nil` for a view without extent.
    public func convert(fromSuperview point: Point) -> Point? {
        guard !frame.isEmpty, !bounds.isEmpty else { return nil }
        return Point(
            x: bounds.minX + (point.x - frame.minX) * bounds.size.width / frame.size.width,
            y: bounds.minY + (point.y - frame.minY) * bounds.size.height / frame.size.height
        )
    }
}

extension Rect {
    /// Whether a place is in the rectangle: the left and top edges are, the right and bottom ones are not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }
}

extension Point {
    /// A place in pixels of a canvas as points.
    /// - Parameter scale: Pixels per point.
    public init?(pixelX: Double, pixelY: Double, scale: Double) {
        guard scale > 0, scale.isFinite, pixelX.isFinite, pixelY.isFinite else { return nil }
        self.init(x: pixelX / scale, y: pixelY / scale)
    }
}
