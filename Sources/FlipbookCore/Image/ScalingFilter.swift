/// The algorithm that scales pictures.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable {
    /// Shrinks without aliasing, and enlarges without ringing. Each pixel of a smaller picture is the mean of the source area
    /// that it covers. If that area ends inside a source pixel, a cubic curve estimates the share on either side. Pictures are
    /// enlarged as with ``bilinear``. Each axis is scaled separately.
    case automatic
    /// The nearest pixel: hard edges, for pixel art.
    case nearest
    /// Linear interpolation between two pixel centers, as in Core Animation. Skips pixels when shrinking to less than half the
    /// size.
    case bilinear
}
