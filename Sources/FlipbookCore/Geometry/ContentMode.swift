/// The way in which an image is placed in bounds of another size: UIKit's `UIView.ContentMode`.
///
/// Names, order and raw values are UIKit's; its default is ``scaleToFill``.
public enum ContentMode: Int, CaseIterable, Hashable, Sendable {
    /// Fills the bounds, distorting the image where its proportions differ.
    case scaleToFill = 0
    /// Scales the image to lie wholly inside the bounds, centerd, keeping its proportions.
    case scaleAspectFit
    /// Scales the image to cover the bounds, centerd, keeping its proportions; two sides may be cut off.
    case scaleAspectFill
    /// Redraws when the bounds change; an image is placed as by ``scaleToFill``.
    case redraw
    /// Unscaled, in the middle.
    case center
    /// Unscaled, at the middle of the top edge.
    case top
    /// Unscaled, at the middle of the bottom edge.
    case bottom
    /// Unscaled, at the middle of the left edge.
    case left
    /// Unscaled, at the middle of the right edge.
    case right
    /// Unscaled, in the top left corner.
    case topLeft
    /// Unscaled, in the top right corner.
    case topRight
    /// Unscaled, in the bottom left corner.
    case bottomLeft
    /// Unscaled, in the bottom right corner.
    case bottomRight

    /// UIKit's name of the mode, such as `scaleAspectFit`.
    public var name: String { Self.names[rawValue] }

    /// The names in the order of the modes: String(describing:) searches all conformances of the process for a type.
    private static let names = [
        "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right",
        "topLeft", "topRight", "bottomLeft", "bottomRight",
    ]

    /// The mode that UIKit calls `name`, `nil` where there is none of that name. Upper and lower case differ.
    public init?(name: String) {
        guard let mode = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = mode
    }
}

extension ContentMode {
    /// The place of an image of `image` points that is shown in `bounds`, in the coordinates of `bounds`.
    ///
    /// The result may reach beyond the bounds; clipping is the caller's choice. Sides that follow the bounds equal them
    /// exactly, with no rounding error from a scale factor. An empty image, or empty bounds, gives a rectangle without
    /// extent at the origin of `bounds`: there is nothing to draw.
    public func rect(for image: Size, in bounds: Rect) -> Rect {
        guard !image.isEmpty, !bounds.isEmpty else { return Rect(origin: bounds.origin, size: .zero) }
        let size = scaledSize(of: image, in: bounds.size)
        let (horizontal, vertical) = alignment
        return Rect(
            x: bounds.minX + (bounds.size.width - size.width) * horizontal,
            y: bounds.minY + (bounds.size.height - size.height) * vertical,
            width: size.width,
            height: size.height
        )
    }

    private func scaledSize(of image: Size, in bounds: Size) -> Size {
        // Comparing products, since quotients of equal proportions may differ in the last bit.
        let (width, height) = (image.width * bounds.height, image.height * bounds.width)
        let spansWidth = Size(width: bounds.width, height: image.height * bounds.width / image.width)
        let spansHeight = Size(width: image.width * bounds.height / image.height, height: bounds.height)
        switch self {
        case .scaleToFill, .redraw: return bounds
        case .scaleAspectFit where width == height, .scaleAspectFill where width == height: return bounds
        case .scaleAspectFit: return width > height ? spansWidth : spansHeight
        case .scaleAspectFill: return width > height ? spansHeight : spansWidth
        default: return image
        }
    }

    /// The part of the free space that lies to the left and above: 0, a half or 1.
    package var alignment: (horizontal: Double, vertical: Double) {
        switch self {
        case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center: (0.5, 0.5)
        case .top: (0.5, 0)
        case .bottom: (0.5, 1)
        case .left: (0, 0.5)
        case .right: (1, 0.5)
        case .topLeft: (0, 0)
        case .topRight: (1, 0)
        case .bottomLeft: (0, 1)
        case .bottomRight: (1, 1)
        }
    }
}
