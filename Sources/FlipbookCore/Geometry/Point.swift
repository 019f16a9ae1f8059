/// A place in the plane, in points: x grows to the right, y downwards.
public struct Point: Hashable, Codable, Sendable {
    /// Points from the left.
    public var x: Double
    /// Points from the top.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The place at (`x`, `y`).
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

extension Point {
    /// A place in pixels of a canvas as points.
    /// - Parameter scale: Pixels per point.
    public init?(pixelX: Double, pixelY: Double, scale: Double) {
        guard scale > 0, scale.isFinite, pixelX.isFinite, pixelY.isFinite else { return nil }
        self.init(x: pixelX / scale, y: pixelY / scale)
    }
}
