/// How a picture is drawn at another size.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable {
    /// Does not alias when it shrinks, does not ring when it grows.
    ///
    /// A pixel of a smaller picture is the mean of the area that it covers, its
    /// borders weighed by the part covered; a larger picture is drawn as by
    /// ``bilinear``. Each axis is treated on its own.
    case automatic
    /// The pixel whose square holds the new pixel's centre: hard edges, for pixel art.
    case nearest
    /// A straight line between the two nearest pixel centres: what Core Animation does.
    ///
    /// It leaves pixels out where a picture shrinks to less than a half.
    case bilinear
}
