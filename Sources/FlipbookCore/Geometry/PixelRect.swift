/// An upright rectangle of whole pixels.
public struct PixelRect: Hashable, Codable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns and rows.
    public var size: PixelSize

    /// A rectangle without pixels at the origin.
    public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// The rectangle of `width` columns from `x` and `height` rows from `y`.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, size) = (x, y, PixelSize(width: width, height: height))
    }

    /// The rectangle that covers a picture of `size` from its top left pixel.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// A Boolean value that indicates a rectangle without pixels.
    public var isEmpty: Bool { size.isEmpty }

    /// The columns, from the first to the one after the last.
    public var columns: Range<Int> { x..<(x + max(0, size.width)) }
    /// The rows, from the first to the one after the last.
    public var rows: Range<Int> { y..<(y + max(0, size.height)) }

    /// The pixels that lie in both rectangles; empty, at the origin, where there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return .zero }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
