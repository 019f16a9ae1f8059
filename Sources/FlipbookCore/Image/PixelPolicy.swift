/// The policy for a picture's edges that fall inside pixels of the canvas.
public enum PixelPolicy: String, CaseIterable, Hashable, Sendable {
    /// Each edge moves to the nearest border between pixels: floor(e + 0.5).
    ///
    /// Edges stay hard, pictures side by side leave no gap, and a picture that is not scaled keeps every byte. The
    /// picture is stretched or shrunk by less than a pixel. The default, for every content mode.
    case snap
    /// Each edge stays where it is: a pixel that the picture covers in part shows that part of it.
    ///
    /// For slow movements and fine proportions. An unscaled picture between two pixels becomes softer. With
    /// ``ScalingFilter/nearest`` a pixel belongs to the picture when its center does, and there are no partial ones.
    case exact
}
