import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// Pictures as half blocks, and text beside them.
@Suite struct TerminalGridTests {
    private func picture(_ width: Int, _ pixels: [[UInt8]]) -> Picture {
        Picture(making: PixelSize(width: width, height: pixels.count / width), format: .rgba) {
            $0.copyBytes(from: pixels.joined())
        }
    }

    private func grid(_ picture: Picture, over background: Color = .black, in colors: TerminalColors = .trueColor)
        -> TerminalGrid
    {
        var grid = TerminalGrid(columns: picture.size.width, rows: (picture.size.height + 1) / 2)
        grid.draw(picture, column: 0, row: 0, over: background, in: colors)
        return grid
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("two pixels make a half block: the upper one in the letter's color, the lower one behind it")
    func twoPixels() {
        let bytes = grid(picture(1, [[255, 0, 0, 255], [0, 0, 255, 255]])).bytes()
        expectEqual(text(bytes), "^[1;1H^[38;2;255;0;0;48;2;0;0;255m▀^[m")
    }

    @Test("neighbors in the same colors share one selection, and only what changes is selected again")
    func runs() {
        let (red, blue, green): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255], [0, 9, 0, 255])
        let bytes = grid(picture(4, [red, red, red, green, blue, blue, green, green])).bytes()
        expectEqual(text(bytes), "^[1;1H^[38;2;255;0;0;48;2;0;0;255m▀▀^[48;2;0;9;0m▀ ^[m")
    }

    @Test("below the last row of an odd number the terminal's own color shows")
    func oddHeight() {
        let bytes = grid(picture(1, [[1, 2, 3, 255], [4, 5, 6, 255], [7, 8, 9, 255]])).bytes()
        expectEqual(text(bytes), "^[1;1H^[38;2;1;2;3;48;2;4;5;6m▀^[2;1H^[38;2;7;8;9;49m▀^[m")
    }

    @Test("what does not cover shows the background", arguments: [0, 1, 127, 128, 254, 255])
    func alpha(alpha: Int) {
        let white = Color.white
        let bytes = grid(picture(1, [[100, 0, 255, UInt8(alpha)], [0, 0, 0, 255]]), over: white).bytes()
        func over(_ value: Int) -> Int { (value * alpha + 255 * (255 - alpha) + 127) / 255 }
        expectEqual(text(bytes), "^[1;1H^[38;2;\(over(100));\(over(0));\(over(255));48;2;0;0;0m▀^[m")
    }

    @Test("with 256 colors the nearest of the cube and of the grays is taken, for all of them and beside them")
    func indexed() {
        let levels = [0, 95, 135, 175, 215, 255]
        let cube = (16..<232).map { index -> [Int] in
            [levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6]]
        }
        let table = cube + (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }
        func distance(_ one: [Int], _ other: [Int]) -> Int {
            zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 7, through: 255, by: 31) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let color = [red, green, blue]
                    let least = table.map { distance($0, color) }.min() ?? 0
                    let code = TerminalColors.indexed.code(UInt8(red), UInt8(green), UInt8(blue))
                    let index = (0..<240).first { TerminalColors.Code.index(UInt8($0 + 16)) == code }
                    expectEqual(index.map { distance(table[$0], color) }, least, "\(color)")
                }
            }
        }
        let bytes = grid(picture(1, [[255, 0, 0, 255], [8, 8, 8, 255]]), in: .indexed).bytes()
        expectEqual(text(bytes), "^[1;1H^[38;5;196;48;5;232m▀^[m")
    }

    @Test("after another picture only the cells that differ are sent")
    func changes() {
        let first = grid(picture(3, Array(repeating: [9, 9, 9, 255], count: 6)))
        let second = grid(
            picture(
                3,
                [[9, 9, 9, 255], [9, 9, 9, 255], [1, 1, 1, 255]] + Array(repeating: [9, 9, 9, 255], count: 3)
            )
        )
        expectEqual(text(second.bytes(after: first)), "^[1;3H^[38;2;1;1;1;48;2;9;9;9m▀^[m")
        expectEqual(second.bytes(after: second), [])
        // Of another size nothing is known.
        expectEqual(second.bytes(after: TerminalGrid(columns: 2, rows: 1)), second.bytes())
    }

    @Test("whatever is shown before, a terminal shows the new cells")
    func anySequence() {
        var generator = SeededGenerator(seed: 7)
        var terminal = ShownTerminal(columns: 7, rows: 4)
        var shown: TerminalGrid?
        for round in 0..<300 {
            var grid = TerminalGrid(columns: 7, rows: 4)
            let pixels = (0..<5 * 7).map { _ in
                [UInt8.random(in: 0...2, using: &generator), 0, 0, UInt8.random(in: 254...255, using: &generator)]
            }
            grid.draw(
                picture(5, pixels),
                column: .random(in: 0...4, using: &generator),
                row: .random(in: 0...3, using: &generator),
                in: .trueColor
            )
            grid.write(
                "a漢é字b",
                column: .random(in: 0...6, using: &generator),
                row: .random(in: 0...3, using: &generator)
            )
            expectEqual(terminal.take(grid.bytes(after: shown)), [])
            shown = grid
            for (row, line) in terminal.cells.enumerated() {
                for (column, cell) in line.enumerated() where grid[column: column, row: row].letter != nil {
                    let wanted = grid[column: column, row: row]
                    expectEqual(cell.letter, wanted.letter.map(Character.init), "round \(round), \(column) \(row)")
                    if wanted.letter == "▀" {
                        expect(cell.foreground.hasPrefix("2;"), "round \(round), \(column) \(row)")
                    }
                }
            }
            if round % 10 == 9 {
                // What is sent step by step is what is sent at once.
                var fresh = ShownTerminal(columns: 7, rows: 4)
                expectEqual(fresh.take(grid.bytes()), [])
                for row in 0..<4 { expectEqual(fresh.line(row), terminal.line(row)) }
            }
        }
        expectEqual(terminal.unknown, [])
    }

    @Test("text ends where its room does, and control characters do not get through")
    func textInLine() {
        var grid = TerminalGrid(columns: 6, rows: 1)
        grid.write("a\u{1B}[2Jbcdef", column: 1, row: 0)
        expectEqual(String(String.UnicodeScalarView(grid.cells.compactMap(\.letter))), " a?[2J")
        grid = TerminalGrid(columns: 6, rows: 1)
        // A wide letter that has room for one half only is left out.
        grid.write("abcd漢", column: 0, row: 0, width: 5)
        expectEqual(String(String.UnicodeScalarView(grid.cells.compactMap(\.letter))), "abcd  ")
        grid.write("x", column: 6, row: 0)
        grid.write("x", column: 0, row: 1)
        grid.write("x", column: -1, row: 0)
        expectEqual(grid.cells[0].letter, "a")
    }
}
