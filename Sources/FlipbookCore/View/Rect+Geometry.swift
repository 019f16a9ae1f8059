extension Rect {
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

    /// What both have in common; ``zero`` where that has no area.
    public func intersection(_ other: Rect) -> Rect {
        guard !isEmpty, !other.isEmpty else { return .zero }
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
