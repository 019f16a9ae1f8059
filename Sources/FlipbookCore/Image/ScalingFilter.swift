/// The way in which a picture is drawn at another size.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable {
    /// Does not alias when it shrinks, does not ring when it grows.
    ///
    /// A pixel of a smaller picture is the mean of the area that it covers. Where an edge of that area cuts a source
    /// pixel, a cubic through the sums of the pixels around it says how much lies on either side: sharper than to take
    /// the pixel for flat, and the plain mean where the factor is a whole number. Beside a hard edge it overshoots by
    /// less than a thirteenth, where plain Lanczos does by a tenth. A larger picture is drawn as by ``bilinear``. Each
    /// axis is treated on its own.
    case automatic
    /// The pixel whose square holds the new pixel's center: hard edges, for pixel art.
    case nearest
    /// A straight line between the two nearest pixel centers: what Core Animation does.
    ///
    /// It leaves pixels out where a picture shrinks to less than a half.
    case bilinear
}
