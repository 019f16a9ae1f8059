/// A place in the plane, in points: x grows to the right, y downwards.
public struct Point: Hashable, Codable, Sendable {
    /// Points from the left.
    public var x: Double
    /// Points from the top.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The place at (`x`, `y`).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
