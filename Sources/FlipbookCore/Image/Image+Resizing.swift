/// The members of UIImage on a resizable image, whichever way it was made.
extension Image {
    /// The margins that are not resized, in points, or `nil` if the image is resized as a whole, or is one whose
    /// margins are those of pixels that are not known yet.
    public var resizableCapInsets: EdgeInsets? {
        if case .capInsets(let insets, _) = resizing { return insets }
        guard let resizing, let shown = pixelSize.map(imageOrientation.shownSize) else { return nil }
        // Caps that do not fit are reported where the image is drawn.
        return (try? resizing.slices(of: shown, scale: scale))?.capInsets
    }

    /// The margins that are not resized, in points; zero for an image that is resized as a whole.
    public var capInsets: EdgeInsets { resizableCapInsets ?? .zero }

    /// The way in which a resizable image fills what lies between its caps; UIKit's default is to tile.
    public var resizingMode: ResizingMode {
        switch resizing {
        case .capInsets(_, let mode): mode
        case .stretchable, .contentStretch: .stretch
        case .catalog(let resizing): resizing.mode
        case nil: .tile
        }
    }

    /// The left cap of an image of UIKit's former kind, in points; 0 for any other.
    public var leftCapWidth: Int { if case .stretchable(let width, _) = resizing { width } else { 0 } }

    /// The upper cap of an image of UIKit's former kind, in points; 0 for any other.
    public var topCapHeight: Int { if case .stretchable(_, let height) = resizing { height } else { 0 } }
}

extension ImageResizing {
    /// The pixels that are shown of an image of `size` where nothing is resized, or `nil` if the cut does not fit it.
    public func naturalSize(of size: PixelSize, scale: Double) -> PixelSize? {
        guard case .catalog = self else { return size }
        return (try? slices(of: size, scale: scale))?.naturalSize
    }

    /// The cut of the same picture once left and right are exchanged; `size` is that of the picture in points.
    package func mirrored(of size: Size) -> ImageResizing {
        switch self {
        case .capInsets(let insets, let mode): .capInsets(insets.mirrored, mode)
        case .stretchable(let left, let top):
            // The caps of the former kind are made on the left only: as insets, they can be on the right.
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

extension EdgeInsets {
    var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }
}
