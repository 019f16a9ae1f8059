package import FlipbookCore
package import FlipbookImaging
import FlipbookScene

/// Characters as pictures of equal size, in white on 75% black, which is readable on any picture. A line of text is a row of
/// cells. ASCII characters use the bitmap font, and look the same on every machine. Other characters use the fonts of the
/// machine, or are drawn as boxes.
package struct LetterCells: Sendable {
    package struct Cell: Hashable, Sendable {
        package let letter: Character
        /// 1 or 2 for the left or right half of a wide character, or 0 for a narrow character.
        let half: Int
        let width: Int

        package var isASCII: Bool { letter.isASCII }
    }

    package let size: PixelSize
    package let clear: Image
    private let images: [Cell: Image]

    /// Returns the cells of a string: two for an East Asian character and for most emoji.
    package static func cells(of text: String) -> [Cell] {
        text.flatMap { letter in
            let width = min(2, letter.unicodeScalars.map(TerminalGrid.width).max() ?? 1)
            return (width == 2 ? [1, 2] : [0]).map { Cell(letter: letter, half: $0, width: max(1, width)) }
        }
    }

    package static func size(dot: Int) -> PixelSize {
        PixelSize(width: (BitmapFont.advance + 1) * dot, height: (BitmapFont.lineHeight + 2) * dot)
    }

    /// Returns the characters that are shown as boxes, since no font contains them or no library can draw them.
    package static func boxes(among cells: Set<Cell>) -> Set<Character> {
        Set(cells.lazy.filter { !$0.isASCII }.map(\.letter)).filter { letter in
            (try? painter(dot: 1)?.hasLetters(of: String(letter))) != true
        }
    }

    package init(_ letters: Set<Cell>, dot: Int) throws(ImageError) {
        let size = Self.size(dot: dot)
        self.size = size
        clear = try Self.image(size) { _ in }
        var images: [Cell: Image] = [:]
        for cell in letters where images[cell] == nil {
            let drawn = cell.isASCII ? nil : try Self.picture(of: cell, in: size, dot: dot)
            images[cell] = try Self.image(size) { words in
                words.update(repeating: UInt32(0xBF00_0000).littleEndian)
                if let drawn {
                    Self.lay(drawn, cell, on: words, size)
                } else {
                    BitmapFont.draw(cell.letter.asciiValue ?? 0, dot: dot, x: dot, y: 2 * dot, on: words, size)
                }
            }
        }
        self.images = images
    }

    package func image(of cell: Cell?) -> Image { cell.flatMap { images[$0] } ?? clear }

    /// Returns a painter for characters that are as large as those of the bitmap font. The capitals of the bitmap font are
    /// seven dots high, which is 0.73 of the font size in most fonts.
    /// - Returns: `nil` if no library can draw text.
    private static func painter(dot: Int, height: Int? = nil, share: Double = 1) -> TextPainter? {
        var label = TextLabel("")
        (label.font, label.size) = ("Monospace", 9.6 * Double(dot) * share)
        return try? TextPainter(label, width: 4096, height: height.map(Double.init), scale: 1)
    }

    private static func picture(of cell: Cell, in size: PixelSize, dot: Int) throws(ImageError) -> Picture? {
        let (text, room) = (String(cell.letter), size.width * cell.width)
        guard let painter = painter(dot: dot, height: size.height), try painter.hasLetters(of: text) else { return nil }
        let picture = try painter.picture(of: text)
        guard picture.size.width > room else { return picture }
        let share = Double(room) / Double(picture.size.width)
        return try Self.painter(dot: dot, height: size.height, share: share)?.picture(of: text)
    }

    private static func lay(_ letter: Picture, _ cell: Cell, on words: PixelWords, _ size: PixelSize) {
        let left = (size.width * cell.width - letter.size.width) / 2 - (cell.half == 2 ? size.width : 0)
        for y in 0..<min(size.height, letter.size.height) {
            for x in max(0, left)..<max(0, left, min(size.width, left + letter.size.width)) {
                let color = letter[x - left, y]
                let alpha = Int(color.alpha) * 255 + 0xBF * (255 - Int(color.alpha))
                guard alpha > 0 else { continue }
                func part(_ channel: UInt8) -> UInt32 { UInt32(Int(channel) * Int(color.alpha) * 255 / alpha) }
                let word = part(color.red) | part(color.green) << 8 | part(color.blue) << 16
                words[y * size.width + x] = (word | UInt32((alpha + 127) / 255) << 24).littleEndian
            }
        }
    }

    private static func image(_ size: PixelSize, _ draw: (PixelWords) -> Void) throws(ImageError) -> Image {
        let picture = try Picture.decoded(size: size, format: .rgba) { (target) throws(ImageError) in
            let words = target.bindMemory(to: UInt32.self)
            words.update(repeating: 0)
            draw(words)
        }
        return try Image(of: picture)
    }
}
