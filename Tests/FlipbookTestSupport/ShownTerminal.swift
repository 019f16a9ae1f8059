/// What a terminal shows that is sent bytes: as much of one as our own output needs, written against the same standard
/// (ECMA-48) and not against our code.
public struct ShownTerminal {
    /// One cell: the letter, and the colors as the parameters that selected them: `2;255;0;0`, `5;196`, or nothing.
    public struct Cell: Hashable, Sendable {
        /// The letter.
        public var letter: Character = " "
        /// The letter's color.
        public var foreground = ""
        /// The color behind it.
        public var background = ""
    }

    /// The cells, line after line.
    public private(set) var cells: [[Cell]]
    /// Whether the alternate screen is shown.
    public private(set) var isAlternate = false
    /// Whether the cursor is hidden.
    public private(set) var isCursorHidden = false
    /// Sequences that it did not know.
    public private(set) var unknown: [String] = []
    private var (row, column) = (0, 0)
    private var pen = Cell()

    /// An empty terminal.
    public init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// The letters of a line.
    public func line(_ row: Int) -> String { String(cells[row].map(\.letter)) }

    /// Takes what a program sent; sequences that are not whole are left for the next call.
    /// - Returns: What was not taken.
    public mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < text.count {
            guard text[index] == "\u{1B}" else {
                put(Character(text[index]))
                index += 1
                continue
            }
            guard index + 1 < text.count else { break }
            switch text[index + 1] {
            case "[":
                guard let end = text[(index + 2)...].firstIndex(where: { (0x40...0x7E).contains($0.value) }) else {
                    return Array(String(String.UnicodeScalarView(text[index...])).utf8)
                }
                control(String(String.UnicodeScalarView(text[(index + 2)..<end])), text[end])
                index = end + 1
            case "_", "P":
                guard
                    let end = text.indices[(index + 2)...].dropLast().first(where: {
                        text[$0] == "\u{1B}" && text[$0 + 1] == "\\"
                    })
                else { return Array(String(String.UnicodeScalarView(text[index...])).utf8) }
                index = end + 2
            case "\\": index += 2
            default:
                unknown.append(String(text[index + 1]))
                index += 2
            }
        }
        return []
    }

    private mutating func put(_ letter: Character) {
        switch letter {
        case "\r": column = 0
        case "\n", "\r\n": row = min(row + 1, cells.count - 1)
        default:
            let isWide = letter.unicodeScalars.first.map { (0x2E80...0xA4CF).contains($0.value) } ?? false
            set(Cell(letter: letter, foreground: pen.foreground, background: pen.background))
            if isWide { set(Cell(letter: Self.rightHalf, foreground: pen.foreground, background: pen.background)) }
        }
    }

    /// What stands in the second cell of a wide letter.
    public static let rightHalf: Character = "\u{0}"

    private mutating func set(_ cell: Cell) {
        defer { column += 1 }
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        // Half of a wide letter does not stay alone.
        if cells[row][column].letter == Self.rightHalf, cell.letter != Self.rightHalf {
            cells[row][column - 1].letter = " "
        }
        if column + 1 < cells[row].count, cells[row][column + 1].letter == Self.rightHalf {
            cells[row][column + 1].letter = " "
        }
        cells[row][column] = cell
    }

    private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        switch (final, parameters) {
        case ("H", _):
            row = (numbers.first.flatMap { Int($0) } ?? 1) - 1
            column = (numbers.count > 1 ? Int(numbers[1]) ?? 1 : 1) - 1
        case ("J", "2"): for row in cells.indices { for column in cells[row].indices { cells[row][column] = Cell() } }
        case ("m", _): select(numbers)
        case ("h", "?1049"): isAlternate = true
        case ("l", "?1049"): isAlternate = false
        case ("l", "?25"): isCursorHidden = true
        case ("h", "?25"): isCursorHidden = false
        case ("h", "?2026"), ("l", "?2026"), ("h", "?7"), ("l", "?7"), ("c", _), ("t", _): break
        default: unknown.append("[\(parameters)\(final)")
        }
    }

    private mutating func select(_ numbers: [String]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case "", "0": pen = Cell()
            case "39": pen.foreground = ""
            case "49": pen.background = ""
            case "38", "48":
                let count = rest.first == "2" ? 4 : 2
                let color = rest.prefix(count).joined(separator: ";")
                if number == "38" { pen.foreground = color } else { pen.background = color }
                rest = rest.dropFirst(count)
            default: unknown.append("m \(number)")
            }
        }
    }
}
