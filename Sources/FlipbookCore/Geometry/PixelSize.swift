/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Codable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size of `width` columns and `height` rows.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// A Boolean value that indicates nothing to draw: a side that is zero or negative.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, 0 for an empty size.
    ///
    /// Saturates at `Int.max` instead of overflowing.
    public var area: Int {
        guard !isEmpty else { return 0 }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The largest size of the same proportions that fits into a room; this size where it fits as it is. No side is below 1.
    package func fitted(in room: PixelSize) -> PixelSize {
        let factor = min(1, Double(room.width) / Double(width), Double(room.height) / Double(height))
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
        return PixelSize(width: side(width), height: side(height))
    }

    /// The smallest size with even sides that holds this one: what 4:2:0 video needs.
    public var roundedUpToEven: PixelSize { PixelSize(width: width + (width & 1), height: height + (height & 1)) }
}

extension PixelSize: CustomStringConvertible {
    /// The size as people write it: `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
