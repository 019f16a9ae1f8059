/// The style of a stroked line.
public struct StrokeStyle: Hashable, Sendable {
    /// The shape of a line's ends: `CGLineCap`.
    public enum LineCap: Int32, CaseIterable, Hashable, Sendable {
        /// The line ends at the end of the path.
        case butt
        /// The line ends in a semicircle.
        case round
        /// The line extends past the end of the path by half the line width.
        case square
    }

    /// The shape of a line's corners: `CGLineJoin`.
    public enum LineJoin: Int32, CaseIterable, Hashable, Sendable {
        /// A sharp corner, up to ``StrokeStyle/miterLimit``.
        case miter
        /// A round corner.
        case round
        /// A beveled corner.
        case bevel
    }

    /// The width of the line in points.
    public var lineWidth: Double
    /// The shape of the ends.
    public var lineCap: LineCap
    /// The shape of the corners.
    public var lineJoin: LineJoin
    /// The maximum length of a mitered corner, as a multiple of the line width. Longer corners are beveled.
    public var miterLimit: Double
    /// The alternating lengths of dashes and gaps, in points. Empty for a solid line.
    public var dash: [Double]
    /// The distance into the dash pattern at which the line begins, in points.
    public var dashPhase: Double

    /// Creates a style. The defaults are those of Core Graphics: a solid line of 1 point with sharp corners.
    public init(
        lineWidth: Double = 1,
        lineCap: LineCap = .butt,
        lineJoin: LineJoin = .miter,
        miterLimit: Double = 10,
        dash: [Double] = [],
        dashPhase: Double = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin, self.miterLimit) = (lineWidth, lineCap, lineJoin, miterLimit)
        (self.dash, self.dashPhase) = (dash, dashPhase)
    }
}

/// The rule that determines the inside of a path that crosses itself: `CGPathFillRule`.
public enum FillRule: Int32, CaseIterable, Hashable, Sendable {
    /// A point is inside if the path winds around it more often in one direction than in the other.
    case winding
    /// A point is inside if an odd number of lines separates it from the outside.
    case evenOdd
}

/// The modes of `CGBlendMode` that leave the area outside the drawing unchanged. The formulas come from the W3C's Compositing
/// and Blending Level 1, and the raw values from `cairo_operator_t`.
public enum BlendMode: Int32, CaseIterable, Hashable, Sendable {
    /// Clears the drawn area.
    case clear = 0
    /// Replaces the background.
    case copy
    /// Draws over the background.
    case normal
    /// Draws only over the existing background.
    case sourceAtop = 5
    /// Draws beneath the background.
    case destinationOver = 7
    /// Keeps the background only outside the drawing.
    case destinationOut = 9
    /// Shows the drawing and the background only where they do not overlap.
    case xor = 11
    /// Adds the colors, up to white.
    case plusLighter
    /// Multiplies the colors, which darkens them.
    case multiply = 14
    /// Multiplies the complements of the colors, which lightens them.
    case screen
    /// ``multiply`` or ``screen``, depending on the background.
    case overlay
    /// The darker color.
    case darken
    /// The lighter color.
    case lighten
    /// Lightens the background by the drawn color.
    case colorDodge
    /// Darkens the background by the drawn color.
    case colorBurn
    /// ``multiply`` or ``screen``, depending on the drawn color.
    case hardLight
    /// A softer ``hardLight``.
    case softLight
    /// The difference of the colors.
    case difference
    /// A softer ``difference``.
    case exclusion
    /// The hue of the drawn color, with the background's saturation and luminosity.
    case hue
    /// The saturation of the drawn color, with the background's hue and luminosity.
    case saturation
    /// The hue and saturation of the drawn color, with the background's luminosity.
    case color
    /// The luminosity of the drawn color, with the background's hue and saturation.
    case luminosity
}

/// The alignment of lines of text: `NSTextAlignment`.
public enum TextAlignment: String, CaseIterable, Sendable {
    /// Aligned at the left.
    case left
    /// Centered.
    case center
    /// Right-aligned.
    case right
}
