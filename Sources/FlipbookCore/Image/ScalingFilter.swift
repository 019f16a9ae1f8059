/// The algorithm that scales pictures.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable {
    /// Shrinks without aliasing, and enlarges without ringing.
    ///
    /// A pixel of a smaller picture is the mean of the area that it covers. If the edge of that area cuts a source pixel, a
    /// cubic through the sums of the neighboring pixels estimates the share on either side. That is sharper than treating the
    /// pixel as flat, and it equals the plain mean if the factor is a whole number. Beside a hard edge it overshoots by less
    /// than a thirteenth; plain Lanczos overshoots by a tenth. Pictures are enlarged as with ``bilinear``. Each axis is scaled
    /// separately.
    case automatic
    /// The nearest pixel: hard edges, for pixel art.
    case nearest
    /// Linear interpolation between two pixel centers, as in Core Animation. Skips pixels when shrinking to less than half the
    /// size.
    case bilinear
}
