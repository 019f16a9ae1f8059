public import FlipbookCore

/// The size of a terminal in cells and, if known, in pixels.
public struct TerminalSize: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let columns: Int
    /// The number of lines, at least 1.
    public let rows: Int
    /// The size of a cell in pixels, or `nil` if the terminal does not report it.
    public let cell: Size?

    /// Creates a size from cells and the total size in pixels, if known.
    public init(columns: Int, rows: Int, pixels: PixelSize? = nil) {
        (self.columns, self.rows) = (min(max(columns, 1), Self.most), min(max(rows, 1), Self.most))
        let (columns, rows) = (self.columns, self.rows)
        cell = pixels.flatMap { pixels in
            let cell = Size(width: Double(pixels.width) / Double(columns), height: Double(pixels.height) / Double(rows))
            // Implausible sizes are ignored.
            return (1...500).contains(cell.width) && (1...500).contains(cell.height) ? cell : nil
        }
    }

    /// The maximum number of columns and rows that are used, even if the terminal has more.
    static let most = 1000

    /// The assumed cell size of a terminal that does not report it. The proportions of 1 to 2 are those of the VT340.
    static let assumedCell = Size(width: 10, height: 20)
}

/// A method for showing pictures in a terminal.
public enum TerminalGraphics: String, Sendable, CaseIterable {
    /// The graphics protocol of kitty and several other terminals, in full color.
    case kitty
    /// Sixels: six rows of pixels at a time, in 256 colors. The VT340 introduced them, and many later terminals support them.
    case sixel
    /// Half blocks with two pixels per cell, for any terminal with colors.
    case blocks
}

/// The position of a picture in a terminal, and its size in pixels.
public struct TerminalPlacement: Hashable, Sendable {
    /// The 0-based first column.
    public let column: Int
    /// The zero-based index of the first row.
    public let row: Int
    /// The number of columns. The last one may be partly covered.
    public let columns: Int
    /// The number of rows. The last one may be partly covered.
    public let rows: Int
    /// The size at which the picture is drawn.
    public let pixels: PixelSize

    /// Centers a picture, and makes it as large as possible without changing its proportions.
    /// - Parameters:
    ///   - picture: The picture's size in pixels.
    ///   - terminal: The terminal.
    ///   - graphics: The method. With ``TerminalGraphics/kitty``, the terminal enlarges smaller pictures.
    ///   - isOneToOne: A Boolean value that indicates whether the picture is never enlarged. Each of its pixels then covers at
    ///     most one terminal pixel or, with half blocks, half a cell.
    public init(
        of picture: PixelSize,
        on terminal: TerminalSize,
        as graphics: TerminalGraphics,
        isOneToOne: Bool = false
    ) {
        let cell = terminal.cell ?? TerminalSize.assumedCell
        // The size of a drawn pixel, in pixels of the terminal.
        let unit = graphics == .blocks ? Size(width: cell.width, height: cell.height / 2) : Size(width: 1, height: 1)
        // The bottom row is used for other output.
        let room = (columns: terminal.columns, rows: max(1, terminal.rows - 1))
        let (width, height) = (Double(max(1, picture.width)), Double(max(1, picture.height)))
        var factor = min(Double(room.columns) * cell.width / width, Double(room.rows) * cell.height / height)
        if isOneToOne { factor = min(factor, graphics == .blocks ? unit.width : 1) }
        func count(_ length: Double, _ unit: Double, _ most: Double) -> Int {
            Int(max(1, min((length * factor / unit).rounded(), (most / unit).rounded(.down))))
        }
        let shown = PixelSize(
            width: count(width, unit.width, Double(room.columns) * cell.width),
            height: count(height, unit.height, Double(room.rows) * cell.height)
        )
        columns = min(room.columns, Int((Double(shown.width) * unit.width / cell.width).rounded(.up)))
        rows = min(room.rows, Int((Double(shown.height) * unit.height / cell.height).rounded(.up)))
        (column, row) = ((room.columns - columns) / 2, (room.rows - rows) / 2)
        pixels = graphics == .kitty && factor > 1 ? picture : shown
    }
}
