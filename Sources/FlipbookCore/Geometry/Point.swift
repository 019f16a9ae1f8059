/// A point in the plane, in points. x increases to the right, y downward.
public struct Point: Hashable, Codable, Sendable {
    /// The distance from the left, in points.
    public var x: Double
    /// The distance from the top, in points.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Converts canvas pixels to points. Returns `nil` unless all values are finite and the scale is positive.
    /// - Parameter scale: Pixels per point.
    public init?(pixelX: Double, pixelY: Double, scale: Double) {
        guard scale > 0, scale.isFinite, pixelX.isFinite, pixelY.isFinite else { return nil }
        self.init(x: pixelX / scale, y: pixelY / scale)
    }

    /// Returns the transformed point.
    public func applying(_ transform: Transform) -> Point {
        Point(x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
    }
}
