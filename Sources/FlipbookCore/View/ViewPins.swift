/// How a view is held by the sides of its superview: what constraints to the superview alone say in UIKit. All in points.
///
/// Of each axis it says at most two things: one of both ends and the middle, and the length; or both ends. What is `nil` is
/// left as the view has it.
public struct ViewPins: Hashable, Sendable {
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
    /// How wide the view is.
    public var width: Double?
    /// How high the view is.
    public var height: Double?

    /// Pins that hold nothing.
    public init() {}

    /// Where a view lies in its superview.
    /// - Parameters:
    ///   - frame: Where it lies without pins.
    ///   - bounds: The superview's own coordinates.
    ///   - direction: In which direction the superview runs.
    public func frame(of frame: Rect, in bounds: Rect, _ direction: LayoutDirection = .leftToRight) -> Rect {
        var across = Self.place(
            frame.minX - bounds.minX,
            frame.width,
            in: bounds.width,
            (start: leading, end: trailing, middle: centerX, length: width)
        )
        let isHeld = leading ?? trailing ?? centerX != nil
        if direction == .rightToLeft, isHeld { across.start = bounds.width - across.start - across.length }
        let down = Self.place(
            frame.minY - bounds.minY,
            frame.height,
            in: bounds.height,
            (start: top, end: bottom, middle: centerY, length: height)
        )
        return Rect(
            x: bounds.minX + across.start,
            y: bounds.minY + down.start,
            width: across.length,
            height: down.length
        )
    }

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

extension View {
    /// Puts the view where its pins hold it.
    func layOut() {
        guard let pins, let superview else { return }
        frame = pins.frame(of: frame, in: superview.bounds, superview.model.layoutDirection)
    }
}
