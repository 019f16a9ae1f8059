/// The placement of an image in bounds of a different size: UIKit's `UIView.ContentMode`. Names, order and raw values are
/// UIKit's. UIKit's default is ``scaleToFill``.
public enum ContentMode: Int, CaseIterable, Hashable, Sendable {
    /// Fills the bounds. Distorts the image if its aspect ratio differs.
    case scaleToFill = 0
    /// Scales the image to fit inside the bounds, centered, without distortion.
    case scaleAspectFit
    /// Scales the image to cover the bounds, centered, without distortion. Two sides may be cropped.
    case scaleAspectFill
    /// Redraws when the bounds change. An image is placed as with ``scaleToFill``.
    case redraw
    /// Unscaled, in the center.
    case center
    /// Unscaled, at the center of the top edge.
    case top
    /// Unscaled, at the center of the bottom edge.
    case bottom
    /// Unscaled, at the center of the left edge.
    case left
    /// Unscaled, at the center of the right edge.
    case right
    /// Unscaled, in the top left corner.
    case topLeft
    /// Unscaled, in the top right corner.
    case topRight
    /// Unscaled, in the bottom left corner.
    case bottomLeft
    /// Unscaled, in the bottom right corner.
    case bottomRight

    /// The mode's name in UIKit, such as `scaleAspectFit`.
    public var name: String { Self.names[rawValue] }

    /// The names in the order of the modes. `String(describing:)` is slow: it searches the conformances of the whole process.
    private static let names = [
        "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right",
        "topLeft", "topRight", "bottomLeft", "bottomRight",
    ]

    /// Creates the mode with a name, or returns `nil` if the name is unknown. Names are case-sensitive.
    public init?(name: String) { self.init(rawValue: Self.names.firstIndex(of: name) ?? -1) }

    /// Returns the frame of an image in `bounds`. The frame may exceed the bounds; clipping is up to the caller. If the image
    /// or the bounds are empty, the result is an empty rectangle at the origin of `bounds`.
    public func rect(for image: Size, in bounds: Rect) -> Rect {
        guard !image.isEmpty, !bounds.isEmpty else { return Rect(origin: bounds.origin, size: .zero) }
        let size = scaledSize(of: image, in: bounds.size)
        let (horizontal, vertical) = alignment
        let x = bounds.minX + (bounds.size.width - size.width) * horizontal
        let y = bounds.minY + (bounds.size.height - size.height) * vertical
        return Rect(x: x, y: y, width: size.width, height: size.height)
    }

    private func scaledSize(of image: Size, in bounds: Size) -> Size {
        // Products are compared, since quotients of equal proportions can differ in the last bit.
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

    /// The fractions of the free space that are to the left of the image and above it: 0, 0.5 or 1.
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

    /// A Boolean value that indicates whether the mode resizes the image. Caps have no effect in other modes.
    public var isResizing: Bool { rawValue <= Self.redraw.rawValue }
    /// A Boolean value that indicates whether `contentStretch` has an effect. It does in all resizing modes except ``redraw``.
    public var usesContentStretch: Bool { isResizing && self != .redraw }
}
