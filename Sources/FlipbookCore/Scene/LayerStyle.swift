/// How a layer is drawn: the properties of a view that pixels depend on, besides where it lies and what it shows.
public struct LayerStyle: Hashable, Sendable {
    /// How a picture of another size is placed in the layer.
    public var contentMode = ContentMode.scaleToFill
    /// What becomes of a picture's edges that fall inside pixels.
    public var pixelPolicy = PixelPolicy.snap
    /// How a picture is drawn at another size.
    public var filter = ScalingFilter.automatic
    /// What lies behind the picture; `nil` is nothing.
    public var backgroundColor: Background?
    /// How much background and picture together cover what is beneath, 0 to 1; what is no number changes nothing.
    public var alpha = 1.0
    /// Whether nothing beneath shows through, regardless of ``alpha``; black fills what is transparent.
    public var isOpaque = false
    /// Whether a picture larger than the layer is cut off at its edges.
    public var clipsToBounds = false
    /// The radius of the rounded corners of the background in points, and of the picture where ``clipsToBounds``; 0 by
    /// default. What is below 0 or no number counts as 0.
    public var cornerRadius = 0.0

    /// UIKit's defaults.
    public init() {}
}
