extension ManifestView {
    /// How the view lies in its superview: where it is pinned, else where it says.
    /// - Parameters:
    ///   - natural: The size of what it shows, which it has without a size of its own.
    ///   - alignment: What of it at its edges does not count where it is pinned.
    ///   - superview: The superview's own coordinates, laid out.
    ///   - direction: In which direction it runs.
    ///   - safeAreaInsets: What the superview's safe area leaves free at its edges.
    package func geometry(
        of natural: Size,
        alignmentRectInsets alignment: EdgeInsets,
        in superview: Rect,
        _ direction: LayoutDirection,
        safeAreaInsets: EdgeInsets = .zero
    ) -> ViewGeometry {
        var geometry = ViewGeometry(anchorPoint: anchorPoint ?? Point(x: 0.5, y: 0.5))
        let written = frame ?? Rect(origin: .zero, size: bounds?.size ?? natural)
        let held = pins?.frame(
            of: written,
            in: superview,
            direction,
            alignmentRectInsets: alignment,
            safeAreaInsets: safeAreaInsets
        )
        geometry.frame = held ?? written
        geometry.bounds = bounds ?? geometry.bounds
        geometry.center = center ?? geometry.center
        geometry.transform = transform?.transform ?? .identity
        return geometry
    }

    /// Whether a mask holds a view within.
    package var hasMaskedSubviews: Bool {
        (subviews ?? []).contains { $0.autoresizingMask != nil && $0.pins == nil || $0.hasMaskedSubviews }
    }

    /// The size that the view has in the text, before it is laid out: what its subviews were placed in; `nil` where it has none.
    package var writtenSize: Size? { bounds?.size ?? frame?.size }
}
