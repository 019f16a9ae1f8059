package struct ResizableLayout: Hashable, Sendable {
    /// The segments from left to right, which cover each column of the destination once.
    package let horizontal: [ResizableSegment]
    package let vertical: [ResizableSegment]

    package var isIdentity: Bool { (horizontal + vertical).allSatisfy { $0.fill == .copied && $0.source == $0.target } }
}

package struct ResizableSegment: Hashable, Sendable {
    package enum Fill: Hashable, Sendable {
        case copied
        case stretched
        /// Repeated from the start. The last repetition may be partial.
        case tiled(Scale)
    }

    package struct Scale: Hashable, Sendable {
        package let image: Double
        package let output: Double
    }

    package let target: Range<Int>
    package let source: Range<Int>
    package let fill: Fill
}

extension ImageSlices {
    /// Returns the layout for an image that fills `destination`. Caps keep their size in points. If a side is too short for its
    /// caps, all four shrink by the same factor, as in CSS's `border-image-width`.
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
