/// The slices of a resizable image in pixels: its caps, its center, and the mode.
package struct ImageSlices: Hashable, Sendable {
    package let horizontal: SlicedAxis
    package let vertical: SlicedAxis
    package let scale: Double
    package let mode: ResizingMode

    init(horizontal: SlicedAxis, vertical: SlicedAxis, scale: Double, mode: ResizingMode) {
        (self.horizontal, self.vertical, self.scale, self.mode) = (horizontal, vertical, scale, mode)
    }

    /// The slices of UIKit's `resizableImage(withCapInsets:resizingMode:)`, rounded to the nearest pixel boundary.
    package init(of size: PixelSize, scale: Double = 1, capInsets: EdgeInsets, mode: ResizingMode = .tile)
        throws(CapInsetsError)
    {
        try Self.check(size, scale: scale)
        try capInsets.checkCaps(of: Size(size, scale: scale))
        let horizontal = SlicedAxis.caps(capInsets.left, capInsets.right, of: size.width, scale: scale)
        let vertical = SlicedAxis.caps(capInsets.top, capInsets.bottom, of: size.height, scale: scale)
        self.init(horizontal: horizontal, vertical: vertical, scale: scale, mode: mode)
    }

    /// The slices of UIKit's older `contentStretch`: the stretched part of the image, as a unit rectangle. A rectangle narrower
    /// than a pixel selects the pixel at its center, as in Core Animation's `contentsCenter`.
    package init(of size: PixelSize, scale: Double = 1, contentStretch unit: Rect) throws(CapInsetsError) {
        try Self.check(size, scale: scale)
        // Allows for rounding errors in the fractions.
        let limit = 1 + 1e-9
        let isInside =
            [unit.minX, unit.minY, unit.size.width, unit.size.height].allSatisfy { $0 >= 0 && $0 <= limit }
            && unit.maxX <= limit && unit.maxY <= limit
        guard isInside else {
            let place = "begins at (\(unit.minX), \(unit.minY)) and is \(unit.width) by \(unit.height)"
            throw CapInsetsError("The content stretch \(place); it must be within 0 to 1 in both dimensions.")
        }
        let horizontal = SlicedAxis.stretched(from: unit.minX, to: unit.maxX, of: size.width)
        let vertical = SlicedAxis.stretched(from: unit.minY, to: unit.maxY, of: size.height)
        self.init(horizontal: horizontal, vertical: vertical, scale: scale, mode: .stretch)
    }

    package var naturalSize: PixelSize { PixelSize(width: horizontal.naturalLength, height: vertical.naturalLength) }

    package var discardsPixels: Bool {
        horizontal.naturalLength < horizontal.length || vertical.naturalLength < vertical.length
    }

    package var capInsets: EdgeInsets {
        let (top, left) = (Double(vertical.leading), Double(horizontal.leading))
        let (bottom, right) = (Double(vertical.trailing), Double(horizontal.trailing))
        return EdgeInsets(top: top, left: left, bottom: bottom, right: right).divided(by: scale)
    }

    /// The maximum length of a side in pixels. On longer sides, floating-point numbers cannot distinguish neighboring pixels.
    static let largestSide = 1 << 48

    static func check(_ size: PixelSize, scale: Double) throws(CapInsetsError) {
        guard scale > 0, scale.isFinite
        else { throw CapInsetsError("The image has \(scale) pixels per point; the scale must be a number above 0.") }
        guard !size.isEmpty, size.width <= largestSide, size.height <= largestSide
        else { throw CapInsetsError("The image is \(size) pixels, which cannot be resized.") }
    }

    /// The slices of an asset catalog's image. The pixels between the center and the right or bottom cap are hidden.
    package init(of size: PixelSize, scale: Double = 1, resizing: ImageSet.Resizing) throws(CapInsetsError) {
        try Self.check(size, scale: scale)
        var pixels = resizing.capInsets
        if resizing.parts == .threeHorizontal { (pixels.top, pixels.bottom) = (0, 0) }
        if resizing.parts == .threeVertical { (pixels.left, pixels.right) = (0, 0) }
        let whole = try ImageSlices(of: size, capInsets: pixels)
        let width = resizing.parts == .threeVertical ? nil : resizing.centerWidth
        let height = resizing.parts == .threeHorizontal ? nil : resizing.centerHeight
        let horizontal = try whole.horizontal.showing(width, "wider")
        let vertical = try whole.vertical.showing(height, "taller")
        self.init(horizontal: horizontal, vertical: vertical, scale: scale, mode: resizing.mode)
    }

    /// Returns the layout for an image that fills `destination`. Caps keep their size in points. If one side is too short for
    /// its caps, all four caps shrink by the same factor, as in CSS's `border-image-width`.
    package func layout(in destination: PixelSize, scale: Double) -> ResizableLayout {
        let isDrawable = !destination.isEmpty && max(destination.width, destination.height) <= Self.largestSide
        guard isDrawable, scale > 0, scale.isFinite else { return ResizableLayout(horizontal: [], vertical: []) }
        let sides = [(horizontal, destination.width), (vertical, destination.height)]
        let capScale = sides.reduce(scale / self.scale) { least, side in
            let caps = side.0.leading + side.0.trailing
            return caps == 0 ? least : min(least, Double(side.1) / Double(caps))
        }
        let ratio = ResizableSegment.Scale(image: self.scale, output: scale)
        let segments = sides.map { $0.0.segments(on: $0.1, capScale: capScale, mode: mode, scale: ratio) }
        return ResizableLayout(horizontal: segments[0], vertical: segments[1])
    }
}
