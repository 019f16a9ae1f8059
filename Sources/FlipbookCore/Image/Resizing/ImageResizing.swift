/// The cut of an image that is drawn at another size, before its pixels are known: one of the four ways that there are.
///
/// An image that is drawn without one is scaled as a whole.
public enum ImageResizing: Hashable, Sendable {
    /// UIKit's `resizableImage(withCapInsets:resizingMode:)`: margins in points that keep their size.
    ///
    /// Without margins, ``ResizingMode/tile`` repeats the whole image from the upper left.
    case capInsets(EdgeInsets, ResizingMode = .tile)
    /// UIKit's former `stretchableImage(withLeftCapWidth:topCapHeight:)`, in points.
    ///
    /// Behind a cap one point stretches; a cap of 0 makes the whole axis stretch.
    case stretchable(leftCapWidth: Int, topCapHeight: Int)
    /// The former `contentStretch` of a view: the part of the content that stretches, in fractions of its size.
    ///
    /// It has no effect in ``ContentMode/redraw``.
    case contentStretch(Rect)
    /// The cut that an asset catalog gives an image, in pixels of its file.
    ///
    /// Pixels of the center that it discards are not shown in any content mode, and the image is smaller by them.
    case catalog(ImageSet.Resizing)

    /// The resizing that options for insets and for a mode ask for together, or `nil` if the image is scaled as a whole.
    ///
    /// Insets alone tile, as in UIKit. A mode alone counts as given with insets of zero: the whole
    /// image is repeated, or scaled.
    public init?(capInsets: EdgeInsets?, mode: ResizingMode?) {
        guard capInsets != nil || mode == .tile else { return nil }
        self = .capInsets(capInsets ?? .zero, mode ?? .tile)
    }

    /// The cut of an image of `size` pixels, as it is shown.
    /// - Throws: ``CapInsetsError``: what should keep its size is larger than the image, negative, or no number.
    package func slices(of size: PixelSize, scale: Double = 1) throws(CapInsetsError) -> ImageSlices {
        switch self {
        case .capInsets(let insets, let mode):
            return try ImageSlices(of: size, scale: scale, capInsets: insets, mode: mode)
        case .stretchable(let left, let top):
            // What cannot be a size in points is refused before it is used as one.
            try ImageSlices.check(size, scale: scale)
            let insets = try EdgeInsets(leftCapWidth: left, topCapHeight: top, of: Size(size, scale: scale))
            return try ImageSlices(of: size, scale: scale, capInsets: insets, mode: .stretch)
        case .contentStretch(let unit): return try ImageSlices(of: size, scale: scale, contentStretch: unit)
        case .catalog(let resizing): return try ImageSlices(of: size, scale: scale, resizing: resizing)
        }
    }

    /// The way in which an image of `size` is cut where it is placed by `mode`, or `nil` if it is drawn as a whole.
    ///
    /// Caps that have no effect in a mode need not fit the image.
    /// - Throws: ``CapInsetsError``, as `slices(of:scale:)`.
    package func slices(of size: PixelSize, scale: Double, in mode: ContentMode) throws(CapInsetsError) -> ImageSlices?
    {
        switch self {
        case .capInsets, .stretchable:
            guard mode.isResizing else { return nil }
        case .contentStretch:
            guard mode.usesContentStretch else { return nil }
        case .catalog: break
        }
        let slices = try slices(of: size, scale: scale)
        if slices.discardsPixels { return slices }
        return slices.cutsNothing || !mode.isResizing ? nil : slices
    }
}

extension ImageSlices {
    fileprivate var cutsNothing: Bool {
        mode == .stretch && [horizontal, vertical].allSatisfy { $0.center == 0..<$0.length }
    }
}
