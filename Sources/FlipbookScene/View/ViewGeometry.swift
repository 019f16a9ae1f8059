public import FlipbookCore

/// The place of a view in its container: UIView's `bounds`, `center`, `transform` and `layer.anchorPoint`, of which
/// ``frame`` follows.
///
/// A point p of the view's own coordinates lies at center + transform · (p − bounds.origin − anchorPoint ⊙ bounds.size)
/// outside. In points.
public struct ViewGeometry: Hashable, Sendable {
    /// The view's own coordinates.
    public var bounds: Rect
    /// The place of ``anchorPoint`` outside.
    public var center: Point
    /// The point of the view that ``center`` and ``transform`` are about, in fractions of its size.
    public var anchorPoint: Point
    /// The turn and the size of the view about its anchor point.
    public var transform: Transform

    /// A view's geometry from its parts.
    public init(
        bounds: Rect = .zero,
        center: Point = .zero,
        anchorPoint: Point = Point(x: 0.5, y: 0.5),
        transform: Transform = .identity
    ) {
        (self.bounds, self.center, self.anchorPoint, self.transform) = (bounds, center, anchorPoint, transform)
    }

    /// From the view's own coordinates to those outside.
    public var outwards: Transform {
        Transform(
            translationX: -bounds.minX - anchorPoint.x * bounds.size.width,
            y: -bounds.minY - anchorPoint.y * bounds.size.height
        )
        .concatenating(transform)
        .concatenating(Transform(translationX: center.x, y: center.y))
    }

    /// The smallest upright rectangle around the view, outside.
    ///
    /// Setting it sets the size of ``bounds``, whose origin stays, and ``center``. Of a turned view UIKit leaves the
    /// frame undefined; here it can be read, and setting it gives the bounds of what the inverse turn makes of it.
    ///
    /// A view of a negative size, which covers nothing, keeps that size unless it is turned.
    public var frame: Rect {
        get {
            guard transform.isIdentity else { return bounds.applying(outwards) }
            return Rect(
                x: center.x - anchorPoint.x * bounds.size.width,
                y: center.y - anchorPoint.y * bounds.size.height,
                width: bounds.size.width,
                height: bounds.size.height
            )
        }
        set {
            center = Point(
                x: newValue.minX + anchorPoint.x * newValue.size.width,
                y: newValue.minY + anchorPoint.y * newValue.size.height
            )
            guard !transform.isIdentity else {
                bounds.size = newValue.size
                return
            }
            // A view without area keeps its size: no other has that frame.
            guard let inverse = transform.inverted else { return }
            bounds.size = Rect(origin: .zero, size: newValue.size).applying(inverse).size
        }
    }

    /// A place in the view's own coordinates as one outside.
    public func convert(toSuperview point: Point) -> Point { point.applying(outwards) }

    /// A place outside as one in the view's own coordinates; `nil` for a view whose transform leaves it no area.
    public func convert(fromSuperview point: Point) -> Point? { outwards.inverted.map { point.applying($0) } }

    /// Returns `true` for a place in the view's own coordinates that is in the view; its right and lower edges are not.
    public func contains(_ point: Point) -> Bool { bounds.contains(point) }
}
