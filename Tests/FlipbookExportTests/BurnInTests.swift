import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Text in the pictures, read back dot by dot.
@Suite("Text in the pictures")
struct BurnInTests {
    private let bench: Workbench
    private let width = 160
    private let height = 96

    init() throws {
        bench = try Workbench(frames: TestFrames(width: width, height: height))
        // Three drawings of one color each, and the second one again.
        for number in [7, 8, 9, 10] {
            let color: [UInt8] = [10, UInt8(20 * (number == 10 ? 8 : number)), 200, 255]
            let pixels = (0..<width * height).flatMap { _ in color }
            let picture = Picture(making: PixelSize(width: width, height: height), format: .rgba) {
                $0.copyBytes(from: pixels)
            }
            try bench.folder.write(PNGEncoder.encode(picture, opaque: true), to: "walk/w.\(number).png")
        }
    }

    /// Where a picture is white, in the cell of a letter of the smallest size: a column of 5 numbers for each.
    private func letters(_ name: String, count: Int, x: Int = 0, y: Int? = nil) throws -> [[UInt8]] {
        let rows = y ?? height - 12
        let pixels = try VideoFile(bench.folder.file(name)).frames(format: "rgb24", byteCount: width * height * 3)[0]
        return (0..<count).map { letter in
            (0..<5).map { column in
                (0..<8).reduce(0) { bits, row in
                    let place = ((rows + 2 + row) * width + x + letter * 7 + 1 + column) * 3
                    return bits | (pixels[place..<place + 3].allSatisfy { $0 == 255 } ? 1 << row : 0)
                }
            }
        }
    }

    // The columns of letters, as the font has them.
    private let zero: [UInt8] = [0x3E, 0x51, 0x49, 0x45, 0x3E]
    private let one: [UInt8] = [0x00, 0x42, 0x7F, 0x40, 0x00]
    private let seven: [UInt8] = [0x01, 0x71, 0x09, 0x05, 0x03]
    private let eight: [UInt8] = [0x36, 0x49, 0x49, 0x49, 0x36]

    @Test("frame numbers stand at the lower left, and each frame has its own")
    func numbers() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "f.%02d.png",
            "--burn-in",
            "frame",
            "--burn-in-size",
            "12"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(letters("f.07.png", count: 1), [seven])
        try expectEqual(letters("f.08.png", count: 1), [eight])
        try expectEqual(letters("f.10.png", count: 2), [one, zero])
    }

    @Test("the number of a frame that stands in for a missing one is marked")
    func heldNumber() throws {
        try FileManager.default.removeItem(atPath: bench.folder.file("walk/w.8.png").string)
        for (policy, isLong) in [("hold", false), ("black", true)] {
            let options = ["--missing", policy, "--burn-in", "frame", "--burn-in-size", "12", "--overwrite"]
            let outcome = try bench.flipbook(["export", "walk", "-o", "f.%02d.png"] + options)
            try require(outcome.status == 0, "\(outcome.errors)")
            let none = [UInt8](repeating: 0, count: 5)
            try expectEqual(letters("f.07.png", count: 3), [seven, none, none])
            // "8 held" and "8 missing".
            let marked = try letters("f.08.png", count: 9)
            expect(marked[0] == eight && marked[1] == none && marked[2..<6].allSatisfy { $0 != none })
            expectEqual(marked[8] != none, isLong)
        }
    }

    @Test("a time code begins where --timecode says, and is shown in files that have no place for it")
    func timeCode() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "f.%02d.png",
            "--fps",
            "24",
            "--burn-in",
            "top-right:timecode",
            "--burn-in-size",
            "12",
            "--timecode",
            "17:00:00:23"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        // 17:00:01:00 stands in the second frame.
        let found = try letters("f.08.png", count: 11, x: width - 77, y: 0)
        expect(found[0] == one && found[1] == seven && found[7] == one && found[9] == zero && found[10] == zero)
    }

    @Test("a name and a text stand in corners of their own, and what is held stays held where the text does not change")
    func names() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mkv",
            "--burn-in",
            "1",
            "--burn-in",
            "name",
            "--burn-in-size",
            "12",
            "--stats",
            "--verify",
            "pixels"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(letters("a.mkv", count: 1), [one])
        try expectEqual(letters("a.mkv", count: 3, x: width - 7 * 7)[2], seven)
        expect(outcome.text.contains("all pixels match the composited frames"))
    }

    @Test(
        "sizes and places without a text, sizes out of range, and time codes without a rate are refused",
        arguments: [
            (["--burn-in-size", "12"], "--burn-in-size requires --burn-in. Add --burn-in frame"),
            (["--burn-in", "top-left:"], "--burn-in 'top-left:': the text is empty"),
            (
                ["--burn-in", "nowhere:frame"],
                "--burn-in 'nowhere:frame': 'nowhere' is not a position. The positions are top-left, top, top-right, "
                    + "bottom-left, bottom, bottom-right. If it is part of the text, put a position before it: "
                    + "--burn-in 'bottom-left:nowhere:frame'."
            ),
            (["--burn-in", "Top-Left:name"], "'Top-Left' is not a position"),
            (["--burn-in", "frame", "--burn-in-size", "2"], "--burn-in-size 2: use 8 to 1024 pixels"),
            (
                ["--burn-in", "timecode", "--timecode", "00:00:00:40"],
                "--timecode 00:00:00:40: at 30 frames/s, a second has frames 00 to 29"
            ),
        ]
    )
    func refused(options: [String], message: String) throws {
        let outcome = try bench.flipbook(["export", "walk", "-o", "a.mp4"] + options)
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("texts have colons where a place stands before them, or no word does")
    func colons() throws {
        for (place, text) in ["bottom-left:7:7", "7:7", ":7"].enumerated() {
            let outcome = try bench.flipbook(
                "export",
                "walk",
                "-o",
                "c\(place).%02d.png",
                "--burn-in",
                text,
                "--burn-in-size",
                "12"
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            let colon: [UInt8] = [0x00, 0x36, 0x36, 0x00, 0x00]
            let line = text.hasPrefix(":") ? [colon, seven] : [seven, colon, seven]
            try expectEqual(letters("c\(place).07.png", count: line.count), line)
        }
    }

    /// The pixels of cells from the lower left, of rows of 24 pixels with cells of 14: red of each.
    private func cells(_ name: String, _ range: Range<Int>) throws -> [UInt8] {
        let pixels = try VideoFile(bench.folder.file(name)).frames(format: "rgb24", byteCount: width * height * 3)[0]
        return (height - 24..<height).flatMap { y in
            (range.lowerBound * 14..<range.upperBound * 14).map { pixels[(y * width + $0) * 3] }
        }
    }

    @Test("letters beyond ASCII are those of the machine's fonts, and take the room that they need")
    func otherLetters() throws {
        func export(_ name: String, _ text: String) throws -> String {
            let outcome = try bench.flipbook(
                "export",
                "walk",
                "-o",
                "\(name).%02d.png",
                "--burn-in",
                text,
                "--burn-in-size",
                "24"
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            return outcome.errors
        }
        // Every machine with fonts has these; a letter and its mark are one.
        try expect(!export("a", "7äé7").contains("drawn as boxes"))
        try expect(!export("b", "7a\u{308}é7").contains("drawn as boxes"))
        try expectEqual(cells("a.07.png", 0..<4), cells("b.07.png", 0..<4))
        let (umlaut, accent) = try (cells("a.07.png", 1..<2), cells("a.07.png", 2..<3))
        // White letters, each another one, and dots where the bitmap font has none.
        expect(umlaut != accent && umlaut.contains { $0 > 200 } && accent.contains { $0 > 200 })
        expect(umlaut.contains { (30...200).contains($0) })
        // The sevens are those of the bitmap font, before and behind.
        try expectEqual(cells("a.07.png", 0..<1), cells("a.07.png", 3..<4))
    }

    @Test("a letter that no font has is a box, with a note, and a wide one takes two cells")
    func boxes() throws {
        // Two private letters of the last plane, and a wide one that nobody has assigned.
        let text = "7\u{10FFFD}\u{2FFFD}7"
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.%02d.png",
            "--burn-in",
            text,
            "--burn-in-size",
            "12"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(
            outcome.errors.contains(
                "note: --burn-in: no font on this machine contains the characters \u{2FFFD} \u{10FFFD}, so they are "
                    + "drawn as boxes. Install a font that contains them.\n"
            )
        )
        let box: [UInt8] = [0x7F, 0x41, 0x41, 0x41, 0x7F]
        try expectEqual(letters("a.07.png", count: 5), [seven, box, box, box, seven])
    }

    @Test("files with names in any script say them")
    func foreignNames() throws {
        for number in 1...2 {
            let file = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk/w.\(number + 6).png").string))
            try bench.folder.write(Array(file), to: "other/Gän-\(number).png")
        }
        let outcome = try bench.flipbook(
            "export",
            "other",
            "-o",
            "n.%02d.png",
            "--burn-in",
            "name",
            "--burn-in-size",
            "24"
        )
        try require(outcome.status == 0 && !outcome.errors.contains("drawn as boxes"), "\(outcome.errors)")
        // The same letter in both, and another number behind it.
        try expectEqual(cells("n.01.png", 0..<3), cells("n.02.png", 0..<3))
        try expect(cells("n.01.png", 4..<5) != cells("n.02.png", 4..<5))
    }

    @Test("a line that has no room says how much of it is cut off")
    func cutOff() throws {
        let options = ["--burn-in", String(repeating: "x", count: 30), "--burn-in-size", "12", "--dry-run"]
        let outcome = try bench.flipbook(["export", "walk", "-o", "a.mkv"] + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(
            outcome.errors.contains(
                "note: --burn-in: a line has 30 characters, but only 22 fit; the rest is cut off. Use a smaller "
                    + "--burn-in-size.\n"
            ),
            "\(outcome.errors)"
        )
    }
}
