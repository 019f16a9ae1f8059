public import FlipbookCore

/// The size of a terminal in cells, and in pixels if it says.
public struct TerminalSize: Hashable, Sendable {
    /// Letters across; at least 1.
    public let columns: Int
    /// Lines; at least 1.
    public let rows: Int
    /// A cell's width and height in pixels, or `nil` if the terminal does not say.
    public let cell: Size?

    /// A terminal of so many cells, `pixels` in all where it says.
    public init(columns: Int, rows: Int, pixels: PixelSize? = nil) {
        self.columns = min(max(columns, 1), Self.most)
        self.rows = min(max(rows, 1), Self.most)
        let (columns, rows) = (self.columns, self.rows)
        cell = pixels.flatMap { pixels in
            let cell = Size(width: Double(pixels.width) / Double(columns), height: Double(pixels.height) / Double(rows))
            // What makes no letter is no answer.
            return (1...500).contains(cell.width) && (1...500).contains(cell.height) ? cell : nil
        }
    }

    /// The most columns and rows that are drawn on, even if a terminal has more.
    static let most = 1000

    /// A cell's size where the terminal does not say: half as wide as high, as the VT340's was.
    static let assumedCell = Size(width: 10, height: 20)
}

/// A way to give a terminal pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
    /// The graphics protocol of kitty, which several terminals understand: pixels as they are.
    case kitty
    /// Six rows of pixels at a time in 256 colors, as the VT340 and many since show them.
    case sixel
    /// Two pixels a cell as half blocks, in any terminal with colors.
    case blocks
}

/// The place of a picture on a terminal, and its pixels.
public struct TerminalPlacement: Hashable, Sendable {
    /// The first column, from 0.
    public let column: Int
    /// The first row, from 0.
    public let row: Int
    /// The columns that the picture covers, the last one perhaps in part.
    public let columns: Int
    /// The rows that the picture covers, the last one perhaps in part.
    public let rows: Int
    /// The pixels that the picture is drawn with.
    public let pixels: PixelSize

    /// The place of a picture that is as large as there is room for, in its own proportions, in the middle.
    ///
    /// - Parameters:
    ///   - picture: The picture's size in pixels.
    ///   - terminal: The terminal.
    ///   - graphics: How it is given pictures. With ``TerminalGraphics/kitty`` a picture that is smaller than its place is
    ///     sent as it is, since the terminal enlarges it.
    ///   - isOneToOne: Whether no pixel of the picture covers more or less than one, so that what does not fit is made
    ///     smaller, but nothing larger. For half blocks a pixel is half a cell.
    public init(
        of picture: PixelSize,
        on terminal: TerminalSize,
        as graphics: TerminalGraphics,
        isOneToOne: Bool = false
    ) {
        let cell = terminal.cell ?? TerminalSize.assumedCell
        // A pixel of what is drawn, in pixels of the terminal.
        let unit = graphics == .blocks ? Size(width: cell.width, height: cell.height / 2) : Size(width: 1, height: 1)
        // The row at the bottom is for something else.
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
        column = (room.columns - columns) / 2
        row = (room.rows - rows) / 2
        pixels = graphics == .kitty && factor > 1 ? picture : shown
    }
}
