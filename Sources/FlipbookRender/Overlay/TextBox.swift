package import FlipbookCore

package struct TextBox: Hashable, Sendable {
    package enum Corner: Hashable, Sendable {
        case topLeft
        case center
    }

    /// The lines. Characters other than ASCII are shown as boxes, and text that does not fit is clipped.
    package let lines: [String]
    package let corner: Corner

    package init(_ lines: [String], at corner: Corner) { (self.lines, self.corner) = (lines, corner) }

    /// The number of pixels per dot of the font: 1 in windows with at most 540 rows, 2 with at most 1080 rows.
    private static func dot(rows: Int) -> Int { max(1, (rows + 179) / 540) }
    private static let margin = 3

    /// Returns the box in a window, or `nil` if there is no text. White text on 75% black is readable on any picture.
    package func drawn(in window: PixelSize) -> DrawnBox? {
        let dot = Self.dot(rows: window.height)
        let margin = Self.margin * dot
        let letters = lines.map { $0.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0 } }
        let columns = letters.map(\.count).max() ?? 0
        guard columns > 0 else { return nil }
        let size = PixelSize(
            width: min(columns * BitmapFont.advance * dot + 2 * margin, window.width),
            height: min(letters.count * BitmapFont.lineHeight * dot + 2 * margin, window.height)
        )
        var bytes = [UInt8](repeating: 0, count: size.area * 4)
        bytes.withUnsafeMutableBytes { target in
            let words = target.bindMemory(to: UInt32.self)
            words.update(repeating: UInt32(0xBF00_0000).littleEndian)
            for (row, line) in letters.enumerated() {
                let y = margin + row * BitmapFont.lineHeight * dot
                for (column, letter) in line.enumerated() {
                    let x = margin + column * BitmapFont.advance * dot
                    guard x < size.width, y < size.height else { break }
                    BitmapFont.draw(letter, dot: dot, x: x, y: y, on: words, size)
                }
            }
        }
        let (x, y) =
            switch corner {
            case .topLeft: (0, 0)
            case .center: ((window.width - size.width) / 2, (window.height - size.height) / 2)
            }
        return DrawnBox(PixelRect(x: x, y: y, width: size.width, height: size.height), bytes: bytes)
    }
}
