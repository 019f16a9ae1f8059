/// An upright rectangle, in points.
public struct Rect: Hashable, Codable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The extent to the right and downwards.
    public var size: Size

    /// A rectangle without extent at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// The rectangle with its top left corner at `origin`.
    public init(origin: Point, size: Size) { (self.origin, self.size) = (origin, size) }

    /// The rectangle with its top left corner at (`x`, `y`).
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// A Boolean value that indicates nothing to draw, see ``Size/isEmpty``; also when the origin is not finite.
    public var isEmpty: Bool { size.isEmpty || !origin.x.isFinite || !origin.y.isFinite }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }

    /// The pixels that this rectangle takes at `scale` pixels per point, each edge rounded to the nearest pixel border.
    ///
    /// An edge at e points goes to floor(e * scale + 0.5). Rounding edges, and not sizes, leaves no gap and no overlap
    /// between rectangles that share an edge. An empty rectangle, or one whose edges meet after rounding, gives an
    /// empty result.
    public func snapped(scale: Double = 1) -> PixelRect {
        guard !isEmpty, scale > 0, scale.isFinite else { return .zero }
        let left = Self.pixelBorder(minX, scale)
        let top = Self.pixelBorder(minY, scale)
        return PixelRect(
            x: left,
            y: top,
            width: Self.pixelBorder(maxX, scale) - left,
            height: Self.pixelBorder(maxY, scale) - top
        )
    }

    /// The border nearest to `edge`, kept within ±2^40 so that differences of borders cannot overflow.
    private static func pixelBorder(_ edge: Double, _ scale: Double) -> Int {
        let limit = 1_099_511_627_776.0
        return Int(min(max((edge * scale + 0.5).rounded(.down), -limit), limit))
    }
}

extension Rect {
    /// Returns `true` if a place is in the rectangle: the left and top edges are, the right and bottom ones are not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The extent to the right.
    public var width: Double { size.width }
    /// The extent downwards.
    public var height: Double { size.height }
    /// The middle between the left and the right edge.
    public var midX: Double { origin.x + size.width / 2 }
    /// The middle between the upper and the lower edge.
    public var midY: Double { origin.y + size.height / 2 }

    /// The rectangle without these margins, as CoreGraphics's `inset(by:)`. Margins below 0 enlarge it; those that meet
    /// leave no extent.
    public func inset(by insets: EdgeInsets) -> Rect {
        Rect(
            x: minX + insets.left,
            y: minY + insets.top,
            width: max(0, width - insets.left - insets.right),
            height: max(0, height - insets.top - insets.bottom)
        )
    }

    /// The smallest rectangle around both. One that is empty adds nothing.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle that both have in common, or ``zero`` if that has no area.
    public func intersection(_ other: Rect) -> Rect {
        guard !isEmpty, !other.isEmpty else { return .zero }
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
