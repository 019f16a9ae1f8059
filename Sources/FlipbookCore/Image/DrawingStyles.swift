/// The looks of a line along a path.
public struct StrokeStyle: Hashable, Sendable {
    /// The form of a line's ends: `CGLineCap`.
    public enum LineCap: Int32, CaseIterable, Hashable, Sendable {
        /// The line ends where the path does.
        case butt
        /// A half circle is added.
        case round
        /// Half of a square is added.
        case square
    }

    /// The form of a line's corners: `CGLineJoin`.
    public enum LineJoin: Int32, CaseIterable, Hashable, Sendable {
        /// The outer edges meet, up to ``StrokeStyle/miterLimit``.
        case miter
        /// The corner is round.
        case round
        /// The corner is cut off.
        case bevel
    }

    /// The width of the line in points.
    public var lineWidth: Double
    /// The form of the ends.
    public var lineCap: LineCap
    /// The form of the corners.
    public var lineJoin: LineJoin
    /// The length of a corner, in widths of the line, beyond which a miter is cut off.
    public var miterLimit: Double
    /// The lengths of dashes and gaps by turns, in points; empty for a whole line.
    public var dash: [Double]
    /// The length of the dashes that is left out at the beginning of the path, in points.
    public var dashPhase: Double

    /// A style, whose defaults are those of CoreGraphics: a whole line of 1 point with corners.
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

/// The rule that tells the inside of a path that crosses itself: `CGPathFillRule`.
public enum FillRule: Int32, CaseIterable, Hashable, Sendable {
    /// Inside is where the path goes around more often in one direction than in the other.
    case winding
    /// Inside is what an odd number of lines separates from the outside.
    case evenOdd
}

/// The mixing of what is drawn with what was drawn before: the modes of `CGBlendMode` that change nothing outside of what is
/// drawn.
///
/// The formulas are those of the W3C's Compositing and Blending Level 1. The raw values are those of `cairo_operator_t`.
public enum BlendMode: Int32, CaseIterable, Hashable, Sendable {
    /// Nothing is left.
    case clear = 0
    /// The new drawing replaces the former one.
    case copy
    /// The new drawing lies over the former one.
    case normal
    /// The new drawing is seen only where the former one is.
    case sourceAtop = 5
    /// The new drawing lies beneath the former one.
    case destinationOver = 7
    /// The former drawing is left where the new one is not.
    case destinationOut = 9
    /// Each is seen only where the other one is not.
    case xor = 11
    /// The sum, at most white.
    case plusLighter
    /// The colors multiplied: darker.
    case multiply = 14
    /// The complements multiplied: lighter.
    case screen
    /// ``multiply`` or ``screen``, by the color before.
    case overlay
    /// The darker color.
    case darken
    /// The lighter color.
    case lighten
    /// The color before, lighter by the drawn one.
    case colorDodge
    /// The color before, darker by the drawn one.
    case colorBurn
    /// ``multiply`` or ``screen``, by the drawn color.
    case hardLight
    /// A softer ``hardLight``.
    case softLight
    /// The difference of the colors.
    case difference
    /// A softer ``difference``.
    case exclusion
    /// The hue of the drawn color.
    case hue
    /// The saturation of the drawn color.
    case saturation
    /// The hue and the saturation of the drawn color.
    case color
    /// The luminosity of the drawn color.
    case luminosity
}

/// The place of lines of different lengths beside one another: `NSTextAlignment`.
public enum TextAlignment: String, CaseIterable, Sendable {
    /// They begin on one line at the left.
    case left
    /// Their middles are on one line.
    case center
    /// They end on one line at the right.
    case right
}
