import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// The words of `--mismatch` say where frames of another size lie, in every verb.
@Suite(.hangLimit) struct MismatchTests {
    private let bench: Workbench

    /// Frames of 24x18, of which the second is upright.
    init() throws {
        bench = try Workbench(walk: 1...3)
        try bench.folder.write(TestFrames(width: 18, height: 24).png(2), to: "walk/walk.0002.png")
    }

    /// The second frame as a verb draws it.
    private func second(_ options: [String], by verb: Verb = .render) throws -> Picture {
        for words in verb.commands(options) {
            let outcome = try bench.flipbook(words)
            expectEqual(outcome.status, 0, "\(words): \(outcome.errors)")
        }
        return try ImageDecoder().decode(contentsOf: bench.folder.file(verb.picture))
    }

    enum Verb: CaseIterable {
        case render, export, segments, manifest

        var picture: String { self == .render || self == .manifest ? "a.png" : "a.2.png" }

        func commands(_ options: [String]) -> [[String]] {
            switch self {
            case .render: [["render", "walk", "--frame", "2", "-o", "a.png", "--overwrite"] + options]
            case .export: [["export", "walk", "-o", "a.@.png", "--overwrite"] + options]
            case .segments:
                [["export", "walk", "-o", "a.@.png", "--overwrite", "--resume", "--segment", "1"] + options]
            case .manifest:
                [
                    ["manifest", "walk", "-o", "walk.yaml", "--overwrite"] + options,
                    ["render", "walk.yaml", "--frame", "2", "-o", "a.png", "--overwrite"],
                ]
            }
        }
    }

    private func bytes(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    /// The columns in which something is seen of a row in the middle.
    private func seen(_ picture: Picture) -> Range<Int> {
        let alphas = (0..<24).map { bytes(picture)[(9 * 24 + $0) * 4 + 3] }
        return (alphas.firstIndex { $0 == 255 } ?? 0)..<(alphas.lastIndex { $0 == 255 }.map { $0 + 1 } ?? 0)
    }

    @Test("fit shows the whole picture between transparent bars, fill and stretch leave none", arguments: Verb.allCases)
    func words(verb: Verb) throws {
        // 18x24 in 24x18 is 13.5 columns wide.
        try expectEqual(seen(second(["--mismatch", "fit"], by: verb)), 5..<19)
        for (word, mode) in [("fill", "scaleAspectFill"), ("stretch", "scaleToFill")] {
            let placed = try second(["--mismatch", word], by: verb)
            expectEqual(seen(placed), 0..<24)
            try expectEqual(bytes(placed), bytes(second(["--mismatch", "fit", "--content-mode", mode])), "\(word)")
        }
    }

    @Test("a canvas of other proportions leaves bars in the background's color, without a word")
    func canvas() throws {
        let words = ["render", "walk/walk.0001.png", "--size", "48x18", "--background", "red", "-o", "a.png"]
        try expect(bench.flipbook(words).errors.contains("walk.0001.png: 24x18, fitted to 48x18."))
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("a.png"))
        expectEqual(bytes(picture)[44..<48], [255, 0, 0, 255])
        expectEqual(bytes(picture)[48..<52], bench.frames.pixels(1)[..<4])
    }

    @Test("a content mode that a manifest writes counts before fit, and fill and stretch before that")
    func manifest() throws {
        let text = "animationImages: walk/walk.####.png\ncontentMode: scaleToFill\n"
        try bench.folder.write(Array(text.utf8), to: "w.yaml")
        func range(_ word: String) throws -> Range<Int> {
            let outcome = try bench.flipbook(
                "render",
                "w.yaml",
                "--frame",
                "2",
                "--mismatch",
                word,
                "-o",
                "a.png",
                "--overwrite"
            )
            expect(outcome.errors.contains("18x24, \(word == "fit" ? "stretched" : "cropped") to 24x18."))
            return try seen(ImageDecoder().decode(contentsOf: bench.folder.file("a.png")))
        }
        try expectEqual(range("fit"), 0..<24)
        try expectEqual(range("fill"), 0..<24)
    }

    @Test("fill and stretch beside a content mode are refused", arguments: ["fill", "stretch"])
    func refused(word: String) throws {
        let outcome = try bench.flipbook("export", "walk", "--mismatch", word, "--content-mode", "top", "-o", "a.mp4")
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains("--mismatch \(word) and --content-mode both position the pictures. Use only one")
        )
    }

    @Test("variants of one picture, @1x and @2x, fill the canvas as before, pixel for pixel")
    func variants() throws {
        try bench.folder.write(bench.frames.png(1), to: "v/v1.png")
        try bench.folder.write(TestFrames(width: 48, height: 36).png(2), to: "v/v2@2x.png")
        func drawn(_ word: String) throws -> [UInt8] {
            let outcome = try bench.flipbook("export", "v", "--mismatch", word, "-o", "v.@.png", "--overwrite")
            expect(outcome.errors.contains("note: v2@2x.png: 48x36, scaled to 24x18.\n"), "\(outcome.errors)")
            return bytes(try ImageDecoder().decode(contentsOf: bench.folder.file("v.2.png")))
        }
        try expectEqual(drawn("fit"), drawn("stretch"))
    }

    @Test("lint accepts what the words accept", arguments: ["fit", "fill", "stretch"])
    func lint(word: String) throws {
        try expectEqual(bench.flipbook("lint", "walk", "--mismatch", word).status, 0)
    }
}
