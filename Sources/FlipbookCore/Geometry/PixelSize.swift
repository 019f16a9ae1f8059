/// A width and a height in pixels.
public struct PixelSize: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size in pixels.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// A Boolean value that indicates whether a side is zero or negative.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels. 0 if the size is empty, and `Int.max` on overflow.
    public var area: Int {
        guard !isEmpty else { return 0 }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Returns the largest size with the same proportions that fits in `room` and does not exceed this size. Sides are at least
    /// 1.
    package func fitted(in room: PixelSize) -> PixelSize {
        let factor = min(1, Double(room.width) / Double(width), Double(room.height) / Double(height))
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
        return PixelSize(width: side(width), height: side(height))
    }

    /// The smallest even size that contains this one, as 4:2:0 video requires.
    public var roundedUpToEven: PixelSize { PixelSize(width: width + (width & 1), height: height + (height & 1)) }

    /// The size as text: `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
