package import FlipbookCore

/// Letters of the bitmap font as pictures of one size: white on black that covers three quarters, so that they can be read on
/// anything. Cells side by side are a line of text.
package struct LetterCells: Sendable {
    /// The size of a cell in pixels.
    package let size: PixelSize
    /// A cell in which nothing is seen.
    package let clear: Image
    private let images: [UInt8: Image]

    /// The cells of some letters; what is not ASCII is shown as a box.
    /// - Parameters:
    ///   - letters: The letters that are wanted.
    ///   - dot: Pixels in a dot of the font.
    /// - Throws: ``ImageError`` where there is no memory for them.
    package init(_ letters: Set<UInt8>, dot: Int) throws(ImageError) {
        let size = PixelSize(width: (BitmapFont.advance + 1) * dot, height: (BitmapFont.lineHeight + 2) * dot)
        self.size = size
        clear = try Self.cell(size) { _ in }
        var images: [UInt8: Image] = [:]
        for letter in letters {
            images[letter] = try Self.cell(size) { words in
                words.update(repeating: UInt32(0xBF00_0000).littleEndian)
                for (column, bits) in BitmapFont.columns(of: letter).enumerated() {
                    for row in 0..<BitmapFont.height where bits >> row & 1 == 1 {
                        for y in 0..<dot {
                            let start = ((row + 2) * dot + y) * size.width + (column + 1) * dot
                            for x in start..<start + dot { words[x] = 0xFFFF_FFFF }
                        }
                    }
                }
            }
        }
        self.images = images
    }

    /// The cell of a letter; a clear one for `nil`.
    package func image(of letter: UInt8?) -> Image { letter.flatMap { images[$0] } ?? clear }

    private static func cell(
        _ size: PixelSize,
        _ draw: (UnsafeMutableBufferPointer<UInt32>) -> Void
    ) throws(ImageError) -> Image {
        let picture = try Picture.decoded(size: size, format: .rgba) { (target) throws(ImageError) in
            let words = target.bindMemory(to: UInt32.self)
            words.update(repeating: 0)
            draw(words)
        }
        let file: [UInt8]
        do throws(PNGEncodingError) {
            file = try PNGEncoder.encode(picture, opaque: false)
        } catch {
            throw ImageError(.shortage(.memory(size.area * 4)))
        }
        return try Image(reading: file)
    }
}
