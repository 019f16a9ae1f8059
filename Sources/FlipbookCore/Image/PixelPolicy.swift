/// The policy for picture edges that fall inside canvas pixels.
public enum PixelPolicy: String, CaseIterable, Hashable, Sendable {
    /// Each edge moves to the nearest pixel boundary: floor(e + 0.5). Edges stay sharp, adjacent pictures leave no gap, and
    /// every byte of an unscaled picture is preserved. This is the default.
    case snap
    /// Each edge keeps its exact position, which suits slow movements. Pixels that the picture partly covers are blended, so an
    /// unscaled picture that lies between pixels becomes softer. With ``ScalingFilter/nearest``, no pixel is blended.
    case exact
}
