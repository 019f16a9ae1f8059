extension EdgeInsets {
    /// The same distance from all edges.
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    /// What of a superview's safe area's insets lies within a view: how far the view reaches beyond that area on each side.
    /// - Parameters:
    ///   - frame: Where the view lies.
    ///   - bounds: The superview's own coordinates, of whose edges these are the insets.
    public func reaching(into frame: Rect, in bounds: Rect) -> EdgeInsets {
        EdgeInsets(
            top: max(0, bounds.minY + top - max(frame.minY, bounds.minY)),
            left: max(0, bounds.minX + left - max(frame.minX, bounds.minX)),
            bottom: max(0, min(frame.maxY, bounds.maxY) - (bounds.maxY - bottom)),
            right: max(0, min(frame.maxX, bounds.maxX) - (bounds.maxX - right))
        )
    }

    /// The insets with the signs turned: what takes back ``Rect/inset(by:)``.
    package var outwards: EdgeInsets { EdgeInsets(top: -top, left: -left, bottom: -bottom, right: -right) }
}
