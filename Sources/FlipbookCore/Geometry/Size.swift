/// A width and a height, in points.
public struct Size: Hashable, Codable, Sendable {
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double

    /// No extent at all.
    public static let zero = Size(width: 0, height: 0)

    /// A size of `width` by `height` points.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// The size in points of an image of `pixels` at `scale` pixels per point: UIImage's `size`.
    public init(_ pixels: PixelSize, scale: Double = 1) {
        self.init(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    }

    /// A Boolean value that indicates nothing to draw: a side that is zero, negative, infinite or not a number.
    public var isEmpty: Bool { !(width > 0 && height > 0 && width.isFinite && height.isFinite) }
}
