package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
import FlipbookScene

extension Picture {
    /// Draws the whole picture at a different size, sliced into `slices`. The result is premultiplied, and has the same bit
    /// depth.
    /// - Precondition: The picture is straight RGBA, and the slices are for its size.
    package func resized(_ slices: ImageSlices, to size: PixelSize, scale: Double, filter: ScalingFilter = .automatic)
        throws(MachineShortage) -> Picture
    {
        precondition(format == .rgba || format == .rgba64, "only straight RGBA pictures can be resized")
        precondition(self.size == PixelSize(width: slices.horizontal.length, height: slices.vertical.length))
        precondition(!size.isEmpty, "a picture must have at least one pixel")
        precondition(scale > 0 && scale.isFinite, "a scale must be above 0")
        var layer = PaintedLayer.empty
        layer.properties.filter = filter
        if format == .rgba {
            let target = RenderTarget(size: size, scale: scale, format: .rgbaPremultiplied)
            return try LayerDrawing<EightBits>(layer, for: target).draw(self, scale: 1, cut: slices, stencil: nil)
        }
        let target = RenderTarget(size: size, scale: scale, format: .rgba64Premultiplied)
        return try LayerDrawing<SixteenBits>(layer, for: target).draw(self, scale: 1, cut: slices, stencil: nil)
    }

    /// Scales the whole picture to a size of at least one pixel. The result is straight, with 8 bits per channel.
    /// - Precondition: The picture is straight RGBA.
    package func scaled(to size: PixelSize) throws(MachineShortage) -> Picture {
        let drawing = LayerDrawing<EightBits>(.empty, for: RenderTarget(size: size))
        return try drawing.draw(self, scale: 1, cut: nil, stencil: nil)
    }
}
