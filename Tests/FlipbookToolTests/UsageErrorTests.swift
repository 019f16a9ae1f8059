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
                + "Use a rate above 0 and up to 1000 frames per second: 24, 23.976, 24000/1001, ntsc, film or pal."
        ),
        (
            ["--duration", "0"],
            "--duration: '0' is not a duration. "
                + "Use the length of one cycle in seconds, above 0 and up to 1000000: 2, 0.5, 250ms or 7/30."
        ),
        (
            ["--size", "0x9"],
            "--size: '0x9' is not a size. Use width x height in pixels, each from 1 to 16384: 1920x1080. Pictures keep "
                + "their proportions."
        ),
        (
            ["--background", "blau"],
            "--background: 'blau' is not a background. Use #RRGGBB, #RRGGBBAA, clear, checkerboard, "
                + "or a CSS color name such as white."
        ),
        (
            ["--frames", "1-"],
            "--frames: frame range \"1-\", at its end: a frame number is missing; "
                + "write it, or remove the text before it."
        ),
        (
            ["--frames", "1-2,2"],
            "--frames: frame 2 is repeated; to show a frame twice, list files with --sort none."
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
            "--fps: '\\u{1B}[31m\\n' is not a frame rate. Use a rate above 0 "
                + "and up to 1000 frames per second: 24, 23.976, 24000/1001, ntsc, film or pal."
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
        "options of ffmpeg are answered with ours, and with the whole command if possible",
        arguments: LongTests.cases(
            [
                (
                    ["-framerate", "24000/1001", "-i", "walk", "-c:v", "libx265", "-crf", "18", "-y"],
                    """
                    -framerate 24000/1001: use --fps 24000/1001.
                      -i walk: an input needs no option.
                      -c:v libx265: use --codec h265.
                      -crf 18: use --crf 18.
                      -y: use --overwrite.
                        flipbook export --fps 24000/1001 walk --codec h265 --crf 18 --overwrite -o o.mp4
                    """
                ),
                (["--rate=12", "walk"], "--rate 12: use --fps 12.\n    flipbook export --fps 12 walk -o o.mp4"),
                (["-r", "24", "walk"], "-r 24: use --fps 24.\n    flipbook export --fps 24 walk -o o.mp4"),
                (
                    ["walk", "--codec=libx264", "-v", "error"],
                    "--codec libx264: use --codec h264.\n  -v error: use --quiet.\n"
                        + "    flipbook export walk --codec h264 --quiet -o o.mp4"
                ),
                (
                    ["-hide_banner", "walk", "-threads", "2"],
                    "-hide_banner: not needed.\n  -threads 2: use --threads 2.\n"
                        + "    flipbook export walk --threads 2 -o o.mp4"
                ),
                (
                    ["walk", "-vf", "scale=48:36", "-ss", "1"],
                    "-vf scale=48:36: use --size 48x36 --content-mode scaleToFill.\n"
                        + "  -ss 1: choose frames by number with --frames (seconds times frames/s)."
                ),
                (
                    ["-i", "walk", "-vf", "scale=48:36", "-pix_fmt", "yuv444p10le", "-c:v", "copy"],
                    """
                    -i walk: an input needs no option.
                      -vf scale=48:36: use --size 48x36 --content-mode scaleToFill.
                      -pix_fmt yuv444p10le: use --chroma 444 --depth 10.
                      -c:v copy: not possible: every frame is encoded.
                        flipbook export walk --size 48x36 --content-mode scaleToFill --chroma 444 --depth 10 -o o.mp4
                    """
                ),
                (
                    ["-i", "-walk.%04d.png"],
                    "-i -walk.%04d.png: an input needs no option.\n    flipbook export ./-walk.%04d.png -o o.mp4"
                ),
                (
                    ["-start_number", "1001", "-i", "walk"],
                    """
                    -start_number 1001: not needed if frame 1001 is the first. Otherwise, use --frames, or --start-number \
                    for the output.
                      -i walk: an input needs no option.
                        flipbook export walk -o o.mp4
                    """
                ),
                (
                    ["-i", "walk", "-t", "2", "-vf", "scale=640:-2"],
                    """
                    -i walk: an input needs no option.
                      -t 2: choose frames by number with --frames (seconds times frames/s).
                      -vf scale=640:-2: use --size with width and height.
                    """
                ),
                (
                    ["-i", "walk", "-frames:v", "5", "-vf", "fps=12"],
                    """
                    -i walk: an input needs no option.
                      -frames:v 5: choose frames by number with --frames.
                      -vf fps=12: use --frames, such as 1-100x2, and --duration.
                    """
                ),
                (
                    ["-framerate", "1", "-i", "walk", "-r", "30", "-pix_fmt", "yuvj444p", "-preset", "fast"],
                    """
                    -framerate 1: use --fps 1.
                      -i walk: an input needs no option.
                      -r 30: --fps is already set.
                      -pix_fmt yuvj444p: use --chroma 444.
                      -preset fast: use --preset fast.
                        flipbook export --fps 1 walk --chroma 444 --preset fast -o o.mp4
                    """
                ),
                (
                    ["-i", "walk", "-pix_fmt", "yuva444p", "-profile:v", "high", "-tune", "film"],
                    """
                    -i walk: an input needs no option.
                      -pix_fmt yuva444p: not needed.
                      -profile:v high: not needed.
                      -tune film: choose an encoder's options with --option, such as key-int-max=12 for H.264.
                    """
                ),
                (
                    ["-i", "walk", "-pix_fmt", "yuv420p", "-b:v", "0", "-profile:v", "3"],
                    """
                    -i walk: an input needs no option.
                      -pix_fmt yuv420p: not needed.
                      -b:v 0: not needed.
                      -profile:v 3: use --profile hq.
                        flipbook export walk --profile hq -o o.mp4
                    """
                ),
                (
                    ["walk", "-profile:v", "high422"],
                    """
                    -profile:v high422: use --chroma 422 --depth 10.
                        flipbook export walk --chroma 422 --depth 10 -o o.mp4
                    """
                ),
                (
                    ["-f", "concat", "-nosuch", "0", "-i", "walk", "-c:v", "mpeg4", "-vf", "hflip"],
                    """
                    -f concat: not needed: the file's name or --format determines the format.
                      -i walk: an input needs no option.
                      -c:v mpeg4: --codec accepts h264, h265, av1, vp9, vp8, ffv1, prores, png, gif, apng, webp, jpeg, \
                    tiff, bmp, tga, avif, jxl, exr, thumbnails, yuv420p, rgba.
                      -vf hflip: use --mirror.
                      -nosuch: unknown.
                    """
                ),
                (
                    ["-i", "walk", "-i", "my steps.wav", "-c:a", "aac", "-shortest"],
                    """
                    -i walk: an input needs no option.
                      -i my steps.wav: use --audio my steps.wav.
                      -c:a aac: not needed: the format determines the audio codec.
                      -shortest: not needed: the pictures determine the length.
                        flipbook export walk --audio 'my steps.wav' -o o.mp4
                    """
                ),
                (
                    ["-i", "walk", "-i", "logo.png", "-filter_complex", "overlay=10:10", "-vf", "scale=320:-1,hflip"],
                    """
                    -i walk: an input needs no option.
                      -i logo.png: add audio with --audio, and a picture on top with --overlay.
                      -filter_complex overlay=10:10: use --overlay.
                      -vf scale=320:-1,hflip: Flipbook has options instead of filters, such as --size and --frames.
                    """
                ),
                (
                    ["-i", "walk", "-c:v", "h264_nvenc", "-level", "4.1", "-color_range", "pc", "-plays", "2"],
                    """
                    -i walk: an input needs no option.
                      -c:v h264_nvenc: use --codec h264.
                      -level 4.1: not needed.
                      -color_range pc: use --range full.
                      -plays 2: use --repeat 2.
                        flipbook export walk --codec h264 --range full --repeat 2 -o o.mp4
                    """
                ),
                (
                    ["walk", "-q", "5", "--force", "--loop", "2"],
                    """
                    -q 5: choose --quality from 0 to 100 (best).
                      --force: use --overwrite.
                      --loop 2: use --repeat 2.
                    """
                ),
            ],
            every: 3
        )
    )
    func foreign(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export"] + arguments + ["o.mp4"], in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("the command that replaces an ffmpeg command works when it is pasted")
    func pasted() throws {
        let words = ["-framerate", "12", "-i", "walk", "-c:v", "libx264", "-crf", "30", "-n", "o.mp4"]
        let line = try require(try Program.flipbook.run(words, in: bench.folder.path).errorLines.last)
        expectEqual(line, "    flipbook export --fps 12 walk --codec h264 --crf 30 -o o.mp4")
        let pasted = line.split(separator: " ").dropFirst().map(String.init)
        try expectEqual(Program.flipbook.run(pasted, in: bench.folder.path).status, 0)
    }

    @Test("the last file is the output even if options follow it, and an audio file is added in any position")
    func fileOrder() throws {
        for (words, line) in [
            (["-f", "apng", "o.png", "-plays", "2", "-y"], "--format apng -o o.png --repeat 2 --overwrite"),
            (["-crf", "30", "-preset", "fast", "o.mkv"], "--crf 30 --preset fast -o o.mkv --codec h264"),
        ] {
            let outcome = try bench.flipbook(["export", "-i", "walk"] + words)
            expectEqual(outcome.errorLines.last, "    flipbook export walk \(line)")
            let pasted = try bench.flipbook(["export", "walk"] + line.split(separator: " ").map(String.init))
            expectEqual(pasted.status, 0, "\(pasted.errors)")
        }
        for words in [["-i", "a.mp3", "-i", "walk"], ["walk", "-i", "a.mp3"], ["-i", "walk", "a.mp3"]] {
            let line = try require(try bench.flipbook(["export"] + words + ["o.mkv"]).errorLines.last)
            expect(line.contains(" --audio a.mp3") && line.hasSuffix(" -o o.mkv"), "\(line)")
        }
    }

    @Test(
        "no command is suggested that would fail or do something else",
        arguments: LongTests.cases(
            [
                ["walk", "-lossless", "0", "o.webp"], ["walk", "-tune", "film", "o.webm"],
                ["walk", "-vf", "scale=320:240:force_original_aspect_ratio=decrease", "o.mp4"],
                ["walk", "-vf", "format=gray", "o.mp4"], ["walk", "-pix_fmt", "gray", "o.mp4"],
                ["walk", "-crf", "0", "-c:v", "libx264", "o.mp4"], ["walk", "-s", "hd720", "o.mp4"],
                ["walk", "-g", "12", "o.webm"], ["-y"], ["-i", "walk"], ["-i", "walk", "-y", "o.wav"],
                ["-i", "walk", "-i", "a.wav", "-i", "b.mp3", "o.mp4"],
            ],
            every: 3
        )
    )
    func withoutCommand(arguments: [String]) throws {
        let outcome = try bench.flipbook(["export"] + arguments)
        expectEqual(outcome.status, 2)
        expect(!outcome.errors.contains("flipbook export "), "\(outcome.errors)")
    }

    @Test(
        "audio has no command where it cannot be added",
        arguments: [
            ["list", "-i", "walk", "a.wav"], ["lint", "-r", "24", "walk", "a.wav"],
            ["diff", "-i", "walk", "-i", "a.wav"], ["export", "-i", "walk", "a.wav", "b.mp3", "-o", "o.mkv"],
        ]
    )
    func withoutAudio(arguments: [String]) throws {
        let outcome = try bench.flipbook(arguments)
        expectEqual(outcome.status, 2)
        expect(!outcome.errors.contains("flipbook \(arguments[0]) "), "\(outcome.errors)")
    }

    @Test("an ffmpeg command without a file name for its output, or without a last value, has no replacement")
    func withoutFile() throws {
        let pipe = try bench.flipbook("export", "-i", "walk", "-f", "null", "-")
        let advice = "-f null: not needed: the file's name or --format determines the format."
        expectEqual(pipe.errorLines.last, "  \(advice)")
        let stream = try bench.flipbook("export", "-i", "walk", "-f", "yuv4mpegpipe", "-")
        expectEqual(stream.errorLines.last, "    flipbook export walk --format y4m -o -")
        let still = try bench.flipbook("render", "-i", "walk", "-ss", "1", "-frames:v", "1", "o.png")
        expectEqual(still.errorLines.last, "    flipbook render walk --at 1 -o o.png")
        let cut = try bench.flipbook("export", "-y", "-i", "walk", "-crf")
        expectEqual(cut.errorLines.last, "  -crf: unknown, or without a value.")
    }

    @Test(
        "short options can be joined with -h, and words after -- are no options",
        arguments: [["export", "-rh"], ["list", "-hr"], ["export", "--help", "--", "-shot.png"]]
    )
    func joinedHelp(arguments: [String]) throws {
        let help = try Program.flipbook.run(arguments, in: bench.folder.path)
        expect(help.status == 0 && help.text.contains("flipbook \(arguments[0])"), "\(help)")
    }

    private static let hint = "For ffmpeg's options, see 'Coming from ffmpeg' in the documentation."

    @Test(
        "an unknown option is quoted whole, and no option is suggested that differs in most letters or in the verb",
        arguments: LongTests.cases(
            [
                (["play", "walk", "-hlep"], "Unknown option '-hlep'. Did you mean '--help'?"),
                (["-version"], "Unknown option '-version'. Did you mean '--version'?"),
                (["lint", "walk", "-crf", "20"], "Unknown option '-crf'. If it is a file name, write ./-crf. \(hint)"),
                (["export", "walk", "-o", "a.mp4", "-i"], "Unknown option '-i'. If it is a file name, write ./-i."),
                (["list", "walk", "-y"], "Unknown option '-y'. If it is a file name, write ./-y."),
                (["export", "walk", "-hx=2"], "Unknown option '-hx'. If it is a file name, write ./-hx. \(hint)"),
                (["lint", "walk", "--html", "x.html"], "Unknown option '--html'."),
                (["diff", "walk", "walk", "--html", "x.html"], "Unknown option '--html'."),
                (["export", "walk", "-o", "a.mp4", "--gamma", "2"], "Unknown option '--gamma'."),
                (["export", "walk", "-o", "a.mp4", "--yes"], "Unknown option '--yes'."),
                (["export", "walk", "-o", "a.mp4", "--start", "3"], "Unknown option '--start'."),
            ],
            every: 3
        )
    )
    func unknown(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(arguments, in: bench.folder.path)
        expectEqual(outcome.errorLines.first, "error: \(sentence)")
        expectEqual(outcome.status, 2)
    }

    @Test("a foreign word as a value, -r before a folder, and combined flags are what they are for the parser")
    func values() throws {
        let missing = try bench.flipbook("export", "walk", "--burn-in", "-draft", "-o", "a.mp4")
        expect(missing.errors.hasPrefix("error: Missing value for '--burn-in"), "\(missing.errors)")
        try expectEqual(bench.flipbook("export", "walk", "-qo", "a.mkv").status, 0)
        let undone = try bench.flipbook("undo", "-r", "24")
        expect(undone.errors.contains("24: there is no such file or folder"), "\(undone.errors)")
        let moment = try bench.flipbook("render", "walk", "--time", "0", "-o", "a.png")
        expect(moment.errors.hasPrefix("error: --time 0: use --at 0.\n"), "\(moment.errors)")
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
        (
            ["--bitrate", "800"],
            "--bitrate 800: a bit rate is 1k to 2G bits per second, such as --bitrate 800k."
        ),
        (
            ["--bitrate", "900G"],
            "--bitrate 900000000000: a bit rate is 1k to 2G bits per second, such as --bitrate 800k."
        ),
        (["--crf", "99"], "--crf 99: H.264 accepts 1 (best) to 50 (smallest); 20 is the default."),
        (
            ["--depth", "16"],
            "--depth 16: h264 keeps 8 or 10 bits per channel. Use --depth 10, or use .mov with --codec png."
        ),
        (["--lossless"], "--lossless: h264 changes pixels. Omit --lossless, or use .mkv."),
        (
            ["--preset", "quick"],
            "--preset quick: x264 has no such preset. Choose one of fast, balanced, best, ultrafast, superfast, "
                + "veryfast, faster, fast, "
                + "medium, slow, slower, veryslow, placebo."
        ),
        (
            ["--codec", "ffv1"],
            "--codec ffv1: an .mp4 file supports h264, h265, av1. Omit --codec, or use .mkv."
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
                + "use .gif, "
                + ".apng, .webp, .avif, .jxl, which can repeat."
        ),
        (
            ["--size", "8x8"],
            "The pictures are 8x8, but an .mp4 file needs at least 16x16 pixels. Enlarge them with --size, "
                + "or use .mkv with --codec h264."
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
        let inputs = [
            ("walk/walk_*.png", ", or write walk/"), ("none/*.png", ", or write none/"), ("*/walk.png", ""),
            ("walk/*", ""), ("walk/walk_[0-9]*.png", ", or write walk/"), ("w_{01..12}.png", ", or write ./"),
        ]
        for (input, pattern) in inputs {
            let outcome = try bench.flipbook(verb, input)
            let mark = input.first { "*?[{".contains($0) } ?? " "
            let way = "\(mark) is expanded by the shell; remove the quotes\(pattern)."
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
            (["walk", "--ouput", "x.txt"], "Unknown option '--ouput'. Did you mean '--output'?"),
            (["walk", "my walk.mp4"], "Specify the output with -o: -o 'my walk.mp4'."),
            (["-f.0001.png", "-o", "a.mp4"], "-f.0001.png looks like an option. Write ./-f.0001.png."),
            (
                ["-f1.png", "-f2.png", "-o", "a.mp4"],
                "-f1.png looks like an option. Write ./-f1.png, or ./* instead of *."
            ),
            (["-shot.0001.png", "-o", "a.mp4"], "-shot.0001.png looks like an option. Write ./-shot.0001.png."),
            (["-dash/f.%04d.png", "-o", "a.mp4"], "-dash/f.%04d.png looks like an option. Write ./-dash/f.%04d.png."),
            (["walk", "-o", "a.mp4", "–fps", "24"], "–fps begins with a long dash. Write --fps."),
            (["walk", "-o", "a.mp4", "—overwrite"], "—overwrite begins with a long dash. Write --overwrite."),
            (["walk", "-oc12.mp4"], "-oc12.mp4 looks like an option. Write ./-oc12.mp4, or a space after -o."),
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
            "error: -o \(shown): the extension determines the format, and Flipbook does not write this one. "
                + "End the name in .mp4, .webm, .mkv, .mov, .gif, .apng, .webp, .avif, .jxl or, for numbered images, "
                + ".####.png.\n"
        )
        expectEqual(outcome.status, 2)
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("a folder as the output, and a file of another kind than expected, are named with the way out")
    func otherKinds() throws {
        let audio = ["-o", "a.mp4", "--audio", "walk/\(TestFrames.name(1))"]
        try bench.folder.write(Array("RIFF    WAVEfmt                  ".utf8), to: "steps.wav")
        try bench.folder.write(Array("OggS".utf8) + [UInt8](repeating: 0, count: 24), to: "a.ogg")
        let video = Array("OggS".utf8) + [UInt8](repeating: 0, count: 25) + Array("theora".utf8)
        try bench.folder.write(video, to: "a.ogv")
        try bench.folder.write([0xFF, 0xFB, 0x90] + [UInt8](repeating: 0, count: 413), to: "a.mp3")
        let packet = [0x47] + [UInt8](repeating: 0xFF, count: 187)
        try bench.folder.write(packet + packet + packet, to: "a.ts")
        try bench.folder.write(Array("YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420\nFRAME\n".utf8), to: "a.y4m")
        let cases = [
            (["export", "walk", "-o", "walk"], "-o walk: a folder. Use -o walk/frame.####.png."),
            (["export", "walk"] + audio, "--audio walk/\(TestFrames.name(1)): it has no audio."),
            (
                ["render", "steps.wav", "-o", "a.png"],
                "steps.wav: not an image, but a WAV file; add it to pictures as audio (--audio)."
            ),
            (
                ["render", "a.ogg", "-o", "a.png"],
                "a.ogg: not an image, but an Ogg file; add it to pictures as audio (--audio)."
            ),
            (
                ["render", "a.mp3", "-o", "a.png"],
                "a.mp3: not an image, but an MP3 or AAC file; add it to pictures as audio (--audio)."
            ),
            (
                ["render", "a.ogv", "-o", "a.png"],
                "a.ogv: not an image, but an Ogg video; extract its frames as PNG (ffmpeg -i IN -fps_mode passthrough "
                    + "OUT.%04d.png), or leave it out."
            ),
            (
                ["export", "walk", "steps.wav", "-o", "a.mp4"],
                "steps.wav is audio. Add it with --audio: --audio steps.wav."
            ),
            (
                ["play", "walk/\(TestFrames.name(1))", "steps.wav"],
                "steps.wav is audio. Add it with --audio: --audio steps.wav."
            ),
            (
                ["render", "walk", "--frame", "1-3", "-o", "a.png"],
                "--frame: '1-3' is not a whole number. For several, use 'flipbook export' with --frames."
            ),
            (["render", "walk", "--frame", "abc", "-o", "a.png"], "--frame: 'abc' is not a whole number."),
            (
                ["export", "walk", "--crf", "0", "-o", "a.mp4"],
                "--crf 0: H.264 accepts 1 (best) to 50 (smallest); 20 is the default. To keep every pixel, use .mkv."
            ),
            (
                ["render", "a.ts", "-o", "a.png"],
                "a.ts: an MPEG transport stream, which Flipbook does not read; convert it to Matroska (ffmpeg -i IN "
                    + "OUT.mkv; in a pipe, ffmpeg -f matroska -)."
            ),
            (
                ["render", "a.y4m", "-o", "a.png"],
                "a.y4m: a Y4M video, which Flipbook does not read; convert it to Matroska (ffmpeg -i IN OUT.mkv; "
                    + "in a pipe, ffmpeg -f matroska -)."
            ),
        ]
        for (arguments, sentence) in cases {
            let outcome = try Program.flipbook.run(arguments, in: bench.folder.path)
            expectEqual(outcome.errorLines.first, "error: \(sentence)")
        }
    }

    @Test("an image sequence needs a place for the number")
    func noPlaceForTheNumber() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.png")
        expectEqual(
            outcome.errors,
            "error: a.png: 2 frames need a frame number in the name. Write -o frame.####.png, or write all "
                + "frames into one animated image: .apng, or onto one sheet, a .png: --format sheet or --format contact.\n"
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
