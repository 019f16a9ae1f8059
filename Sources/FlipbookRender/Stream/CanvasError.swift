public import FlipbookCore

/// An error for a canvas that cannot be drawn on.
public enum CanvasError: ExplainedError, Hashable {
    /// A side is zero or negative.
    case empty(PixelSize)
    /// The canvas has more pixels than ``RenderTarget/largestArea``.
    case tooLarge(PixelSize)
    /// The scale is zero, negative, infinite, or NaN.
    case scale(Double)
    /// A property of a layer is invalid. The values are its key and the reason.
    case property(ManifestKey, String)
    /// The overlays up to and including the one at this index have more pixels in total than ``RenderTarget/largestArea``.
    case overlaysTooLarge(Int)
    /// The text at this index cannot be drawn.
    case text(Int, TextError)
    /// The picture of the overlay at this index cannot be drawn.
    case overlay(Int, FrameRenderError)

    /// The code of the case.
    public var code: ErrorCode {
        switch self {
        case .empty: "canvas.empty"
        case .tooLarge: "canvas.large"
        case .scale: "canvas.scale"
        case .property(let key, _): ErrorCode(rawValue: "canvas.\(key.rawValue)")
        case .overlaysTooLarge: "canvas.overlays"
        case .overlay(_, let error): error.code
        case .text(_, let error): error.code
        }
    }

    /// The fault and the remedy.
    public var explanation: Explanation {
        switch self {
        case .empty(let size): "The canvas is \(size) pixels; both sides must be at least 1."
        case .tooLarge(let size):
            "The canvas is \(size) pixels, more than the limit of \(RenderTarget.largestArea); choose a smaller one."
        case .scale(let scale): "The canvas has \(scale) pixels per point; the scale must be a number above 0."
        case .property(_, let reason): Explanation(reason)
        case .overlaysTooLarge(let place):
            "The first \(place + 1) overlays together cover more than \(RenderTarget.largestArea) pixels; use smaller "
                + "or fewer overlays."
        case .text(_, let error): error.explanation
        case .overlay(_, let error): "The overlay \(error)."
        }
    }
}
