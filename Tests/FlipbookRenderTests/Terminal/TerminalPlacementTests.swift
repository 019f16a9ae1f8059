import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookTestSupport
import Testing

/// Where a picture stands on a terminal, and with how many pixels.
@Suite struct TerminalPlacementTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test("cells are taken for half as wide as high where the terminal does not say")
    func unknownCell() {
        let place = TerminalPlacement(of: size(160, 92), on: TerminalSize(columns: 80, rows: 24), as: .blocks)
        // 80 by 46 half cells, all of the same width and height.
        expectEqual(place.pixels, size(80, 46))
        expect((place.column, place.row, place.columns, place.rows) == (0, 0, 80, 23))
    }

    @Test("a picture keeps its proportions and stands in the middle")
    func middle() {
        let wide = TerminalPlacement(of: size(400, 100), on: TerminalSize(columns: 80, rows: 25), as: .blocks)
        expectEqual(wide.pixels, size(80, 20))
        expect((wide.column, wide.row, wide.columns, wide.rows) == (0, 7, 80, 10))
        let high = TerminalPlacement(of: size(100, 400), on: TerminalSize(columns: 80, rows: 25), as: .blocks)
        expectEqual(high.pixels, size(12, 48))
        expect((high.column, high.row, high.columns, high.rows) == (34, 0, 12, 24))
    }

    @Test("the size of a cell counts where it is known")
    func cell() {
        let terminal = TerminalSize(columns: 80, rows: 25, pixels: size(800, 500))
        expectEqual(terminal.cell, Size(width: 10, height: 20))
        let sixel = TerminalPlacement(of: size(1920, 1080), on: terminal, as: .sixel)
        expectEqual(sixel.pixels, size(800, 450))
        expect((sixel.column, sixel.row, sixel.columns, sixel.rows) == (0, 0, 80, 23))
        let square = TerminalSize(columns: 80, rows: 25, pixels: size(800, 250))
        expectEqual(TerminalPlacement(of: size(100, 100), on: square, as: .blocks).pixels, size(24, 48))
    }

    @Test("kitty is sent no more pixels than the picture has, and enlarges it itself")
    func kitty() {
        let terminal = TerminalSize(columns: 80, rows: 25, pixels: size(800, 500))
        let small = TerminalPlacement(of: size(16, 16), on: terminal, as: .kitty)
        expectEqual(small.pixels, size(16, 16))
        expect((small.columns, small.rows) == (48, 24))
        expectEqual(TerminalPlacement(of: size(4000, 2000), on: terminal, as: .kitty).pixels, size(800, 400))
        let plain = TerminalPlacement(of: size(16, 16), on: terminal, as: .kitty, isOneToOne: true)
        expect((plain.columns, plain.rows, plain.pixels) == (2, 1, size(16, 16)))
    }

    @Test("one to one enlarges nothing, and makes smaller what has no room")
    func oneToOne() {
        let terminal = TerminalSize(columns: 80, rows: 25)
        expectEqual(
            TerminalPlacement(of: size(20, 10), on: terminal, as: .blocks, isOneToOne: true).pixels,
            size(20, 10)
        )
        expectEqual(
            TerminalPlacement(of: size(800, 10), on: terminal, as: .blocks, isOneToOne: true).pixels,
            size(80, 1)
        )
    }

    @Test("every picture on every terminal covers at least one cell and no more than there are")
    func bounds() {
        for graphics in TerminalGraphics.allCases {
            for (columns, rows) in [(1, 1), (1, 200), (200, 1), (80, 24), (-5, 0), (Int.max, Int.max)] {
                for pixels in [nil, size(1, 1), size(3000, 2000), size(.max, .max)] {
                    let terminal = TerminalSize(columns: columns, rows: rows, pixels: pixels)
                    for picture in [size(1, 1), size(1, 100_000), size(100_000, 1), size(640, 480)] {
                        let place = TerminalPlacement(of: picture, on: terminal, as: graphics)
                        expect(place.columns >= 1 && place.column >= 0)
                        expect(place.column + place.columns <= terminal.columns)
                        expect(place.rows >= 1 && place.row >= 0 && place.row + place.rows <= terminal.rows)
                        expect(!place.pixels.isEmpty)
                    }
                }
            }
        }
    }
}
