public import FlipbookCore

/// What frames are drawn on, and how they are placed on it: the part of an image view that stays the same.
public struct Canvas: Hashable, Sendable {
    /// The size in pixels.
    public var size: PixelSize
    /// Pixels of the canvas per point.
    public var scale: Double
    /// How a frame of another size is placed.
    public var contentMode: ContentMode
    /// What shows where a frame is transparent or does not reach.
    public var background: Background
    /// How a frame is drawn at another size.
    public var filter: ScalingFilter
    /// The margins of each frame that keep their size, in points; `nil` where a frame is scaled as a whole.
    ///
    /// They have an effect in the content modes that scale the frame.
    public var capInsets: EdgeInsets?
    /// How what lies between the caps fills its room.
    public var resizingMode: ResizingMode

    /// The most pixels that a canvas may have: 2^28, a gibibyte of RGBA.
    public static let largestArea = 1 << 28

    /// A canvas from its parts.
    public init(
        size: PixelSize,
        scale: Double = 1,
        contentMode: ContentMode = .scaleToFill,
        background: Background = .black,
        filter: ScalingFilter = .automatic,
        capInsets: EdgeInsets? = nil,
        resizingMode: ResizingMode = .tile
    ) {
        self.size = size
        self.scale = scale
        self.contentMode = contentMode
        self.background = background
        self.filter = filter
        self.capInsets = capInsets
        self.resizingMode = resizingMode
    }

    /// Checks that pictures of this canvas can be made.
    func validate() throws(CanvasError) {
        guard !size.isEmpty else { throw .empty(size) }
        guard size.area <= Self.largestArea else { throw .tooLarge(size) }
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
    }
}

/// Why nothing can be drawn on a canvas.
public enum CanvasError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is zero or negative.
    case empty(PixelSize)
    /// There are more pixels than ``Canvas/largestArea``.
    case tooLarge(PixelSize)
    /// The scale is zero, negative, infinite or not a number.
    case scale(Double)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .empty(let size): "The canvas is \(size) pixels; both sides must be at least 1."
        case .tooLarge(let size):
            "The canvas is \(size) pixels, more than the limit of \(Canvas.largestArea); choose a smaller one."
        case .scale(let scale): "The canvas has \(scale) pixels per point; the scale must be a number above 0."
        }
    }
}
