import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

/// Inputs of which something would be lost: nothing is, in silence.
@Suite("Everything that is wrong with the input is named")
struct CulpritTests {
    private func refusal(_ bench: Workbench, _ arguments: String...) throws -> String {
        let outcome = try Program("env").run(
            [Program.flipbook.name] + arguments,
            in: bench.folder.path
        )
        expect(outcome.status != 0)
        expect(!FileManager.default.fileExists(atPath: bench.folder.file("a.mp4").string))
        return outcome.errors
    }

    @Test("an animated PNG and a TIFF of several pages are no frames")
    func severalPictures() throws {
        let bench = try Workbench(walk: 1...2)
        let made = try Program("ffmpeg").run([
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=24x18:d=0.3:r=10", "-f", "apng",
            bench.folder.file("walk/walk.0003.png").string,
        ])
        try require(made.status == 0, "\(made.errors)")
        let words = try refusal(bench, "export", "walk", "-o", "a.mp4")
        expectEqual(
            words,
            "error: walk/walk.0003.png is a file with multiple PNG pictures, but a frame is one picture. Split it first, "
                + "for example with 'flipbook export walk/walk.0003.png -o frame.####.png'.\n"
        )
        let pages = try Program("convert").run([
            "-size", "24x18", "xc:red", "xc:blue", bench.folder.file("walk/walk.0004.tif").string,
        ])
        try require(pages.status == 0, "\(pages.errors)")
        try expect(
            refusal(bench, "export", "walk/walk.0001.png", "walk/walk.0004.tif", "-o", "a.mp4")
                .contains("walk.0004.tif is a TIFF with multiple pages")
        )
    }

    @Test("a pipe, a socket and a folder with a frame's name are named", arguments: ["walk", "walk/walk.####.png"])
    func specialFiles(input: String) throws {
        let bench = try Workbench(walk: 1...3)
        try require(mkfifo(bench.folder.file("walk/walk.0004.png").string, 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("walk/walk.0005.png").string,
            withIntermediateDirectories: false
        )
        let name = bench.folder.file("walk/walk.0006.png").string
        let listener = "import socket; socket.socket(socket.AF_UNIX).bind('\(name)')"
        try require(try Program.python.run(["-c", listener]).status == 0)
        let words = try refusal(bench, "export", input, "-o", "a.mp4")
        expect(words.contains("walk/walk.0006.png: a socket"), "\(words)")
        expect(words.contains("walk/walk.0004.png: a named pipe"), "\(words)")
        expect(words.contains("walk/walk.0005.png: a directory"), "\(words)")
    }

    @Test("a missing, an empty and an odd frame are named in one run")
    func everyKind() throws {
        let bench = try Workbench(walk: [1, 2, 3, 5, 6, 7])
        try bench.folder.write([], to: "walk/walk.0006.png")
        try bench.folder.write(TestFrames(width: 10, height: 10).png(7), to: "walk/walk.0007.png")
        let words = try refusal(bench, "export", "walk", "-o", "a.mp4")
        expect(words.contains("frame 4 is missing"), "\(words)")
        expect(words.contains("walk/walk.0006.png:"), "\(words)")
        expect(words.contains("walk/walk.0007.png is 10x10; the sequence is 24x18"), "\(words)")
    }

    @Test("a file that is given twice is said to be given twice, and --sort none shows it twice")
    func givenTwice() throws {
        let bench = try Workbench(walk: 1...2)
        let words = try refusal(bench, "export", "walk/walk.0001.png", "walk/walk.0001.png", "-o", "a.mp4")
        expectEqual(
            words,
            "error: walk/walk.0001.png is listed twice; list it once, or show it twice with --sort none.\n"
        )
        let outcome = try bench.flipbook(
            "export",
            "walk/walk.0001.png",
            "walk/walk.0001.png",
            "--sort",
            "none",
            "-o",
            "b.mkv"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "b.mkv", among: 1...2), [1, 1])
    }

    @Test(
        "a file is given twice in two spellings of its folder, and without a number, too; a link to it is a frame of its own"
    )
    func givenTwiceOtherwise() throws {
        let bench = try Workbench(walk: 1...2)
        try bench.folder.write(TestFrames(width: 24, height: 18).png(1), to: "walk/ball.png")
        for files in [["walk/walk.0001.png", "walk/../walk/./walk.0001.png"], ["walk/ball.png", "./walk/ball.png"]] {
            let outcome = try bench.flipbook(["export"] + files + ["-o", "a.gif"])
            expectEqual(
                outcome.errors,
                "error: \(files[0]) and \(files[1]) are the same file; list it once, or show it twice with --sort none.\n"
            )
        }
        let words = try refusal(bench, "export", "walk/ball.png", "walk/ball.png", "-o", "a.gif")
        expect(words.contains("walk/ball.png is listed twice"), "\(words)")
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.file("walk/walk.0003.png").string,
            withDestinationPath: "walk.0001.png"
        )
        let outcome = try bench.flipbook("export", "walk", "-o", "b.mkv")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "b.mkv", among: 1...2), [1, 2, 1])
    }

    // What goes into an .mp4 file meets the limit in a hidden file of the muxer's.
    @Test(
        "a limit of the process on files is named as what it is",
        .enabled(if: Sanitizer.isAbsent, Sanitizer.presence),
        arguments: ["a.mkv --codec ffv1", "a.mp4"]
    )
    func fileLimit(output: String) throws {
        let bench = try Workbench(walk: 1...8)
        let outcome = try Program("bash").run(
            ["-c", "ulimit -f 1; '\(Program.flipbook.name)' export walk -o \(output) --repeat 20"],
            in: bench.folder.path
        )
        expectEqual(outcome.status, 3)
        expect(
            outcome.errors.contains("\(output.prefix(5)): the file exceeds the process's size limit."),
            "\(outcome.errors)"
        )
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("an endless repeat is refused in the words that it was asked for with")
    func endless() throws {
        let bench = try Workbench(walk: 1...2)
        try expectEqual(
            refusal(bench, "export", "walk", "-o", "a.mp4", "--repeat", "0"),
            "error: The sequence repeats forever, but this format cannot. Set a number of cycles, such as --repeat 3, "
                + "or use .gif, .apng, .webp, .avif, .jxl, which can repeat.\n"
        )
    }

    @Test("plugins of GStreamer that cannot be loaded are not spoken of, unless more is asked for")
    func libraryWarnings() throws {
        let bench = try Workbench(walk: 1...2)
        try bench.folder.write(Array("no plugin".utf8), to: "plugins/libgstbroken.so")
        func errors(_ options: String...) throws -> String {
            // Only what the registry does not know is tried.
            let registry = try Workbench.copyRegistry(to: bench.folder.file("registry-\(options.count).bin"))
            let outcome = try Program("env").run(
                [
                    "GST_PLUGIN_PATH=\(bench.folder.file("plugins").string)", "GST_REGISTRY=\(registry)",
                    Program.flipbook.name, "export", "walk", "-o", "a.mp4", "--overwrite",
                ] + options,
                in: bench.folder.path
            )
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            return outcome.errors
        }
        try expectEqual(errors(), "")
        try expect(errors("-v").contains("libgstbroken.so"))
    }

    @Test(
        "bytes that a BMP of 32 bits reserves are transparency where they differ, and nothing where all are the same",
        arguments: LongTests.cases([(UInt8(0), false), (7, false), (255, false), (nil, true)], every: 2)
    )
    func reservedByte(value: UInt8?, hasAlpha: Bool) throws {
        let bench = try Workbench()
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let pixels = (0..<256).flatMap { [10, 20, 200, value ?? UInt8($0)] as [UInt8] }
        // BITMAPINFOHEADER with BI_RGB: 16x16, 32 bits.
        let head = little(40, 4) + little(16, 4) + little(16, 4) + little(1, 2) + little(32, 2) + little(0, 24)
        let file = Array("BM".utf8) + little(54 + pixels.count, 4) + little(0, 4) + little(54, 4) + head + pixels
        try bench.folder.write(file, to: "a.bmp")
        let outcome = try bench.flipbook("render", "a.bmp", "-o", "a.png", "--json")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.text.contains("\"hasAlpha\" : \(hasAlpha)"), "\(outcome.text)")
    }

    @Test("a picture that is too small for a format names one that takes it")
    func onePixel() throws {
        let bench = try Workbench()
        try bench.folder.write(TestFrames(width: 1, height: 1).png(1), to: "dot.png")
        for (name, least) in [("a.mp4", 16), ("b.webm", 16), ("c.mov", 16), ("d.mkv", 3)] {
            let words = try refusal(bench, "export", "dot.png", "-o", name)
            expect(
                words.contains("The pictures are 1x1") && words.contains("at least \(least)x\(least)"),
                "\(words)"
            )
            let offer = name == "d.mkv" ? "choose --codec h264" : "use .mkv with --codec h264"
            expect(words.hasSuffix("or \(offer).\n"), "\(words)")
        }
        try expectEqual(bench.flipbook("export", "dot.png", "-o", "dot.mkv", "--codec", "h264").status, 0)
    }

    @Test("what is wrong with a manifest's rate is told by its key, line and column")
    func manifestRate() throws {
        let bench = try Workbench(walk: 1...2)
        try bench.folder.write(
            Array("animationImages: walk/walk.####.png\nframeRate: 0\n".utf8),
            to: "walk.yaml"
        )
        let words = try refusal(bench, "export", "walk.yaml", "-o", "a.mp4")
        expect(words.hasPrefix("error: walk.yaml:2:12: frameRate: expected a rate above 0"), "\(words)")
        expect(!words.contains("--fps"), "\(words)")
    }

    @Test("render says of a profile what export says of it")
    func profileNotes() throws {
        let bench = try Workbench()
        var writer = PNGWriter(width: 24, height: 18)
        writer.chunksBeforeData = [PNGWriter.Chunk("cICP", [9, 16, 0, 1])]
        try bench.folder.write(writer.file(rows: [UInt8](repeating: 90, count: 24 * 18 * 4)), to: "p.png")
        for arguments in [["export", "p.png", "-o", "p.mkv"], ["render", "p.png", "-o", "q.png"]] {
            let outcome = try Program("env").run([Program.flipbook.name] + arguments, in: bench.folder.path)
            expect(
                outcome.errors.contains(
                    "note: The frame has a color profile of an unsupported kind; the colors are treated as sRGB."
                ),
                "\(outcome.errors)"
            )
        }
    }
}
