package import FlipbookCore
package import FlipbookImaging

/// The cells of a terminal. They contain text, and pictures drawn as half blocks. The grid generates the bytes that make a
/// terminal show them.
package struct TerminalGrid: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// The character, or `nil` for the right half of a wide character.
        package var letter: Unicode.Scalar?
        package var foreground, background: TerminalColors.Code

        package init(
            _ letter: Unicode.Scalar? = " ",
            foreground: TerminalColors.Code = .standard,
            background: TerminalColors.Code = .standard
        ) { (self.letter, self.foreground, self.background) = (letter, foreground, background) }
    }

    package let columns, rows: Int
    package private(set) var cells: [Cell]

    package init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    package subscript(column column: Int, row row: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    package mutating func clear(columns: Range<Int>, rows: Range<Int>) {
        for row in rows.clamped(to: 0..<self.rows) {
            for column in columns.clamped(to: 0..<self.columns) { self[column: column, row: row] = Cell() }
        }
    }

    /// Draws a picture as half blocks. A line shows two rows of pixels, the upper one in the foreground color. The picture is
    /// clipped to the grid. If the number of rows is odd, the lower half of the last line has the terminal's default color.
    /// - Parameter background: The color behind translucent pixels.
    package mutating func draw(
        _ picture: Picture,
        column: Int,
        row: Int,
        over background: Color = .black,
        in colors: TerminalColors
    ) {
        precondition(picture.format == .rgba, "half blocks require straight RGBA")
        let size = picture.size
        let lines = max(0, min((size.height + 1) / 2, rows - row))
        let width = max(0, min(size.width, columns - column))
        picture.withUnsafeBytes { bytes in
            func code(_ x: Int, _ y: Int) -> TerminalColors.Code {
                let start = (y * size.width + x) * 4
                let alpha = Int(bytes[start + 3])
                func over(_ value: UInt8, _ behind: UInt8) -> UInt8 {
                    alpha == 255 ? value : UInt8((Int(value) * alpha + Int(behind) * (255 - alpha) + 127) / 255)
                }
                return colors.code(
                    over(bytes[start], background.red),
                    over(bytes[start + 1], background.green),
                    over(bytes[start + 2], background.blue)
                )
            }
            for line in 0..<lines {
                for x in 0..<width {
                    let upper = code(x, 2 * line)
                    let lower = 2 * line + 1 < size.height ? code(x, 2 * line + 1) : .standard
                    // A space with any foreground color suffices if both colors are equal.
                    self[column: column + x, row: row + line] =
                        upper == lower ? Cell(" ", background: upper) : Cell("▀", foreground: upper, background: lower)
                }
            }
        }
    }

    /// Writes text in at most `width` cells of a line. Control characters become `?`.
    package mutating func write(
        _ text: String,
        column: Int,
        row: Int,
        width: Int = .max,
        foreground: TerminalColors.Code = .standard,
        background: TerminalColors.Code = .standard
    ) {
        guard (0..<rows).contains(row), column >= 0 else { return }
        let end = width < columns - column ? column + width : columns
        var column = column
        for letter in text.unicodeScalars {
            let count = Self.width(of: letter)
            guard count > 0 else { continue }
            guard column + count <= end else { break }
            let isPlain = letter.value >= 0x20 && !(0x7F..<0xA0).contains(letter.value)
            let shown = isPlain ? letter : "?"
            self[column: column, row: row] = Cell(shown, foreground: foreground, background: background)
            if count == 2 {
                self[column: column + 1, row: row] = Cell(nil, foreground: foreground, background: background)
            }
            column += count
        }
    }

    /// Returns the number of cells that a character occupies: two for East Asian characters and most emoji, and none for
    /// combining marks.
    static func width(of letter: Unicode.Scalar) -> Int {
        switch letter.value {
        case 0..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            switch letter.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }

    /// Returns the bytes that update a terminal that shows `previous`. If `previous` is `nil` or has a different size, all
    /// cells are written.
    package func bytes(after previous: TerminalGrid? = nil) -> [UInt8] {
        let known = previous.flatMap { $0.columns == columns && $0.rows == rows ? $0.cells : nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cells.count * 8)
        var (foreground, background): (TerminalColors.Code?, TerminalColors.Code?) = (nil, nil)
        for row in 0..<rows {
            var place = -1
            for column in 0..<columns {
                let index = row * columns + column
                let cell = cells[index]
                guard let letter = cell.letter else {
                    if place == column { place = column + 1 }
                    continue
                }
                if let known, known[index] == cell, !isBesideChange(index, known) { continue }
                if place != column {
                    bytes.append(contentsOf: "\u{1B}[".utf8)
                    bytes.append(decimal: row + 1)
                    bytes.append(UInt8(ascii: ";"))
                    bytes.append(decimal: column + 1)
                    bytes.append(UInt8(ascii: "H"))
                }
                place = column + 1
                // The foreground color of a space is not visible.
                let wantsForeground = letter != " " && cell.foreground != foreground
                if wantsForeground || cell.background != background {
                    bytes.append(contentsOf: "\u{1B}[".utf8)
                    if wantsForeground {
                        cell.foreground.append(to: &bytes, base: 38)
                        foreground = cell.foreground
                    }
                    if cell.background != background {
                        if wantsForeground { bytes.append(UInt8(ascii: ";")) }
                        cell.background.append(to: &bytes, base: 48)
                        background = cell.background
                    }
                    bytes.append(UInt8(ascii: "m"))
                }
                if letter.isASCII {
                    bytes.append(UInt8(truncatingIfNeeded: letter.value))
                } else {
                    bytes.append(contentsOf: UTF8.encode(letter).map(Array.init) ?? [])
                }
            }
        }
        if !bytes.isEmpty { bytes.append(contentsOf: "\u{1B}[m".utf8) }
        return bytes
    }

    private func isBesideChange(_ index: Int, _ known: [Cell]) -> Bool {
        let next = index + 1
        guard next % columns != 0 else { return false }
        return (cells[next].letter == nil || known[next].letter == nil) && cells[next] != known[next]
    }
}
