/// The algorithm that scales pictures.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable {
    /// Shrinks without aliasing, and enlarges without ringing. Each pixel of a smaller picture is the mean of the source area
    /// that it covers. If that area ends inside a source pixel, a cubic curve estimates how the pixel's value is divided
    /// between the two sides. Pictures are enlarged as with ``bilinear``. Each axis is scaled separately.
    case automatic
    /// Uses the nearest pixel, so that the edges of pixel art stay hard.
    case nearest
    /// Linear interpolation between two pixel centers, as in Core Animation. Skips pixels when shrinking to less than half the
    /// size.
    case bilinear
}
