/// The policy for picture edges inside pixels of the canvas.
public enum PixelPolicy: String, CaseIterable, Hashable, Sendable {
    /// Each edge moves to the nearest pixel boundary: floor(e + 0.5). Edges stay sharp, adjacent pictures leave no gap, and an
    /// unscaled picture keeps every byte. A picture stretches or shrinks by less than a pixel. The default.
    case snap
    /// Each edge keeps its exact position. Pixels that the picture covers partly are blended. Suited to slow movements and
    /// exact proportions. An unscaled picture between two pixels becomes softer. With ``ScalingFilter/nearest``, a pixel
    /// belongs to the picture if its center does, and no pixel is blended.
    case exact
}
