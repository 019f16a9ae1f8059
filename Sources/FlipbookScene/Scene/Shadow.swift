public import FlipbookCore

/// The shadow of a layer: its shape in one color, offset and blurred, as in Core Animation.
public struct Shadow: Hashable, Sendable {
    /// The color (default opaque black).
    public var color = Color.black
    /// The opacity, 0 to 1. The default is 1, unlike Core Animation's 0, since a layer without a shadow has none.
    public var opacity = 1.0
    /// The offset to the right and down, in points of the canvas. Rotating the layer does not rotate its shadow.
    public var offset = Point(x: 0, y: 3)
    /// The blur in points: the standard deviation of a Gaussian.
    public var radius = 3.0

    /// Creates a shadow.
    public init(color: Color = .black, opacity: Double = 1, offset: Point = Point(x: 0, y: 3), radius: Double = 3) {
        (self.color, self.opacity, self.offset, self.radius) = (color, opacity, offset, radius)
    }

    package var isSeen: Bool { opacity > 0 && color.alpha > 0 }
}
