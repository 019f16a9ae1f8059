import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Frames that would not make a complete video: the culprit, the remedy, and nothing written.
@Suite(.hangLimit) struct RefusalTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("missing numbers are all named")
    func gap() throws {
        try bench.add([1, 2, 3, 6, 7, 9], to: "walk")
        try expectRefusal(
            "error: walk/walk.####.png: frames 4-5,8 are missing (3 of 9). "
                + "Render them, or accept the gap with --missing hold (or nearest, black, skip).\n"
        )
    }

    @Test("a number that is there twice is named with both files")
    func doubleNumber() throws {
        try bench.add([9, 10], to: "walk")
        try bench.folder.write(bench.frames.png(10), to: "walk/walk.10.png")
        try expectRefusal(
            "error: walk/walk.10.png and walk/walk.0010.png are both frame 10; remove or rename one of them.\n"
        )
    }

    @Test("a frame of another size is named with both sizes; of several, each on a line of its own")
    func mixedSize() throws {
        try bench.add(1...10, to: "walk")
        let large = TestFrames(width: 48, height: 18)
        try bench.folder.write(large.png(7), to: "walk/walk.0007.png")
        try expectRefusal(
            "error: walk/walk.0007.png is 48x18; the sequence is 24x18 (9 of 10 frames). "
                + "Fix the frame, or place it with --mismatch fit.\n"
        )
        try bench.folder.write(large.png(9), to: "walk/walk.0009.png")
        try expectRefusal(
            """
            error: walk/walk.0007.png is 48x18; the sequence is 24x18 (8 of 10 frames).
              walk/walk.0009.png is 48x18; the sequence is 24x18 (8 of 10 frames).
              Fix the frames, or place them with --mismatch fit.

            """
        )
    }

    @Test(
        "a file that is no picture is named with what it is",
        arguments: LongTests.cases(
            [
                (
                    [UInt8]("hello\n".utf8),
                    "not an image, but text; render, copy or download this frame again, or leave it out."
                ),
                ([], "empty (0 bytes); render or copy this frame again."),
            ],
            every: 2
        )
    )
    func noPicture(bytes: [UInt8], sentence: String) throws {
        try bench.add(1...3, to: "walk")
        try bench.folder.write(bytes, to: "walk/walk.0002.png")
        try expectRefusal("error: walk/walk.0002.png: \(sentence) \(standIn) \(deeper)\n")
    }

    @Test(
        "a picture of a format that is not read is named by its first bytes, with what converts it, by every verb",
        arguments: LongTests.cases(
            [
                ("pfm", Array("PF\n8 8\n-1.0\n".utf8), "a PFM file", "convert IN OUT.png"),
                ("dds", Array("DDS |".utf8) + [0, 0, 0], "a DDS texture", "convert IN OUT.png"),
                ("icns", Array("icns".utf8) + [0, 0, 0x2C, 0x73], "an ICNS icon file", "icns2png -x IN"),
                ("pcx", [0x0A, 5, 1, 8, 0, 0, 0, 0], "a PCX file", "convert IN OUT.png"),
                ("jp2", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10], "a JPEG 2000 file", "convert IN OUT.png"),
                ("psd", Array("8BPS".utf8) + [0, 1, 0, 0], "a Photoshop file", "convert 'IN[0]' OUT.png"),
            ] as [(String, [UInt8], String, String)],
            every: 3
        )
    )
    func foreign(ending: String, bytes: [UInt8], noun: String, converter: String) throws {
        try bench.folder.write(bytes + [UInt8](repeating: 0, count: 64), to: "x.\(ending)")
        let words = "\(noun), which Flipbook does not read; convert it to PNG (\(converter)), or leave it out."
        for verb in [["export", "-o", "a.mkv"], ["render", "-o", "a.png"], ["play", "--sink", "fakesink"], ["list"]] {
            let outcome = try bench.flipbook(verb + ["x.\(ending)"])
            expect(outcome.status == 1 && outcome.errors == "error: x.\(ending): \(words)\n", "\(verb): \(outcome)")
        }
        let linted = try bench.flipbook("lint", "x.\(ending)")
        let finding =
            "warning  load.unsupported  a .\(ending) file, which Flipbook does not read. "
            + "Convert it to PNG (\(converter)), or leave it out."
        expect(linted.status == 0 && linted.text.contains(finding), "\(linted.text)")
    }

    @Test("a frame that is missing from a pattern by its spelling is named, and the remedy gives it its name")
    func misnamed() throws {
        for (number, ending) in [(1, "png"), (2, "PNG"), (3, "png")] {
            try bench.folder.write(bench.frames.png(number), to: "walk/f.000\(number).\(ending)")
        }
        let refused = try bench.flipbook("export", "walk/f.####.png", "-o", "a.mkv")
        let words =
            "frame 2 is missing (1 of 3), and f.0002.PNG (upper and lower case differ) is left out. Rename it "
            + "(flipbook fix walk), or accept the gap with --missing hold (or nearest, black, skip)."
        expectEqual(refused.errors, "error: walk/f.####.png: \(words)\n")
        try expectEqual(bench.flipbook("fix", "walk").status, 0)
        try expectEqual(bench.exported(["walk/f.####.png"], among: 1...3), [1, 2, 3])
    }

    @Test("a copy that may be the missing frame is named, and renaming it closes the gap")
    func copyOfMissingFrame() throws {
        try bench.add([1, 3], to: "walk")
        try bench.folder.write(bench.frames.png(2), to: "walk/walk.0002 copy.png")
        let given = try bench.flipbook("export", "walk/walk.####.png", "-o", "a.mkv")
        let words =
            "frame 2 is missing (1 of 3). If walk.0002 copy.png is frame 2, rename it to walk.0002.png. "
            + "Otherwise, "
            + "render it, or accept the gap with --missing hold (or nearest, black, skip)."
        expectEqual(given.errors, "error: walk/walk.####.png: \(words)\n")
        try expectRefusal(
            "error: walk: walk.####.png (2 frames) leaves out walk.0002 copy.png (named as a copy). If walk.0002 copy.png "
                + "is frame 2, rename it to walk.0002.png. Otherwise, use walk/walk.####.png to exclude it.\n"
        )
        try FileManager.default.moveItem(
            atPath: bench.folder.file("walk/walk.0002 copy.png").string,
            toPath: bench.folder.file("walk/walk.0002.png").string
        )
        try expectEqual(bench.exported(["walk"], among: 1...3), [1, 2, 3])
    }

    @Test("an export proposes the files that lint proposes for missing frames, with the same sentence")
    func likelyFrames() throws {
        try bench.add([1, 2, 4, 5, 7, 8], to: "walk")
        for (name, number) in [("walk-0003.png", 3), ("walk.0006.jpg", 6)] {
            try bench.folder.write(bench.frames.png(number), to: "walk/\(name)")
        }
        let one = "If walk-0003.png is frame 3, rename it to walk.0003.png. Otherwise, render it"
        let both = "If walk-0003.png and walk.0006.jpg are missing frames, rename them to walk.0003.png and walk"
        for input in [["walk"], ["walk/walk.####.png"], [1, 2, 4, 5, 7, 8].map { "walk/\(TestFrames.name($0))" }] {
            let exported = try bench.flipbook(["export"] + input + ["-o", "a.mkv"])
            expect(exported.status == 1 && exported.errors.contains(both), "\(input): \(exported.errors)")
            let linted = try bench.flipbook(["lint"] + input).text
            expect(linted.contains(one) && linted.contains("Rename it to walk.0006.png"), "\(input): \(linted)")
        }
    }

    @Test("a text, or a picture like the frame before, is not named as the missing frame")
    func unsoundCopyOfMissingFrame() throws {
        try bench.add([1, 3], to: "walk")
        for contents in try [Array("<html>".utf8), bench.frames.png(1)] {
            try bench.folder.write(contents, to: "walk/walk.0002 copy.png")
            let given = try bench.flipbook("export", "walk/walk.####.png", "-o", "a.mkv")
            expect(
                given.errors.hasPrefix("error: walk/walk.####.png: frame 2 is missing (1 of 3). Render it, "),
                "\(given.errors)"
            )
            let folder = try bench.flipbook("export", "walk", "-o", "a.mkv").errors
            expect(folder.contains("leaves out walk.0002 copy.png") && !folder.contains("rename it to"), "\(folder)")
        }
    }

    @Test("numbers that leave their step are told of as lint does, not as gaps between all of them")
    func irregularStep() throws {
        for number in [1, 3, 5, 6, 8, 10, 12] {
            try bench.folder.write(bench.frames.png(1), to: "walk/f.\(number).png")
        }
        let words = "the numbers increase by 2, but 6 follows 5"
        let linted = try bench.flipbook("lint", "walk", "--no-config")
        expect(linted.text.contains("seq.irregular-step  " + words), "\(linted.text)")
        try expectRefusal(
            "error: walk/f.@.png: \(words), so frames 2,4,7-11x2 are missing. Renumber the frames, or accept the gaps "
                + "with --missing hold (or nearest, black, skip).\n"
        )
        let held = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", "skip")
        expectEqual(held.status, 0, "\(held.errors)")
    }

    @Test("a frame that is cut short is named before anything is encoded")
    func truncated() throws {
        try bench.add(1...3, to: "walk")
        try bench.folder.write(Array(bench.frames.png(2).dropLast(30)), to: "walk/walk.0002.png")
        try expectRefusal(
            "error: walk/walk.0002.png: ends before the picture is complete; "
                + "render or copy this frame again. \(standIn) \(deeper)\n"
        )
    }

    @Test(
        "a frame whose pixels are damaged ends the export with its name",
        arguments: LongTests.cases(["a.mp4", "a.mkv", "a.##.png"], every: 2)
    )
    func damaged(output: String) throws {
        try bench.add(1...20, to: "walk")
        var bytes = try bench.frames.png(15)
        // The checksum of the compressed pixels, before IDAT's CRC and IEND.
        bytes[bytes.count - 17] ^= 0x55
        try bench.folder.write(bytes, to: "walk/walk.0015.png")
        let outcome = try bench.flipbook("export", "walk", "-o", output)
        expect(outcome.errors.hasPrefix("error: walk/walk.0015.png: cannot be decoded: "))
        expect(outcome.errors.hasSuffix("; render or copy this frame again. \(standIn)\n"))
        expectEqual(outcome.status, 1)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("several sequences in a folder are listed as patterns to paste, each of which works")
    func severalSequences() throws {
        try bench.add(1...3, to: "walk", named: { "run.\($0).png" })
        try bench.add(2...3, to: "walk", named: { "my walk.\($0).png" })
        try expectRefusal(
            """
            error: walk: the folder has 2 sequences; specify one of them:
                'walk/my walk.@.png'  2-3  2 frames
                walk/run.@.png  1-3  3 frames

            """,
            status: 2
        )
        try expectEqual(bench.flipbook("export", "walk/my walk.@.png", "-o", "a.mkv", "-q").status, 0)
        try expectEqual(bench.flipbook("export", "walk/run.@.png", "-o", "b.mkv", "-q").status, 0)
    }

    @Test(
        "an input that is not there, or holds nothing, is a matter of the files",
        arguments: LongTests.cases(
            [
                (
                    "none",
                    "none: there is no such file or folder; check the spelling, or write #### for the frame number to "
                        + "specify a sequence."
                ),
                (
                    "none/a.####.png",
                    "none: there is no such file or folder; check the spelling."
                ),
                (
                    "empty",
                    "empty: the folder has no files; specify a folder of images, or a pattern such as walk.####.png."
                ),
                ("loop", "loop: its symbolic links form a loop."),
            ],
            every: 2
        )
    )
    func noInput(input: String, sentence: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: bench.folder.file("empty").string, withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: bench.folder.file("loop").string, withDestinationPath: "loop")
        let outcome = try bench.flipbook("export", input, "-o", "a.mp4")
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expectEqual(outcome.status, 3)
        try expectEqual(bench.names(), ["empty", "loop"])
    }

    /// What a refusal offers where other frames are whole.
    private let standIn = "Or replace the damaged frame with --missing hold (or nearest, black, skip)."

    /// What it adds if only headers were read.
    private let deeper = "To check all frames, use 'flipbook lint --deep'."

    private func expectRefusal(_ errors: String, status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4")
        expectEqual(outcome.errors, errors, sourceLocation: sourceLocation)
        expectEqual(outcome.text, "", sourceLocation: sourceLocation)
        expect(outcome.status == status, sourceLocation: sourceLocation)
        try expectEqual(bench.names(), ["walk"], sourceLocation: sourceLocation)
    }
}
