import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook explain")
struct ExplainCommandTests {
    private struct Explained: Decodable, Equatable {
        var pattern: String
        var dialect: String
        var frames: [Int]
        var names: [String]
    }

    private func explained(_ arguments: [String], in folder: TemporaryDirectory) throws -> Explained {
        let outcome = try Program.flipbook.run(["explain", "--json"] + arguments, in: folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return try JSONDecoder().decode(Explained.self, from: outcome.output)
    }

    @Test("a pattern with a range is explained without any file being there")
    func range() throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.flipbook.run(["explain", "walk.1-9x2#.png"], in: folder.path)
        expectEqual(outcome.status, 0)
        expectEqual(
            outcome.text,
            """
            walk.1-9x2#.png, read by Flipbook's grammar.
            # is the frame number, padded with zeros to 4 characters; longer numbers keep their length.
            It specifies 5 frames: 1-9x2, in this order.
            The first file is walk.0001.png; the last one is walk.0009.png.
            On disk: no matching files in the current folder.
            Other tools read it differently:
              OpenCue: no leading zeros, as in walk.1.png
              OpenJD: not read, because OpenJD has no "x" in ranges; write 1-9:2
              ffmpeg, Houdini, Clique: no part of the name is a frame number
              Nuke: no leading zeros, as in walk.1-9x21.png; no range, only names

            """
        )
    }

    @Test("JSON has the numbers and the names, from the text or from the disk")
    func json() throws {
        let folder = try TemporaryDirectory()
        for number in [1, 2, 4] { try folder.write([], to: TestFrames.name(number)) }
        try expectEqual(
            explained(["walk.####.png"], in: folder),
            Explained(
                pattern: "walk.####.png",
                dialect: "default",
                frames: [1, 2, 4],
                names: ["walk.0001.png", "walk.0002.png", "walk.0004.png"]
            )
        )
        try expectEqual(explained(["a.3-1@.png"], in: folder).names, ["a.3.png", "a.2.png", "a.1.png"])
        try expectEqual(
            explained(["1-10:4", "--dialect", "opencue"], in: folder).frames,
            [1, 5, 9, 2, 4, 6, 8, 10, 3, 7]
        )
        try expectEqual(explained(["--", "-3--1"], in: folder).frames, [-3, -2, -1])
        try expectEqual(explained(["nowhere/a.#.png"], in: folder).frames, [])
    }

    @Test("the disk's frames and its gaps are reported")
    func disk() throws {
        let folder = try TemporaryDirectory()
        for number in [1, 2, 4] { try folder.write([], to: TestFrames.name(number)) }
        let outcome = try Program.flipbook.run(["explain", "walk.####.png"], in: folder.path)
        expect(outcome.text.contains("On disk: 3 frames, 1-2,4; missing 3.\n"))
        expect(outcome.text.contains("  fileseq: 16 characters, as in walk.0000000000000001.png\n"))
        let absent = try Program.flipbook.run(["explain", "no/w.#.png"], in: folder.path)
        expect(absent.text.contains("The folder no does not exist"))
    }

    @Test(
        "--to says the same sequence in the words of other tools",
        arguments: [
            ("walk.1-24#.png", "ffmpeg", "-start_number 1 -i walk.%04d.png -frames:v 24"),
            ("50% a'b.@@.png", "ffmpeg", "-i '50%% a'\\''b.%02d.png'"),
            ("walk.1-24x2#.png", "nuke", "walk.####.png 1-23x2"),
            ("walk.1-24x2#.png", "houdini", "walk.$F4.png 1 23 2"), ("d/walk.%04d.png", "rv", "d/walk.#.png"),
            ("walk.1,5@@.png", "fileseq", "walk.1,5@@.png"), ("walk.1-9@.png", "houdini", "walk.$F.png 1 9"),
            ("walk.1-3,5,7-11x2#.png", "clique", "walk.%04d.png [1-3, 5, 7, 9, 11]"),
            ("coin-0-15@.png", "rv", "'coin-@.png 0-15'"),
            ("coin-0-15@.png", "ffmpeg", "-start_number 0 -i coin-%d.png -frames:v 16"),
            ("walk.@.png", "clique", "walk.%d.png"),
        ]
    )
    func words(pattern: String, tool: String, text: String) throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.flipbook.run(["explain", pattern, "--to", tool], in: folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, text + "\n")
    }

    @Test(
        "what a tool cannot say is status 1 and a sentence; what cannot be read is status 2",
        arguments: [
            (["walk.1-9x2#.png", "--to", "ffmpeg"], 1, "error: ffmpeg has no syntax for a step: frames 1-9x2"),
            (["walk.1,5#.png", "--to", "ffmpeg"], 1, "error: ffmpeg has no syntax for a gap or a list: frames 1,5"),
            (
                ["walk.-2-1#.png", "--to", "ffmpeg"], 1,
                "error: ffmpeg writes -1 as walk.-0001, but these files have -001"
            ),
            (["walk.9-1#.png", "--to", "clique"], 1, "error: Clique has no syntax for descending numbers: frames 9-1"),
            (["walk.-1-1#.png", "--to", "clique"], 1, "error: Clique has no syntax for a negative number"),
            (["walk.%d.png [1-9x2]", "--dialect", "clique"], 2, "Clique has no \"x\" in ranges; write the numbers"),
            (
                ["coin-0-15@.png", "--to", "fileseq"], 1,
                "fileseq has no syntax for a range after a name that ends with \"-\""
            ),
            (["1-9", "--to", "rv"], 1, "error: a range without a name has no files"),
            (["1-10:3"], 2, "error: frame range \"1-10:3\", character 5: \":\" means a staggered"),
            (["walk.png"], 2, "error: walk.png: the name has no frame number"),
            (["*.png"], 2, "error: *.png: * is expanded by the shell; remove the quotes"),
            (["w.{1,2}.png"], 2, "error: w.{1,2}.png: { is expanded by the shell; remove the quotes"),
            (["walk.#+10.png", "--dialect", "rv"], 2, "arithmetic on the frame number (character 6) is not supported"),
        ]
    )
    func refusals(arguments: [String], status: Int32, message: String) throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.flipbook.run(["explain"] + arguments, in: folder.path)
        expect(outcome.status == status)
        expect(outcome.errors.contains(message), "\(outcome.errors)")
        expect(outcome.output.isEmpty)
    }

    @Test("what a dialect refuses of a range is named once; a hundred unexpected arguments are three and a number")
    func brief() throws {
        let folder = try TemporaryDirectory()
        let repeated = try Program.flipbook.run(["explain", "1-2,2"], in: folder.path).text
        expect(repeated.contains("--frames: frame 2 is repeated; to show a frame twice, list files with --sort none."))
        let range = try Program.flipbook.run(["explain", "1-9y3"], in: folder.path)
        expect(range.text.contains("  OpenJD: not read, because OpenJD has no \"y\""), "\(range.text)")
        let many = try Program.flipbook.run(["explain"] + (0...100).map { "f\($0).png" }, in: folder.path)
        expectEqual(many.status, 2)
        let sentence = "error: 100 unexpected arguments: 'f1.png', 'f2.png', 'f3.png' and 97 more."
        expectEqual(many.errorLines.first, sentence)
        let lost = try Program.flipbook.run(["list"] + (0...100).map { "f\($0)" }, in: folder.path)
        expect(lost.status == 3 && lost.errorLines.count == 11)
        expectEqual(lost.errorLines.last, "error: 91 more could not be read.")
    }

    @Test("a range that begins with a hyphen is reported where it stands")
    func hyphen() throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.flipbook.run(["explain", "-5-5"], in: folder.path)
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("followed by -- and the range: -- -5-5."), "\(outcome.errors)")
        let nothing = try Program.flipbook.run(["explain", ""], in: folder.path)
        expect(nothing.status == 2 && nothing.errors.contains("Use one such as walk.####.png"))
    }

    @Test("no file is named that is not there, also where some frames exist only at another scale")
    func mixedScales() throws {
        let folder = try TemporaryDirectory()
        for name in ["ball.1.png", "ball.2.png", "ball.3@2x.png"] { try folder.write([], to: name) }
        let outcome = try Program.flipbook.run(["explain", "ball.@.png"], in: folder.path)
        expect(
            outcome.text.contains("The first file is ball.1.png; the last one is ball.3@2x.png."),
            "\(outcome.text)"
        )
        try expectEqual(Program.flipbook.run(["explain", "ball.@.png", "--to", "ffmpeg"], in: folder.path).status, 1)
    }

    @Test("a folder's one sequence is explained as its pattern would be")
    func folder() throws {
        let folder = try TemporaryDirectory()
        for number in [1, 2, 4] { try folder.write([], to: "w/" + TestFrames.name(number)) }
        let pattern = try Program.flipbook.run(["explain", "w/walk.####.png"], in: folder.path)
        for argument in ["w", "w/"] {
            let outcome = try Program.flipbook.run(["explain", argument], in: folder.path)
            expectEqual(outcome.status, 0)
            expectEqual(
                outcome.text,
                "\(argument): one sequence, w/walk.####.png.\n" + pattern.text
            )
        }
        try expectEqual(explained(["w"], in: folder).frames, [1, 2, 4])
        try expectEqual(
            Program.flipbook.run(["explain", ".", "--to", "clique"], in: folder.path + "/w").text,
            "walk.%04d.png [1-2, 4]\n"
        )
    }

    @Test("what cannot be explained is reported with what to write instead")
    func advice() throws {
        let folder = try TemporaryDirectory()
        for number in [1, 2] {
            try folder.write([], to: TestFrames.name(number))
            try folder.write([], to: "run\(number).png")
        }
        try folder.write([], to: "walk.yaml")
        try folder.write([], to: "still/a.png")
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        let several = try Program.flipbook.run(["explain", "."], in: folder.path)
        expectEqual(several.status, 2)
        expectEqual(
            several.errorLines,
            [
                "error: .: the folder has 2 sequences; specify one of them:", "    run@.png  1-2  2 frames",
                "    walk.####.png  1-2  2 frames",
            ]
        )
        for (argument, status, words) in [
            ("walk.0001.png", 2, "walk.0001.png: empty (0 bytes)"),
            ("walk.yaml", 2, "walk.yaml:1:1: the file is empty"),
            ("still", 2, "still: only one image"), ("empty", 3, "empty: the folder has no files"),
        ] as [(String, Int32, String)] {
            let outcome = try Program.flipbook.run(["explain", argument], in: folder.path)
            expect(outcome.status == status, "\(argument)")
            expect(outcome.errors.hasPrefix("error: " + words), "\(outcome.errors)")
        }
    }

    @Test("a picture is explained by its size and kind, and as a frame of its sequence")
    func picture() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        let outcome = try bench.flipbook("explain", "walk/\(TestFrames.name(2))")
        expectEqual(
            outcome.text,
            """
            walk/walk.0002.png: one PNG file, 24x18, 8 bit rgb srgb.
            walk/walk.0002.png is one frame of walk/walk.####.png (1-2,4); use the pattern for the whole sequence.

            """
        )
    }

    @Test("frames that are there at one scale factor only are recognized by the names they have")
    func scaled() throws {
        let folder = try TemporaryDirectory()
        for number in 1...3 { try folder.write([], to: "w\(number)@2x.png") }
        try expectEqual(explained(["w@.png"], in: folder).names, ["w1@2x.png", "w2@2x.png", "w3@2x.png"])
        let words = try Program.flipbook.run(["explain", ".", "--to", "ffmpeg"], in: folder.path)
        expectEqual(words.text, "-start_number 1 -i w%d@2x.png -frames:v 3\n")
        try folder.write([], to: "w4.png")
        let mixed = try Program.flipbook.run(["explain", ".", "--to", "ffmpeg"], in: folder.path)
        expectEqual(mixed.status, 1)
        expect(mixed.errors.hasPrefix("error: ffmpeg has no syntax for frames with different scale factors"))
    }
}
