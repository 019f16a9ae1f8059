/// The rotation and mirroring of a stored picture: UIKit's `UIImage.Orientation`, with its names, order and raw values.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// As stored.
    case up = 0
    /// Rotated by 180°.
    case down
    /// Rotated by 90° counterclockwise.
    case left
    /// Rotated by 90° clockwise.
    case right
    /// Mirrored left to right.
    case upMirrored
    /// Mirrored top to bottom.
    case downMirrored
    /// Rows and columns swapped.
    case leftMirrored
    /// Rows and columns swapped, and rotated by 180°.
    case rightMirrored

    /// The equivalent value of EXIF tag 0x0112, 1 to 8.
    public var exifValue: Int { Self.exifValues[rawValue] }

    private static let exifValues = [1, 3, 8, 6, 2, 4, 5, 7]

    /// Creates an orientation from an EXIF value, or returns `nil` if the value is not from 1 to 8.
    public init?(exifValue value: Int) { self.init(rawValue: Self.exifValues.firstIndex(of: value) ?? -1) }

    /// UIKit's name for the case, such as `leftMirrored`.
    public var name: String { Self.names[rawValue] }

    private static let names = [
        "up", "down", "left", "right", "upMirrored", "downMirrored", "leftMirrored", "rightMirrored",
    ]

    /// Creates the orientation with a name, or returns `nil` if the name is unknown. Names are case-sensitive.
    public init?(name: String) { self.init(rawValue: Self.names.firstIndex(of: name) ?? -1) }

    /// The orientation as bits: 4 swaps rows and columns, then 1 mirrors left to right, and 2 mirrors top to bottom.
    private var steps: Int { Self.steps[rawValue] }

    private static let steps = [0, 3, 6, 5, 1, 2, 4, 7]

    /// A Boolean value that indicates whether width and height are swapped.
    public var swapsSides: Bool { steps & 4 != 0 }

    /// Returns the displayed size of a stored picture.
    public func shownSize(of size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns the displayed position of a stored pixel.
    public func shownPosition(x: Int, y: Int, of size: PixelSize) -> (x: Int, y: Int) {
        let shown = shownSize(of: size)
        let (column, row) = swapsSides ? (y, x) : (x, y)
        return (steps & 1 == 0 ? column : shown.width - 1 - column, steps & 2 == 0 ? row : shown.height - 1 - row)
    }

    /// Returns the orientation that applies this one, and then `other`.
    public func followed(by other: ImageOrientation) -> ImageOrientation {
        // Swapping rows and columns turns a horizontal mirroring into a vertical one.
        let mirrorings = other.swapsSides ? (steps & 1) << 1 | (steps & 2) >> 1 : steps & 3
        return Self.allCases[Self.steps.firstIndex(of: (steps & 4 | mirrorings) ^ other.steps) ?? 0]
    }

    /// The orientation that undoes this one.
    public var inverse: ImageOrientation { self == .left ? .right : self == .right ? .left : self }

    /// This orientation, mirrored left to right. UIKit's documentation pairs `left` with `leftMirrored`, which appears mirrored
    /// from top to bottom on the screen. This property follows its name literally, so `left` pairs with ``rightMirrored``.
    public var horizontallyFlipped: ImageOrientation { followed(by: .upMirrored) }

    /// UIKit's name for the case.
    public var description: String { name }
}
