/// The way in which a stored picture is turned and mirrored when it is shown: UIKit's `UIImage.Orientation`.
///
/// Names, order and raw values are UIKit's. The eight cases are the symmetries of a rectangle's grid of pixels, so
/// that each has an inverse and two in a row make one.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
    /// As stored.
    case up = 0
    /// Turned by 180°.
    case down
    /// Turned by 90° counterclockwise.
    case left
    /// Turned by 90° clockwise.
    case right
    /// Mirrored from left to right.
    case upMirrored
    /// Mirrored from top to bottom.
    case downMirrored
    /// Rows and columns exchanged.
    case leftMirrored
    /// Rows and columns exchanged, and turned by 180°.
    case rightMirrored

    /// The value of EXIF's tag 0x0112 that means the same, 1 to 8.
    public var exifValue: Int { [1, 3, 8, 6, 2, 4, 5, 7][rawValue] }

    /// The orientation that EXIF writes as `value`, or `nil` if that is not 1 to 8.
    public init?(exifValue value: Int) {
        guard let found = Self.allCases.first(where: { $0.exifValue == value }) else { return nil }
        self = found
    }

    /// UIKit's name of the case, such as `leftMirrored`.
    public var name: String { Self.names[rawValue] }

    private static let names = [
        "up", "down", "left", "right", "upMirrored", "downMirrored", "leftMirrored", "rightMirrored",
    ]

    /// The orientation that UIKit calls `name`, `nil` where there is none of that name. Upper and lower case differ.
    public init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = found
    }
}

extension ImageOrientation {
    /// The orientation as an exchange of rows and columns, 4, that mirrorings follow: from left to right, 1, and from top to
    /// bottom, 2.
    private var steps: Int { Self.steps[rawValue] }

    private static let steps = [0, 3, 6, 5, 1, 2, 4, 7]

    /// A Boolean value that indicates rows that become columns: the shown picture's width is the stored one's height.
    public var swapsSides: Bool { steps & 4 != 0 }

    /// The size at which a stored picture of `size` is shown.
    public func shownSize(of size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The place where the pixel in column `x` and row `y` of a stored picture of `size` is shown.
    public func shownPosition(x: Int, y: Int, of size: PixelSize) -> (x: Int, y: Int) {
        let shown = shownSize(of: size)
        let (column, row) = swapsSides ? (y, x) : (x, y)
        return (steps & 1 == 0 ? column : shown.width - 1 - column, steps & 2 == 0 ? row : shown.height - 1 - row)
    }

    /// The orientation that this one and then `other` make together.
    public func followed(by other: ImageOrientation) -> ImageOrientation {
        // Exchanging rows and columns makes a mirroring of one the same mirroring of the other.
        let mirrorings = other.swapsSides ? (steps & 1) << 1 | (steps & 2) >> 1 : steps & 3
        let both = (steps & 4 | mirrorings) ^ other.steps
        // The eight are all that there are.
        return Self.allCases.first { $0.steps == both } ?? .up
    }

    /// The orientation that undoes this one.
    public var inverse: ImageOrientation { self == .left ? .right : self == .right ? .left : self }

    /// This orientation with what it shows mirrored from left to right.
    ///
    /// UIKit's documentation pairs `left` with `leftMirrored`, which on the screen is a mirroring from top to
    /// bottom; here it is what the name says, so `left` goes with ``rightMirrored``.
    public var horizontallyFlipped: ImageOrientation { followed(by: .upMirrored) }
}

extension ImageOrientation: CustomStringConvertible {
    /// UIKit's name of the case.
    public var description: String { name }
}
