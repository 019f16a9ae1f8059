public import FlipbookCore

/// The shadow of a layer: the layer's shape in one color, offset and blurred, as in Core Animation.
public struct Shadow: Hashable, Sendable {
    /// The color (default opaque black).
    public var color = Color.black
    /// The opacity, 0 to 1. The default is 1, unlike in Core Animation, where every layer has a shadow with an opacity of 0.
    public var opacity = 1.0
    /// The offset to the right and down, in canvas points. Rotating the layer does not rotate its shadow.
    public var offset = Point(x: 0, y: 3)
    /// The blur in points: the standard deviation of a Gaussian.
    public var radius = 3.0

    /// Creates a shadow.
    public init(color: Color = .black, opacity: Double = 1, offset: Point = Point(x: 0, y: 3), radius: Double = 3) {
        (self.color, self.opacity, self.offset, self.radius) = (color, opacity, offset, radius)
    }

    package var isSeen: Bool { opacity > 0 && color.alpha > 0 }
}
