/// Distances from the four edges of a rectangle, in points, in the order of UIKit's `UIEdgeInsets`.
public struct EdgeInsets: Hashable, Codable, Sendable {
    /// The distance from the top edge, in points.
    public var top: Double
    /// The distance from the left edge, in points.
    public var left: Double
    /// The distance from the bottom edge, in points.
    public var bottom: Double
    /// The distance from the right edge, in points.
    public var right: Double

    /// No distance from any edge.
    public static let zero = EdgeInsets()

    /// Creates insets from distances in points.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// Returns `true` if these insets are valid caps for a picture: finite, not negative, and no larger than the picture.
    public func fits(_ size: Size) -> Bool { (try? checkCaps(of: size)) != nil }

    /// Creates insets with the same distance from all edges.
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    /// Returns the part of a superview's safe area insets that a view overlaps, on each side.
    /// - Parameter bounds: The superview's bounds, to which these insets refer.
    public func reaching(into frame: Rect, in bounds: Rect) -> EdgeInsets {
        EdgeInsets(
            top: max(0, bounds.minY + top - max(frame.minY, bounds.minY)),
            left: max(0, bounds.minX + left - max(frame.minX, bounds.minX)),
            bottom: max(0, min(frame.maxY, bounds.maxY) - (bounds.maxY - bottom)),
            right: max(0, min(frame.maxX, bounds.maxX) - (bounds.maxX - right))
        )
    }

    package var outwards: EdgeInsets { divided(by: -1) }

    func divided(by scale: Double) -> EdgeInsets {
        EdgeInsets(top: top / scale, left: left / scale, bottom: bottom / scale, right: right / scale)
    }

    var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }
}
