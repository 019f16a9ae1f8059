/// How a stored picture is turned and mirrored when it is shown: UIKit's `UIImage.Orientation`.
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

    /// The orientation that EXIF writes as `value`; `nil` for anything but 1 to 8.
    public init?(exifValue value: Int) {
        guard let found = Self.allCases.first(where: { $0.exifValue == value }) else { return nil }
        self = found
    }

    /// UIKit's name of the case, such as `leftMirrored`.
    public var name: String { Self.names[rawValue] }

    /// The names in the order of the cases.
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
    /// An orientation as an exchange of rows and columns that two mirrorings follow.
    private struct Steps: Hashable {
        /// Whether rows and columns are exchanged, first of all.
        var transposes: Bool
        /// Whether what that gives is mirrored from left to right.
        var mirrorsColumns: Bool
        /// Whether it is mirrored from top to bottom.
        var mirrorsRows: Bool
    }

    private var steps: Steps {
        switch self {
        case .up: Steps(transposes: false, mirrorsColumns: false, mirrorsRows: false)
        case .down: Steps(transposes: false, mirrorsColumns: true, mirrorsRows: true)
        case .left: Steps(transposes: true, mirrorsColumns: false, mirrorsRows: true)
        case .right: Steps(transposes: true, mirrorsColumns: true, mirrorsRows: false)
        case .upMirrored: Steps(transposes: false, mirrorsColumns: true, mirrorsRows: false)
        case .downMirrored: Steps(transposes: false, mirrorsColumns: false, mirrorsRows: true)
        case .leftMirrored: Steps(transposes: true, mirrorsColumns: false, mirrorsRows: false)
        case .rightMirrored: Steps(transposes: true, mirrorsColumns: true, mirrorsRows: true)
        }
    }

    /// Whether rows become columns: the shown picture's width is the stored one's height.
    public var swapsSides: Bool { steps.transposes }

    /// The size at which a stored picture of `size` is shown.
    public func shownSize(of size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Where the pixel in column `x` and row `y` of a stored picture of `size` is shown.
    public func shownPosition(x: Int, y: Int, of size: PixelSize) -> (x: Int, y: Int) {
        let shown = shownSize(of: size)
        let (column, row) = swapsSides ? (y, x) : (x, y)
        return (
            steps.mirrorsColumns ? shown.width - 1 - column : column,
            steps.mirrorsRows ? shown.height - 1 - row : row
        )
    }

    /// What this orientation and then `other` make together.
    public func followed(by other: ImageOrientation) -> ImageOrientation {
        let (first, second) = (steps, other.steps)
        // Exchanging rows and columns makes a mirroring of one the same mirroring of the other.
        let (columns, rows) =
            second.transposes
            ? (first.mirrorsRows, first.mirrorsColumns) : (first.mirrorsColumns, first.mirrorsRows)
        let both = Steps(
            transposes: first.transposes != second.transposes,
            mirrorsColumns: columns != second.mirrorsColumns,
            mirrorsRows: rows != second.mirrorsRows
        )
        // The eight are all that there are.
        return Self.allCases.first { $0.steps == both } ?? .up
    }

    /// The orientation that undoes this one.
    public var inverse: ImageOrientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }

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
