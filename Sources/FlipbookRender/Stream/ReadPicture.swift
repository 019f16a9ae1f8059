internal import FlipbookCore
import FlipbookImaging
internal import FlipbookScene

/// A picture's pixels as they are shown.
struct ReadPicture {
    let pixels: Picture
    /// The size that the file gives the picture. It is placed by this one, and has other pixels where it was read in another
    /// detail.
    let size: PixelSize
}

/// On how many pixels a picture is drawn, whose file may be read in as many.
struct PictureDetail: Equatable {
    /// The size that the file gives the picture, turned as it is shown.
    let size: PixelSize
    /// The pixels that it is drawn on.
    let drawn: PixelSize
}

extension PaintedLayer {
    /// How many pixels a picture is drawn on, where its file may be read in as many: a drawing of lines, an icon, or a
    /// photograph that gets smaller. `nil` where the picture's own pixels are wanted.
    /// - Parameters:
    ///   - size: That of the picture, as it is shown.
    ///   - pictureScale: Pixels of the picture per point.
    ///   - place: The layer among the target's pixels.
    func detail(of size: PixelSize, scale pictureScale: Double, in place: PixelRect, for target: RenderTarget)
        -> PixelSize?
    {
        guard properties.filter != .nearest else { return nil }
        let drawn = placement(of: size, scale: pictureScale, in: place, scale: target.scale).target.size
        // Of what is drawn much larger than the target, little is seen.
        guard !drawn.isEmpty, drawn != size, drawn.area <= max(size.area, target.size.area * 4) else { return nil }
        // A codec's means are means of numbers, as the filter's are where these are drawn.
        let isSmaller = drawn.width < size.width || drawn.height < size.height
        return isSmaller && (properties.filter != .automatic || target.canvas.areLight) ? nil : drawn
    }
}
