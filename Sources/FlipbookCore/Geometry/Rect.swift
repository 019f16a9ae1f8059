/// An axis-aligned rectangle, in points.
public struct Rect: Hashable, Codable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The width and the height.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// Creates a rectangle from its top left corner and its size.
    public init(origin: Point, size: Size) { (self.origin, self.size) = (origin, size) }

    /// Creates a rectangle from its top left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// A Boolean value that indicates whether the size is empty or the origin is not finite.
    public var isEmpty: Bool { size.isEmpty || !origin.x.isFinite || !origin.y.isFinite }
    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }

    /// Returns this rectangle in pixels. The edge coordinate e becomes floor(e * scale + 0.5), so rectangles that share an edge
    /// neither overlap nor leave a gap. The result is empty if its edges meet after rounding.
    /// - Parameter scale: Pixels per point.
    public func snapped(scale: Double = 1) -> PixelRect {
        guard !isEmpty, scale > 0, scale.isFinite else { return .zero }
        let (left, right) = (Self.pixelBorder(minX, scale), Self.pixelBorder(maxX, scale))
        let (top, bottom) = (Self.pixelBorder(minY, scale), Self.pixelBorder(maxY, scale))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the pixel boundary nearest to `edge`, clamped to ±2^40 so that differences cannot overflow.
    private static func pixelBorder(_ edge: Double, _ scale: Double) -> Int {
        let limit = 1_099_511_627_776.0
        return Int(min(max((edge * scale + 0.5).rounded(.down), -limit), limit))
    }

    /// Returns `true` if a point is in the rectangle. The left and top edges are included; the right and bottom edges are not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The width in points.
    public var width: Double { size.width }
    /// The height in points.
    public var height: Double { size.height }
    /// The horizontal center.
    public var midX: Double { origin.x + size.width / 2 }
    /// The vertical center.
    public var midY: Double { origin.y + size.height / 2 }

    /// Returns the rectangle reduced by these margins, like `CGRect.inset(by:)`. Negative margins enlarge the rectangle. If
    /// opposite margins meet, the result is empty.
    public func inset(by insets: EdgeInsets) -> Rect {
        let rest = Size(width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
        let (width, height) = (max(0, rest.width), max(0, rest.height))
        return Rect(x: minX + insets.left, y: minY + insets.top, width: width, height: height)
    }

    /// Returns the smallest rectangle that contains both rectangles. An empty rectangle has no effect.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the area common to both rectangles, or ``zero`` if there is none.
    public func intersection(_ other: Rect) -> Rect {
        guard !isEmpty, !other.isEmpty else { return .zero }
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smallest axis-aligned rectangle that contains the transformed rectangle.
    public func applying(_ transform: Transform) -> Rect {
        let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)]
            .map { Point(x: $0.0, y: $0.1).applying(transform) }
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        let (left, right) = (across.reduce(across[0], min), across.reduce(across[0], max))
        let (top, bottom) = (down.reduce(down[0], min), down.reduce(down[0], max))
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
