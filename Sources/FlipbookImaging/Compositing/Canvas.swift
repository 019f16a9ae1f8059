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
    /// What becomes of a frame's edges that fall inside pixels.
    public var pixelPolicy: PixelPolicy
    /// How a frame is cut that is drawn at another size; `nil` where it is scaled as a whole.
    ///
    /// Caps have an effect in the modes that scale.
    public var resizing: ImageResizing?
    /// The colour that frames are drawn in as templates; `nil` where they keep their own colours.
    public var tintColor: Color?
    /// How much frame and background together cover what is behind them, 0 to 1.
    public var alpha: Double
    /// Whether nothing behind shows through, whatever ``alpha`` says; black fills what is transparent.
    public var isOpaque: Bool
    /// Whether neither frame nor background is drawn; the overlays are.
    public var isHidden: Bool
    /// What lies over the frame, the last one on top, each at its `ImageView.frame` in points of the canvas.
    ///
    /// Of each, the picture that shows when the renderer is made is drawn.
    public var overlays: [ImageView]

    /// The most pixels that a canvas may have: 2^28, a gibibyte of RGBA.
    public static let largestArea = 1 << 28

    /// A canvas from its parts.
    public init(
        size: PixelSize,
        scale: Double = 1,
        contentMode: ContentMode = .scaleToFill,
        background: Background = .black,
        filter: ScalingFilter = .automatic,
        pixelPolicy: PixelPolicy = .snap,
        resizing: ImageResizing? = nil,
        tintColor: Color? = nil,
        alpha: Double = 1,
        isOpaque: Bool = false,
        isHidden: Bool = false,
        overlays: [ImageView] = []
    ) {
        self.size = size
        self.scale = scale
        self.contentMode = contentMode
        self.background = background
        self.filter = filter
        self.pixelPolicy = pixelPolicy
        self.resizing = resizing
        self.tintColor = tintColor
        self.alpha = alpha
        self.isOpaque = isOpaque
        self.isHidden = isHidden
        self.overlays = overlays
    }

    /// The canvas that an image view's bounds make, for one of its pictures.
    /// - Parameters:
    ///   - view: The view; where it lies in whatever holds it does not matter.
    ///   - image: The picture, for its caps and its rendering mode.
    ///   - scale: Pixels of the canvas per point.
    public init(_ view: ImageView, showing image: Image?, scale: Double = 1, filter: ScalingFilter = .automatic) {
        self.init(
            size: Rect(origin: .zero, size: view.bounds.size).snapped(scale: scale).size,
            scale: scale,
            contentMode: view.contentMode,
            background: view.backgroundColor ?? .clear,
            filter: filter,
            resizing: image?.resizing ?? view.resizing,
            tintColor: image?.stencilColor(in: view.tintColor),
            alpha: view.alpha,
            isOpaque: view.isOpaque,
            isHidden: view.isHidden
        )
    }

    /// ``alpha``; 1 where the view is opaque.
    var opacity: Double { isOpaque || alpha.isNaN ? 1 : alpha }

    /// What lies behind the frame: nothing where the view is hidden, and in an opaque one a translucent colour as if
    /// it were opaque, which the system leaves undefined.
    var shownBackground: Background {
        guard !isHidden else { return .clear }
        guard isOpaque, case .color(var color) = background, color.alpha > 0 else { return background }
        color.alpha = 255
        return .color(color)
    }

    /// Checks that pictures of this canvas can be made.
    func validate() throws(CanvasError) {
        guard !size.isEmpty else { throw .empty(size) }
        guard size.area <= Self.largestArea else { throw .tooLarge(size) }
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
        guard alpha >= 0, alpha <= 1 else { throw .alpha(alpha) }
    }
}

/// Why nothing can be drawn on a canvas.
public enum CanvasError: ExplainedError, Hashable {
    /// A side is zero or negative.
    case empty(PixelSize)
    /// There are more pixels than ``Canvas/largestArea``.
    case tooLarge(PixelSize)
    /// The scale is zero, negative, infinite or not a number.
    case scale(Double)
    /// The alpha is below 0, above 1, or not a number.
    case alpha(Double)
    /// With the overlay at this place in ``Canvas/overlays`` they together have more pixels than ``Canvas/largestArea``.
    case overlaysTooLarge(Int)
    /// The picture of the overlay at this place in ``Canvas/overlays`` cannot be drawn.
    case overlay(Int, FrameRenderError)

    /// What kind of error it is, by its case.
    public var code: ErrorCode {
        switch self {
        case .empty: "canvas.empty"
        case .tooLarge: "canvas.large"
        case .scale: "canvas.scale"
        case .alpha: "canvas.alpha"
        case .overlaysTooLarge: "canvas.overlays"
        case .overlay(_, let error): error.code
        }
    }

    /// What is wrong, and what would be right.
    public var explanation: Explanation {
        switch self {
        case .empty(let size): "The canvas is \(size) pixels; both sides must be at least 1."
        case .tooLarge(let size):
            "The canvas is \(size) pixels, more than the limit of \(Canvas.largestArea); choose a smaller one."
        case .scale(let scale): "The canvas has \(scale) pixels per point; the scale must be a number above 0."
        case .alpha(let alpha): "The alpha is \(alpha); it must be a number from 0 to 1."
        case .overlaysTooLarge(let place):
            "The first \(place + 1) overlays together cover more than \(Canvas.largestArea) pixels; use smaller or fewer ones."
        case .overlay(_, let error): "The overlay \(error)."
        }
    }
}
