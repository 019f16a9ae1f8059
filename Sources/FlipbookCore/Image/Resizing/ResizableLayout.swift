/// The places of the parts of a resizable image that is drawn at some size: three columns, three rows, nine parts.
package struct ResizableLayout: Hashable, Sendable {
    /// From left to right; together they cover each column of the destination once.
    package let horizontal: [ResizableSegment]
    /// From top to bottom; together they cover each row of the destination once.
    package let vertical: [ResizableSegment]

    /// A Boolean value that indicates that each pixel of the destination is the image's pixel at the same place.
    package var isIdentity: Bool { (horizontal + vertical).allSatisfy { $0.fill == .copied && $0.source == $0.target } }
}

/// A run of columns or rows of the destination, and which pixels of the image fill it.
package struct ResizableSegment: Hashable, Sendable {
    /// The way in which pixels of the image fill the run.
    package enum Fill: Hashable, Sendable {
        /// One to one.
        case copied
        /// Scaled from the first to the last.
        case stretched
        /// Repeated from the first on, the last repetition cut off where the run ends.
        case tiled(Scale)
    }

    /// The size of the image's pixels beside those of the destination.
    package struct Scale: Hashable, Sendable {
        package let image: Double
        package let output: Double

        package init(image: Double, output: Double) { (self.image, self.output) = (image, output) }
    }

    package let target: Range<Int>
    package let source: Range<Int>
    package let fill: Fill
}

extension ImageSlices {
    /// The places of the parts when the image fills `destination`.
    ///
    /// Caps keep their size in points. Where a side is too short for its two caps,
    /// all four shrink by one factor, as CSS's `border-image-width` does.
    /// - Returns: no parts for a destination that is empty or has a side of more than 2^48 pixels, or for a scale
    ///   that is not a number above 0.
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

extension ContentMode {
    /// A Boolean value that indicates an image that is drawn at another size, so that caps have an effect.
    public var isResizing: Bool {
        switch self {
        case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw: true
        default: false
        }
    }

    /// A Boolean value that indicates an effect of `contentStretch`: as ``isResizing``, without ``redraw``.
    public var usesContentStretch: Bool { isResizing && self != .redraw }
}
