/// A width and a height in points.
public struct Size: Hashable, Codable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double

    /// An empty size.
    public static let zero = Size(width: 0, height: 0)

    /// Creates a size in points.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// Creates an image's size in points, as in `UIImage.size`.
    /// - Parameter scale: Pixels per point.
    public init(_ pixels: PixelSize, scale: Double = 1) {
        self.init(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    }

    /// A Boolean value that indicates whether a side is zero, negative, infinite or not a number.
    public var isEmpty: Bool { !(width > 0 && height > 0 && width.isFinite && height.isFinite) }
}
