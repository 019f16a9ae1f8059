import FlipbookTestSupport
import Foundation
import Testing

/// Options that several verbs have mean the same to each.
@Suite("Options that verbs share")
struct SharedOptionTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for number in [1, 2, 5] { try folder.write(TestFrames(width: 8, height: 6).png(number), to: "w.\(number).png") }
    }

    private func flipbook(_ arguments: [String]) throws -> Program.Outcome {
        try Program.flipbook.run(arguments, in: folder.path)
    }

    @Test(
        "what lint lets pass by --missing and --max-gap is what an export takes",
        arguments: LongTests.cases(
            [
                ([], 1), (["--missing", "hold"], 0), (["--missing", "nearest"], 0), (["--missing", "black"], 0),
                (["--missing", "skip"], 0), (["--missing", "hold", "--max-gap", "1"], 1),
                (["--missing", "skip", "--max-gap", "2"], 0),
            ] as [([String], Int32)],
            every: 3
        )
    )
    func gaps(options: [String], status: Int32) throws {
        // Three pictures alone would be stills, of which a gap is no error.
        try folder.write(TestFrames(width: 8, height: 6).png(6), to: "w.6.png")
        let lint = try flipbook(["lint", "."] + options)
        expectEqual(lint.status, status, "\(lint.text)")
        expect(lint.text.contains("frames 3-4 are missing"))
        let export = try flipbook(["export", ".", "-o", "a.mkv", "-q", "--overwrite"] + options)
        expectEqual(export.status, status, "\(export.errors)")
    }

    @Test("lint reads a pattern in the dialect that is named")
    func dialect() throws {
        try expectEqual(flipbook(["lint", "w.#.png 1-2", "--dialect", "nuke"]).status, 0)
        try expectEqual(flipbook(["lint", "w.%d.png [1-2, 5]", "--dialect", "clique"]).status, 0)
        let gap = try flipbook(["lint", "w.%d.png [1-3]", "--dialect", "clique"])
        expectEqual(gap.status, 1)
        expect(gap.text.contains("frame 3 is missing (1 of 3)"))
        try expect(flipbook(["lint", "w.#.png 1-2"]).status != 0)
        try expectEqual(flipbook(["lint", ".", "--max-gap", "-1"]).status, 2)
    }

    @Test("--idiom takes the pictures for a device, of a folder and of a manifest's pattern")
    func idiom() throws {
        try folder.write(TestFrames(width: 8, height: 6).png(2), to: "w.2~ipad.png")
        try folder.write(Array("animationImages: w.@.png\n".utf8), to: "w.yaml")
        let list = "animationImages:\n  - w.1.png\n  - \"w.2~ipad.png\"\n  - w.5.png\n"
        try expect(flipbook(["manifest", ".", "--idiom", "pad", "-q", "--missing", "skip"]).text.hasPrefix(list))
        try expect(
            flipbook(["manifest", ".", "--idiom", "phone", "-q"]).text.hasPrefix("animationImages: \"w.@.png\"\n")
        )
        let chosen = try flipbook(["manifest", "w.yaml", "--frames", "2", "--idiom", "pad", "-q"])
        expect(chosen.text.hasPrefix("animationImages:\n  - \"w.2~ipad.png\"\n"))
        // A frame for the device that is of another size is one that an export would stop at.
        try folder.write(TestFrames(width: 10, height: 6).png(2), to: "w.2~ipad.png")
        try folder.write(TestFrames(width: 8, height: 6).png(6), to: "w.6.png")
        let words = ["lint", ".", "--missing", "hold", "--format", "compact", "-q", "--fail-level", "error"]
        try expect(!flipbook(words).text.contains("seq.mixed-size"))
        try expect(flipbook(words + ["--idiom", "pad"]).text.contains("w.2~ipad.png:1:1: error: 10x6 px"))
        try expect(flipbook(["list", ".", "--idiom", "pad"]).text.contains("4 of 6 frames"))
        try expectEqual(flipbook(["explain", ".", "--idiom", "pad"]).status, 0)
    }
}
