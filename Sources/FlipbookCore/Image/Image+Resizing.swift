extension Image {
    /// The margins that keep their size, in points. `nil` without margins, or if they depend on an unknown pixel size.
    public var resizableCapInsets: EdgeInsets? {
        if case .capInsets(let insets, _) = resizing { return insets }
        guard let resizing, let shown = pixelSize.map(imageOrientation.shownSize) else { return nil }
        // Caps that do not fit are reported when the image is drawn.
        return (try? resizing.slices(of: shown, scale: scale))?.capInsets
    }

    /// The margins that keep their size, in points. Zero if the image is scaled as a whole.
    public var capInsets: EdgeInsets { resizableCapInsets ?? .zero }

    /// The way a resizable image fills the area between its caps. UIKit's default is to tile.
    public var resizingMode: ResizingMode {
        switch resizing {
        case .capInsets(_, let mode): mode
        case .stretchable, .contentStretch: .stretch
        case .catalog(let resizing): resizing.mode
        case nil: .tile
        }
    }

    /// The left cap of an image made by UIKit's older method, in points, or 0 for other images.
    public var leftCapWidth: Int { if case .stretchable(let width, _) = resizing { width } else { 0 } }
    /// The top cap of an image made by UIKit's older method, in points, or 0 for other images.
    public var topCapHeight: Int { if case .stretchable(_, let height) = resizing { height } else { 0 } }
}

extension ImageResizing {
    /// Returns the visible size of an unresized image, or `nil` if the slices do not fit it.
    public func naturalSize(of size: PixelSize, scale: Double) -> PixelSize? {
        guard case .catalog = self else { return size }
        return (try? slices(of: size, scale: scale))?.naturalSize
    }

    package func mirrored(of size: Size) -> ImageResizing {
        switch self {
        case .capInsets(let insets, let mode): .capInsets(insets.mirrored, mode)
        case .stretchable(let left, let top):
            // The older method has only a left cap. With insets, the cap can be on the right.
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

extension EdgeInsets { var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) } }
