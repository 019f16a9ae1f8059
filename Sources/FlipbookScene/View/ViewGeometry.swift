public import FlipbookCore

/// The position of a view in its superview in points: UIView's `bounds`, `center`, `transform` and `layer.anchorPoint`. A point
/// p in the view's own coordinates lies at center + transform · (p − bounds.origin − anchorPoint ⊙ bounds.size) in the
/// superview.
public struct ViewGeometry: Hashable, Sendable {
    /// The view's rectangle in its own coordinate system.
    public var bounds: Rect
    /// The position of ``anchorPoint`` in the superview.
    public var center: Point
    /// The point that ``center`` positions and ``transform`` rotates around, in fractions of the view's size.
    public var anchorPoint: Point
    /// The transform about the anchor point.
    public var transform: Transform

    /// Creates a geometry.
    public init(
        bounds: Rect = .zero,
        center: Point = .zero,
        anchorPoint: Point = Point(x: 0.5, y: 0.5),
        transform: Transform = .identity
    ) { (self.bounds, self.center, self.anchorPoint, self.transform) = (bounds, center, anchorPoint, transform) }

    /// The transform from the view's own coordinates to the superview's.
    public var outwards: Transform {
        let anchor = anchor(in: bounds.size)
        return Transform(translationX: -bounds.minX - anchor.x, y: -bounds.minY - anchor.y).concatenating(transform)
            .concatenating(Transform(translationX: center.x, y: center.y))
    }

    /// The smallest upright rectangle around the view, in the superview's coordinates. Setting it changes ``center`` and the
    /// size of ``bounds``, but not the origin of ``bounds``. UIKit leaves the frame of a transformed view undefined. Here it
    /// can be read, and setting it sizes the bounds by the inverse transform.
    public var frame: Rect {
        get {
            guard transform.isIdentity else { return bounds.applying(outwards) }
            let anchor = anchor(in: bounds.size)
            return Rect(origin: Point(x: center.x - anchor.x, y: center.y - anchor.y), size: bounds.size)
        }
        set {
            let anchor = anchor(in: newValue.size)
            center = Point(x: newValue.minX + anchor.x, y: newValue.minY + anchor.y)
            guard !transform.isIdentity else {
                bounds.size = newValue.size
                return
            }
            // If the transform is degenerate, the view keeps its size, since no size would produce the requested frame.
            guard let inverse = transform.inverted else { return }
            bounds.size = Rect(origin: .zero, size: newValue.size).applying(inverse).size
        }
    }

    /// Converts a point from the view's own coordinates to the superview's.
    public func convert(toSuperview point: Point) -> Point { point.applying(outwards) }

    /// Converts a point from the superview's coordinates to the view's own. Returns `nil` if the transform collapses the view
    /// to zero area.
    public func convert(fromSuperview point: Point) -> Point? { outwards.inverted.map { point.applying($0) } }

    /// Returns whether a point in the view's own coordinates is inside the view. The right and bottom edges are outside.
    public func contains(_ point: Point) -> Bool { bounds.contains(point) }

    private func anchor(in size: Size) -> Point { Point(x: anchorPoint.x * size.width, y: anchorPoint.y * size.height) }
}
