/// The slices of a resizable image, in one of four forms.
public enum ImageResizing: Hashable, Sendable {
    /// UIKit's `resizableImage(withCapInsets:resizingMode:)`: margins that keep their size, in points. If all margins are 0,
    /// ``ResizingMode/tile`` repeats the whole image from the top left.
    case capInsets(EdgeInsets, ResizingMode = .tile)
    /// UIKit's older `stretchableImage(withLeftCapWidth:topCapHeight:)`, in points. Only the point next to a cap stretches. If
    /// a cap is 0, the whole axis stretches.
    case stretchable(leftCapWidth: Int, topCapHeight: Int)
    /// UIKit's older `contentStretch`: the part that stretches, in fractions of the size. It has no effect in
    /// ``ContentMode/redraw``.
    case contentStretch(Rect)
    /// The slices in an asset catalog, in file pixels. Discarded center pixels are always hidden.
    case catalog(ImageSet.Resizing)

    /// Combines optional insets and an optional mode. If only insets are set, the center is tiled, as in UIKit. If only a mode
    /// is set, the whole image is tiled or stretched. Returns `nil` if the image is stretched as a whole.
    public init?(capInsets: EdgeInsets?, mode: ResizingMode?) {
        guard capInsets != nil || mode == .tile else { return nil }
        self = .capInsets(capInsets ?? .zero, mode ?? .tile)
    }

    /// Returns the slices of an image with the given size, in pixels.
    package func slices(of size: PixelSize, scale: Double = 1) throws(CapInsetsError) -> ImageSlices {
        switch self {
        case .capInsets(let insets, let mode):
            return try ImageSlices(of: size, scale: scale, capInsets: insets, mode: mode)
        case .stretchable(let left, let top):
            // Invalid sizes are rejected before they are converted to points.
            try ImageSlices.check(size, scale: scale)
            let insets = try EdgeInsets(leftCapWidth: left, topCapHeight: top, of: Size(size, scale: scale))
            return try ImageSlices(of: size, scale: scale, capInsets: insets, mode: .stretch)
        case .contentStretch(let unit): return try ImageSlices(of: size, scale: scale, contentStretch: unit)
        case .catalog(let resizing): return try ImageSlices(of: size, scale: scale, resizing: resizing)
        }
    }

    /// Returns the slices of an image placed by `mode`, or `nil` if it is drawn as a whole. Caps that have no effect are not
    /// checked.
    package func slices(of size: PixelSize, scale: Double, in mode: ContentMode) throws(CapInsetsError) -> ImageSlices?
    {
        switch self {
        case .capInsets where !mode.isResizing, .stretchable where !mode.isResizing: return nil
        case .contentStretch where !mode.usesContentStretch: return nil
        default: break
        }
        let slices = try slices(of: size, scale: scale)
        if slices.discardsPixels { return slices }
        let isUncut = [slices.horizontal, slices.vertical].allSatisfy { $0.center == 0..<$0.length }
        return isUncut && slices.mode == .stretch || !mode.isResizing ? nil : slices
    }

    /// Returns the visible size of an unresized image, or `nil` if the slices do not fit it.
    public func naturalSize(of size: PixelSize, scale: Double) -> PixelSize? {
        guard case .catalog = self else { return size }
        return (try? slices(of: size, scale: scale))?.naturalSize
    }

    package func mirrored(of size: Size) -> ImageResizing {
        switch self {
        case .capInsets(let insets, let mode): .capInsets(insets.mirrored, mode)
        case .stretchable(let left, let top):
            // A stretchable image has only a left cap. Mirroring moves it to the right, which only insets can express.
            if left > 0, let insets = try? EdgeInsets(leftCapWidth: left, topCapHeight: top, of: size) {
                .capInsets(insets.mirrored, .stretch)
            } else {
                self
            }
        case .contentStretch(let unit):
            .contentStretch(Rect(origin: Point(x: 1 - unit.maxX, y: unit.minY), size: unit.size))
        case .catalog(let resizing): .catalog(changing(resizing) { $0.capInsets = $0.capInsets.mirrored })
        }
    }
}
