/// Distances from the four edges of a rectangle, in points, as UIKit's `UIEdgeInsets` orders them.
public struct EdgeInsets: Hashable, Codable, Sendable {
    /// From the upper edge, in points.
    public var top: Double
    /// From the left edge, in points.
    public var left: Double
    /// From the lower edge, in points.
    public var bottom: Double
    /// From the right edge, in points.
    public var right: Double

    /// No distance from any edge.
    public static let zero = EdgeInsets()

    /// Distances in points.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// Returns `true` if these can be the caps of a picture of `size`: none is negative or no number, and together
    /// they are no wider and no taller than it.
    public func fits(_ size: Size) -> Bool { (try? checkCaps(of: size)) != nil }

    /// The same distance from all edges.
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    /// The part of a superview's safe area's insets within a view: how far the view reaches beyond that area on each
    /// side.
    /// - Parameters:
    ///   - frame: Where the view lies.
    ///   - bounds: The superview's own coordinates, of whose edges these are the insets.
    public func reaching(into frame: Rect, in bounds: Rect) -> EdgeInsets {
        EdgeInsets(
            top: max(0, bounds.minY + top - max(frame.minY, bounds.minY)),
            left: max(0, bounds.minX + left - max(frame.minX, bounds.minX)),
            bottom: max(0, min(frame.maxY, bounds.maxY) - (bounds.maxY - bottom)),
            right: max(0, min(frame.maxX, bounds.maxX) - (bounds.maxX - right))
        )
    }

    package var outwards: EdgeInsets { EdgeInsets(top: -top, left: -left, bottom: -bottom, right: -right) }
}
