import FlipbookTestSupport
import Foundation
import Testing

/// A command line that cannot be meant: status 2, one sentence, nothing written.
@Suite(.hangLimit) struct UsageErrorTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...2)
    }

    private static let wrongOptions: [([String], String)] = [
        (
            ["--fps", "abc"],
            "--fps: 'abc' is not a frame rate. "
                + "Use frames per second above 0 and up to 1000: 24, 23.976, 24000/1001, ntsc, film or pal."
        ),
        (
            ["--duration", "0"],
            "--duration: '0' is not a duration. "
                + "Use the seconds of one cycle, above 0 and up to 1000000: 2, 0.5, 250ms or 7/30."
        ),
        (
            ["--size", "0x9"],
            "--size: '0x9' is not a size. Use width x height in pixels, each from 1 to 16384: 1920x1080."
        ),
        (
            ["--background", "blau"],
            "--background: 'blau' is not a background. Use #RRGGBB, #RRGGBBAA, "
                + "a CSS color name such as white, clear, or checkerboard."
        ),
        (
            ["--frames", "1-"],
            "--frames: frame range \"1-\", at its end: a frame number is missing; "
                + "write it, or remove the text before it."
        ),
        (["--quality", "good"], "--quality: 'good' is not a whole number."),
        (["--option", "bframes"], "--option: 'bframes' has no value. Use KEY=VALUE, such as bframes=0."),
        (["--memory", "much"], "--memory: 'much' is not a number of bytes. Use a value such as 512M, 2G or 0."),
        (
            ["--scale", "9"],
            "--scale: '9' is not a scale factor. Use pixels per point from 1 to 8, such as 2, 1.5 or 4/3."
        ),
        (
            ["--repeat=-1"],
            "--repeat: '-1' is not a number of cycles. Use 1 to 1000000000, or forever."
        ),
        (
            ["--repeat", "-1"],
            "Missing value for '--repeat <count>'. "
                + "If the value begins with a hyphen, write --repeat=VALUE."
        ),
        (
            ["--missing", "guess"],
            "--missing: 'guess' is not a valid value. "
                + "Use one of error, hold, nearest, black, skip."
        ),
        (["--missing", "hld"], "--missing: 'hld' is not a valid value. Did you mean 'hold'?"),
        (["--codec", "h246"], "--codec: 'h246' is not a valid value. Did you mean 'h264'?"),
        (["--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
        (
            ["--content-mode", "fill"],
            "--content-mode: 'fill' is not a content mode. Use one of scaleToFill, scaleAspectFit, "
                + "scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight, bottomLeft, "
                + "bottomRight."
        ),
        (["--frame", "1"], "Unknown option '--frame'. Did you mean '--frames'?"),
        (
            ["--fps", "24", "--duration", "1"],
            "--fps and --duration both set the frame rate. Use only one of them."
        ),
        (
            ["--fps", "\u{1B}[31m\n"],
            "--fps: '\\u{1B}[31m\\n' is not a frame rate. Use frames per second above 0 "
                + "and up to 1000: 24, 23.976, 24000/1001, ntsc, film or pal."
        ),
        (["--\u{1B}[31m"], "Unknown option '--\\u{1B}[31m'."),
    ]

    @Test(
        "an option that is not understood is named first, then what it takes",
        arguments: LongTests.cases(wrongOptions, every: 3)
    )
    func options(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export", "walk", "-o", "a.mp4"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n  See 'flipbook export --help'.\n")
        expectEqual(outcome.text, "")
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test(
        "an option of ffmpeg is answered with ours",
        arguments: LongTests.cases(
            [
                (["-i", "walk"], "-i: an input needs no option."),
                (["--input=walk"], "--input: an input needs no option."),
                (["walk", "-framerate", "24"], "-framerate: the rate is --fps 24."),
                (["walk", "--framerate=24"], "--framerate: the rate is --fps 24."),
                (["walk", "--rate", "24"], "--rate: the rate is --fps 24."),
                (["-r", "24", "walk"], "-r 24: -r is --recursive; the rate is --fps 24."),
                (["walk", "-y"], "-y: to replace a file, use --overwrite."),
                (["walk", "-c:v", "libx264"], "-c:v: the codec is --codec h264."),
                (["walk", "-vcodec", "libx264"], "-vcodec: the codec is --codec h264."),
                (["walk", "--codec", "libx264"], "--codec libx264: the codec is h264."),
                (["walk", "-crf", "18"], "-crf: the quality is --crf 18."),
                (["walk", "-framerate", "24000/1001"], "-framerate: the rate is --fps 24000/1001."),
                (["walk", "-c:v", "libx265"], "-c:v: the codec is --codec h265."),
                (["walk", "-threads", "2"], "Unknown option '-threads'. If it is a file name, write ./-threads."),
                (["--framerate=12", "walk"], "--framerate: the rate is --fps 12."),
            ],
            every: 3
        )
    )
    func foreign(arguments: [String], sentence: String) throws {
        for verb in ["export", "play"] {
            let outcome = try Program.flipbook.run([verb] + arguments + ["o.mp4"], in: bench.folder.path)
            expectEqual(outcome.errors, "error: \(sentence)\n")
            expectEqual(outcome.status, 2)
        }
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("a folder named 24 stays an input of -r, and an engine keeps its own options")
    func numberedFolder() throws {
        try bench.add(1...2, to: "24")
        try expectEqual(bench.flipbook("lint", "-r", "24").status, 0)
        let submitted = try bench.flipbook("submit", "plan.json", "--engine", "slurm", "--engine-argument", "-y")
        expect(submitted.errors.contains("plan.json: "), "\(submitted.errors)")
    }

    private static let wrongEncodings: [([String], String)] = [
        (
            ["--quality", "101"],
            "--quality 101: a quality is a number from 0 (smallest) to 100 (best); 75 is the default."
        ),
        (["--crf", "99"], "--crf 99: H.264 accepts 1 (best) to 50 (smallest); 20 is the default."),
        (
            ["--depth", "16"],
            "--depth 16: h264 keeps 8 or 10 bits per channel. Use --depth 10, or write .mov with --codec png."
        ),
        (["--lossless"], "--lossless: h264 changes pixels. Omit --lossless, or write .mkv."),
        (
            ["--preset", "quick"],
            "--preset quick: x264 has no such preset. Choose one of fast, balanced, best, ultrafast, superfast, "
                + "veryfast, faster, fast, "
                + "medium, slow, slower, veryslow, placebo."
        ),
        (
            ["--codec", "ffv1"],
            "--codec ffv1: an .mp4 file supports h264, h265, av1. Omit --codec, or write .mkv."
        ),
        (
            ["--option", "nosuch=1"],
            "--option: the GStreamer element 'x264enc' has no property 'nosuch'. List its properties with "
                + "'gst-inspect-1.0 x264enc'."
        ),
        (
            ["--option", "option-string=foo"],
            "--option option-string=foo: the GStreamer element 'x264enc' does not accept pictures with this setting. "
                + "'gst-inspect-1.0 x264enc' lists its properties. Change the value, or omit --option."
        ),
        (
            ["--option", "tune=animation"],
            "--option tune=animation: 'x264enc' accepts one or more of stillimage, fastdecode, zerolatency, joined "
                + "with +."
        ),
        (["--option", "bframes=99"], "--option bframes=99: 'x264enc' accepts a whole number from 0 to 16."),
        (
            ["--repeat", "forever"],
            "The sequence repeats forever, but this format cannot. Set a number of cycles, such as --repeat 3, or "
                + "write .gif, "
                + ".apng, .webp, .avif, .jxl, which can repeat."
        ),
        (
            ["--size", "8x8"],
            "The pictures are 8x8, but an .mp4 file needs at least 16x16 pixels. Enlarge them with --size, "
                + "or write .mkv with --codec h264."
        ),
    ]

    @Test(
        "what is wrong with the encoding is reported in one line",
        arguments: LongTests.cases(wrongEncodings, every: 3)
    )
    func encoding(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export", "walk", "-o", "a.mp4"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expectEqual(outcome.text, "")
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("the remedy for a name that begins with a hyphen works, in front of -- and behind it")
    func hyphenatedNames() throws {
        for number in 1...2 { try bench.folder.write(bench.frames.png(number), to: "-f.000\(number).png") }
        for verb in ["list", "lint", "explain", "play", "render"] {
            let outcome = try bench.flipbook(verb, "-f.####.png")
            let words = "error: -f.####.png looks like an option. Write ./-f.####.png.\n"
            expect(outcome.errors.hasPrefix(words), "\(verb): \(outcome.errors)")
        }
        try expectEqual(bench.exported(["./-f.####.png"], among: 1...3), [1, 2])
        let behind = try bench.flipbook("lint", "--", "-f.0001.png", "--deep")
        expect(
            behind.errors.contains(
                "--deep: there is no such file or folder; all arguments after -- are file names; put options"
            )
        )
        try expectEqual(bench.flipbook("lint", "--deep", "--", "-f.0001.png", "-f.0002.png").status, 0)
    }

    @Test("a quoted * is explained by each verb", arguments: ["list", "lint", "undo", "thumbs", "play"])
    func quotedWildcard(verb: String) throws {
        for (input, pattern) in [("walk/walk_*.png", "walk/walk_####.png"), ("none/*.png", "none")] {
            let outcome = try bench.flipbook(verb, input)
            let way = "* is expanded by the shell; remove the quotes, or write \(pattern)."
            expectEqual(outcome.errorLines.last, "error: \(input): there is no such file or folder; \(way)")
            expectEqual(outcome.status, 3)
        }
    }

    @Test(
        "a missing input or output is asked for",
        arguments: [
            ([], "Specify an input: a folder, a pattern such as walk.####.png, files, or . for this folder."),
            (["walk"], "Specify the output: -o video.mp4, for example."),
            (["a", "b"], "Specify the output: -o video.mp4, for example."),
            (["walk", "my walk.mp4"], "Specify the output with -o: -o 'my walk.mp4'."),
            (["-f.0001.png", "-o", "a.mp4"], "-f.0001.png looks like an option. Write ./-f.0001.png."),
            (
                ["--", "-f.0001.png", "-o", "a.mp4"],
                "Everything after -- is an input. Put -o and its value before it."
            ),
            (
                ["walk", "-o", "-a.mp4"],
                "Missing value for '-o <file>'. If the value begins with a hyphen, write -o=VALUE."
            ),
        ]
    )
    func inputAndOutput(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n  See 'flipbook export --help'.\n")
        expectEqual(outcome.status, 2)
    }

    @Test("an extension that says nothing is refused", arguments: ["a.avi", "a", ".mp4", "/dev/null", "a\u{1B}.avi"])
    func unknownExtension(name: String) throws {
        let outcome = try bench.flipbook("export", "walk", "-o", name)
        let shown = name.replacing("\u{1B}", with: "\\u{1B}")
        expectEqual(
            outcome.errors,
            "error: -o \(shown): the extension determines the format, and this one is unknown. "
                + "End the name in .mp4, .webm, .mkv, .mov, .gif, .apng, .webp, .avif, .jxl or, for numbered images, "
                + ".####.png.\n"
        )
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("an image sequence needs a place for the number")
    func noPlaceForTheNumber() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.png")
        expectEqual(
            outcome.errors,
            "error: a.png: 2 frames need a frame number in the name. Write -o frame.####.png, or write all "
                + "frames into one animated image: .apng, or onto one sheet: --format sheet or --format contact.\n"
        )
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("a value of a hundred thousand characters is not repeated in full")
    func longValue() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--quality",
            String(repeating: "9x", count: 50_000)
        )
        expect(outcome.errors.utf8.count < 400)
        expectEqual(outcome.status, 2)
    }
}
