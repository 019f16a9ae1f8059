/// An axis-aligned rectangle of whole pixels.
public struct PixelRect: Hashable, Codable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The width and the height in pixels.
    public var size: PixelSize

    /// An empty rectangle at the origin.
    public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Creates a rectangle from its first column, its first row, and its size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, size) = (x, y, PixelSize(width: width, height: height))
    }

    /// Creates the rectangle of a whole picture.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// A Boolean value that indicates whether the rectangle contains no pixels.
    public var isEmpty: Bool { size.isEmpty }
    /// The range of columns.
    public var columns: Range<Int> { x..<(x + max(0, size.width)) }
    /// The range of rows.
    public var rows: Range<Int> { y..<(y + max(0, size.height)) }

    /// Returns the pixels common to both rectangles, or ``zero`` if there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return .zero }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
