public import FlipbookCore

/// The shadow of a layer: the shape of what is drawn of it, in one color, moved and blurred. Core Animation's `shadowColor`,
/// `shadowOpacity`, `shadowOffset` and `shadowRadius`.
public struct Shadow: Hashable, Sendable {
    /// The color; opaque black by default.
    public var color = Color.black
    /// The darkness of the shadow, 0 to 1. Core Animation's default is 0, and so is a view's without a shadow.
    public var opacity = 1.0
    /// The distance to the right of the layer and beneath it, in points of the canvas: turning the layer does not turn its
    /// shadow.
    public var offset = Point(x: 0, y: 3)
    /// The blur in points: the standard deviation of a Gaussian.
    public var radius = 3.0

    /// A shadow.
    public init(color: Color = .black, opacity: Double = 1, offset: Point = Point(x: 0, y: 3), radius: Double = 3) {
        (self.color, self.opacity, self.offset, self.radius) = (color, opacity, offset, radius)
    }

    /// A Boolean value that indicates a shadow of which anything is drawn.
    package var isSeen: Bool { opacity > 0 && color.alpha > 0 }
}
