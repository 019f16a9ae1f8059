package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
import FlipbookScene

extension Picture {
    /// The whole picture drawn on `size` pixels, cut as `slices` says: premultiplied. A `PixelFormat.rgba` picture becomes
    /// a `PixelFormat.rgbaPremultiplied` one, a `PixelFormat.rgba64` picture a `PixelFormat.rgba64Premultiplied` one. To
    /// place a picture in a view instead, see `Image.resizing`.
    /// - Parameter slices: The slices of a picture of this size, such as `ImageResizing.slices(of:scale:)` gives.
    /// - Precondition: The picture is in one of the two formats, and the slices are of its size.
    package func resized(
        _ slices: ImageSlices,
        to size: PixelSize,
        scale: Double,
        filter: ScalingFilter = .automatic
    ) throws(MachineShortage) -> Picture {
        precondition(format == .rgba || format == .rgba64, "pictures are resized from straight RGBA")
        precondition(self.size == PixelSize(width: slices.horizontal.length, height: slices.vertical.length))
        precondition(!size.isEmpty, "a picture has at least one pixel")
        precondition(scale > 0 && scale.isFinite, "a scale is a number above 0")
        var layer = PaintedLayer.empty
        layer.properties.filter = filter
        if format == .rgba {
            let target = RenderTarget(size: size, scale: scale, format: .rgbaPremultiplied)
            return try LayerDrawing<EightBits>(layer, for: target).draw(self, scale: 1, cut: slices, stencil: nil)
        }
        let target = RenderTarget(size: size, scale: scale, format: .rgba64Premultiplied)
        return try LayerDrawing<SixteenBits>(layer, for: target).draw(self, scale: 1, cut: slices, stencil: nil)
    }

    /// The whole picture drawn on `size` pixels, at least one: straight, 8 bits a channel.
    /// - Precondition: The picture is straight RGBA.
    package func scaled(to size: PixelSize) throws(MachineShortage) -> Picture {
        let drawing = LayerDrawing<EightBits>(.empty, for: RenderTarget(size: size))
        return try drawing.draw(self, scale: 1, cut: nil, stencil: nil)
    }
}
