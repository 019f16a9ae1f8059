import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// The rectangles of system 2 are numbers, and with those.
@Suite("System 2: what a content mode leaves free")
struct System2GapTests {
    @Test("2.1: of an opaque 100x50 picture fitted into 300x300, rows 0-74 and 225-299 are the background's")
    func gap() throws {
        let picture = Picture(100, 50) { _, _ in [10, 200, 30, 255] }
        let canvas = Canvas(300, 300, .scaleAspectFit, .color(Color(red: 0, green: 0, blue: 255)))
        let found = try Picture.drawn(picture, on: canvas)
        let blue = [UInt8](repeating: 0, count: 300 * 4).enumerated().map { $0.offset % 4 < 2 ? $0.element : 255 }
        let green = (0..<300).flatMap { _ in [10, 200, 30, 255] as [UInt8] }
        let bytes = found.bytes
        for y in 0..<300 {
            let row = Array(bytes[(y * 1200)..<((y + 1) * 1200)])
            expectEqual(row, ((75..<225).contains(y) ? green : blue), "row \(y)")
        }
    }

    @Test("a picture of the canvas's size comes through byte for byte, in every mode", arguments: ContentMode.allCases)
    func unscaled(mode: ContentMode) throws {
        var generator = SeededGenerator(seed: 2)
        let picture = Picture(23, 17, random: &generator)
        try expectEqual(Picture.drawn(picture, on: Canvas(23, 17, mode)).bytes, picture.bytes)
        try expectEqual(Picture.drawn(picture, scale: 2, on: Canvas(23, 17, scale: 2, mode)).bytes, picture.bytes)
    }
}
