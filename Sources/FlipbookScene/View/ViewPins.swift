public import FlipbookCore

/// The hold of a view on the sides of its superview: what constraints to the superview alone say in UIKit. All in points.
///
/// Of each axis it says at most two things: one of both ends and the middle, and the length; or both ends. What is `nil` is
/// left as the view has it: a view without a size of its own has its intrinsic one. What is held is the view's alignment
/// rectangle.
public struct ViewPins: Hashable, Sendable {
    /// Sides of the superview that a view reaches from end to end.
    public enum Fit: String, CaseIterable, Sendable {
        /// From the leading edge to the trailing one.
        case width
        /// From the upper edge to the lower one.
        case height
        /// All of the superview.
        case both
    }

    /// From the superview's leading edge: the left one, or the right one where it runs from right to left.
    public var leading: Double?
    /// To the superview's trailing edge.
    public var trailing: Double?
    /// From the superview's upper edge.
    public var top: Double?
    /// To the superview's lower edge.
    public var bottom: Double?
    /// From the superview's middle, towards the trailing edge.
    public var centerX: Double?
    /// From the superview's middle downwards.
    public var centerY: Double?
    /// The width of the view.
    public var width: Double?
    /// The height of the view.
    public var height: Double?
    /// The sides that are reached from end to end, as both ends at 0 say, or `nil` for none.
    public var fit: Fit?
    /// The distance from the superview's edges from which all of this counts; none by default.
    public var margins = EdgeInsets.zero
    /// A Boolean value that has it count from the superview's safe area, which a device's bars leave free, and not
    /// from its edges.
    public var isInSafeArea = false

    /// Pins that hold nothing.
    public init() {}

    /// The place of a view in its superview.
    /// - Parameters:
    ///   - frame: Where it lies without pins.
    ///   - bounds: The superview's own coordinates.
    ///   - direction: In which direction the superview runs.
    ///   - alignmentRectInsets: What of the view at its edges does not count, a shadow or a glow.
    ///   - safeAreaInsets: What the superview's safe area leaves free at its edges.
    public func frame(
        of frame: Rect,
        in bounds: Rect,
        _ direction: LayoutDirection = .leftToRight,
        alignmentRectInsets: EdgeInsets = .zero,
        safeAreaInsets: EdgeInsets = .zero
    ) -> Rect {
        let room = (isInSafeArea ? bounds.inset(by: safeAreaInsets) : bounds).inset(by: margins)
        let aligned = frame.inset(by: alignmentRectInsets)
        let (fitsAcross, fitsDown) = (fit == .width || fit == .both, fit == .height || fit == .both)
        var across = Self.place(
            aligned.minX - room.minX,
            aligned.width,
            in: room.width,
            (fitsAcross ? 0 : leading, fitsAcross ? 0 : trailing, centerX, width)
        )
        let isHeld = fitsAcross || leading ?? trailing ?? centerX != nil
        if direction == .rightToLeft, isHeld { across.start = room.width - across.start - across.length }
        let down = Self.place(
            aligned.minY - room.minY,
            aligned.height,
            in: room.height,
            (fitsDown ? 0 : top, fitsDown ? 0 : bottom, centerY, height)
        )
        return Rect(x: room.minX + across.start, y: room.minY + down.start, width: across.length, height: down.length)
            .inset(by: alignmentRectInsets.outwards)
    }

    /// A Boolean value that indicates pins that say how wide a view is.
    package var sayWidth: Bool { width != nil || fit == .width || fit == .both || (leading != nil && trailing != nil) }

    /// A Boolean value that indicates pins that say how high a view is.
    package var sayHeight: Bool { height != nil || fit == .height || fit == .both || (top != nil && bottom != nil) }

    private static func place(
        _ start: Double,
        _ length: Double,
        in room: Double,
        _ pins: (start: Double?, end: Double?, middle: Double?, length: Double?)
    ) -> (start: Double, length: Double) {
        if let start = pins.start, let end = pins.end { return (start, max(room - start - end, 0)) }
        let length = pins.length ?? length
        if let start = pins.start { return (start, length) }
        if let end = pins.end { return (room - end - length, length) }
        if let middle = pins.middle { return ((room - length) / 2 + middle, length) }
        return (start, length)
    }
}
