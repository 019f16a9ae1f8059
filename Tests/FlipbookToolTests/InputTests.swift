import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Every way to name a sequence leads to the same frames in the same order, recognized by their pixels.
@Suite(.hangLimit) struct InputTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test(
        "a folder and every kind of pattern name the frames of a sequence",
        arguments: LongTests.cases(
            [
                "walk", "walk/", "./walk", "walk/walk.####.png", "walk/walk.@@@@.png", "walk/walk.%04d.png",
                "walk/walk.$F4.png", "walk/walk.1-5#.png",
            ],
            every: 3
        )
    )
    func forms(input: String) throws {
        try bench.add(1...5, to: "walk")
        try expectEqual(bench.exported([input], among: 1...5), [1, 2, 3, 4, 5])
    }

    @Test("the current folder is a folder like any other")
    func currentFolder() throws {
        try bench.add(1...3, to: ".")
        try expectEqual(bench.exported(["."], among: 1...3), [1, 2, 3])
    }

    @Test("numbers without padding are in the order of the numbers: 1, 2, 10")
    func numericOrder() throws {
        try bench.add([1, 2, 9, 10, 11, 100], to: "walk", named: { "f\($0).png" })
        try expectEqual(bench.exported(["walk", "--missing", "skip"], among: 1...100), [1, 2, 9, 10, 11, 100])
    }

    @Test("a range in the pattern, or --frames, chooses the numbers")
    func ranges() throws {
        try bench.add(1...9, to: "walk")
        try expectEqual(bench.exported(["walk/walk.1-5x2#.png"], among: 1...9), [1, 3, 5])
        try expectEqual(bench.exported(["walk", "--frames", "1-5x2,9"], among: 1...9), [1, 3, 5, 9])
        try expectEqual(bench.exported(["walk", "--frames", "5-1"], among: 1...9), [5, 4, 3, 2, 1])
    }

    @Test("the first number may be any, negative ones included")
    func firstNumbers() throws {
        try bench.add(1001...1003, to: "late")
        try expectEqual(bench.exported(["late"], among: 1001...1003), [1001, 1002, 1003])
        try bench.add(0...4, to: "early", named: { $0 < 2 ? "f.-00\(2 - $0).png" : "f.000\($0 - 2).png" })
        try expectEqual(bench.exported(["early"], among: 0...4), [0, 1, 2, 3, 4])
    }

    @Test("numbers that outgrow their padding are one sequence to every verb: 9999, 10000")
    func outgrownPadding() throws {
        try bench.add(9998...10_001, to: "walk")
        try expectEqual(bench.exported(["walk"], among: 9998...10_001), [9998, 9999, 10_000, 10_001])
        let listed = try bench.flipbook("list", "walk").text
        expect(listed.hasPrefix("walk/walk.####.png  9998-10001  4 frames"), "\(listed)")
        try expectEqual(bench.flipbook("lint", "--deep", "walk").text, "1 sequence, 4 frames: no findings\n")
        let explained = try bench.flipbook("explain", "walk").text
        expect(explained.contains("On disk: 4 frames, 9998-10001."), "\(explained)")
    }

    @Test("files are shown in natural order, or as they were given")
    func files() throws {
        try bench.add([1, 2, 10], to: "walk", named: { "f\($0).png" })
        let shuffled = ["walk/f10.png", "walk/f1.png", "walk/f2.png"]
        try expectEqual(bench.exported(shuffled + ["--missing", "skip"], among: 1...10), [1, 2, 10])
        try expectEqual(bench.exported(shuffled + ["--sort", "none"], among: 1...10), [10, 1, 2])
        let kept = try bench.flipbook(["export", "-o", "b.mkv", "--sort", "none"] + shuffled)
        expectEqual(kept.errors, "note: walk/f@.png: the given files do not include frames 3-9.\n")
    }

    @Test("joined sequences that cannot be refused name the frames that have the same number")
    func repeatedNumbers() throws {
        for name in ["w1.png", "w2.png", "w02.png", "w3.png"] {
            try bench.folder.write(bench.frames.png(1), to: "walk/\(name)")
        }
        let played = try bench.flipbook("play", "-r", "walk", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        let pairs = ["walk/w2.png and walk/w02.png", "walk/w02.png and walk/w2.png"].map { $0 + " are both frame 2." }
        expect(pairs.contains(where: played.errors.contains), "\(played.errors)")
    }

    @Test("a gap in files that the shell lists is the gap of their folder, for every policy")
    func gapOfFiles() throws {
        try bench.add([1, 2, 4], to: "walk")
        let files = [1, 2, 4].map { "walk/\(TestFrames.name($0))" }
        let refusals = [[], ["--missing", "error"]].map { ["export"] + files + ["-o", "a.mkv"] + $0 }
        for refusal in refusals {
            let outcome = try Program.flipbook.run(refusal, in: bench.folder.path)
            expectEqual(outcome.status, 1)
            expect(outcome.errors.contains("walk/walk.####.png: frame 3 is missing (1 of 4). Render it, or accept"))
        }
        try expectEqual(bench.exported(files + ["--missing", "hold"], among: 1...4), [1, 2, 2, 4])
        try expectEqual(bench.exported(files + ["--missing", "skip"], among: 1...4), [1, 2, 4])
        try bench.add([3], to: "walk")
        try expectEqual(bench.exported(files, among: 1...4), [1, 2, 4])
        try expectEqual(bench.exported(files + ["--missing", "hold"], among: 1...4), [1, 2, 2, 4])
    }

    @Test("files are of one sequence in any spelling of their folder, and the gaps of each sequence are missing frames")
    func joinedFiles() throws {
        try bench.add([1, 2, 4], to: "walk")
        try bench.add([5, 6], to: "more")
        let files = ["./walk/walk.0001.png", "walk/walk.0002.png", "walk/../walk/walk.0004.png"]
        let refused = try bench.flipbook(["export", "-o", "a.mkv"] + files)
        expect(refused.errors.contains("./walk/walk.####.png: frame 3 is missing (1 of 4)"), "\(refused.errors)")
        let both = files + ["more/walk.0005.png", "more/walk.0006.png"]
        try expectEqual(bench.flipbook(["export", "-o", "b.mkv"] + both).status, 1)
        try expectEqual(bench.exported(both + ["--missing", "skip"], among: 1...6), [1, 2, 4, 5, 6])
        try expectEqual(bench.flipbook(["export", "-o", "b.mkv", "--missing", "error"] + both).status, 1)
        try expect(!bench.names().contains("b.mkv"))
    }

    @Test("a name with spaces that the shell split is named as a whole, with quotes")
    func splitName() throws {
        try bench.add(1...2, to: "my shots")
        let split = try bench.flipbook("export", "my", "shots", "-o", "a.mkv")
        expectEqual(split.errors, "error: my shots: put a name with spaces in quotes: 'my shots'.\n")
        expectEqual(split.status, 2)
    }

    @Test("a copy of an existing frame is to be removed or renamed, and not listed beside a gap")
    func copyBesideGap() throws {
        try bench.add([1, 2, 4, 5], to: "walk")
        try FileManager.default.copyItem(
            atPath: bench.folder.path + "/walk/walk.0002.png",
            toPath: bench.folder.path + "/walk/walk.0003 copy.png"
        )
        let refused = try bench.flipbook("export", "walk", "-o", "a.mkv")
        let advice = "Remove or rename it, or use walk/walk.####.png to exclude it"
        expect(refused.errors.contains(advice), "\(refused.errors)")
    }

    @Test("a folder is not taken for audio by its name")
    func folderNamedLikeAudio() throws {
        try bench.add(1...2, to: "fold.wav")
        try bench.add(3...4, to: "walk")
        try expectEqual(bench.exported(["-r", "fold.wav", "walk"], among: 1...4), [1, 2, 3, 4])
    }

    @Test("a note names subfolders, and a folder's only image is not taken for its videos and subfolders")
    func besides() throws {
        try bench.add(1...3, to: "walk")
        try bench.add(4...6, to: "walk/more")
        let nested = try bench.flipbook("export", "walk", "-o", "a.mkv")
        expectEqual(nested.errors, "note: walk: the subfolders are not included (more/).\n")
        try expectEqual(bench.exported(["-r", "walk"], among: 1...6), [1, 2, 3, 4, 5, 6])
        try bench.add(1...1, to: "cover")
        try bench.add(2...3, to: "cover/more")
        for name in ["film.mp4", "notes.txt", "Thumbs.db"] { try bench.folder.write([0], to: "cover/\(name)") }
        for arguments in [["export", "cover", "-o", "b.mkv"], ["render", "cover", "-o", "b.png"]] {
            let cover = try bench.flipbook(arguments)
            expectEqual(
                cover.errors,
                "error: cover: the folder has 3 possible inputs; specify one of them, or add --recursive to join all "
                    + "images:\n    cover/walk.0001.png\n    cover/film.mp4\n    cover/more/\n"
            )
            expectEqual(cover.status, 2)
        }
        let played = try bench.flipbook("play", "cover", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expect(played.errors.contains("cover: used walk.0001.png and left out film.mp4"), "\(played.errors)")
        try bench.add(1...1, to: "alone")
        for name in ["__MACOSX/._walk.png", "logs/a.txt"] { try bench.folder.write([0], to: "alone/\(name)") }
        try expectEqual(bench.exported(["alone"], among: 1...6), [1])
        let joined = try bench.flipbook("export", "-r", "cover", "-o", "b.mkv")
        let words = "joined 1 sequence and 1 image: cover/walk.0001.png, cover/more/walk.####.png"
        expectEqual(joined.errors, "note: cover: used the images and left out cover/film.mp4.\nnote: \(words).\n")
        try bench.folder.write([0], to: "walk/film.mp4")
        let beside = try bench.flipbook("export", "walk", "-o", "c.mkv").errors
        expect(beside.contains("note: walk: used walk.####.png and left out film.mp4.\n"), "\(beside)")
    }

    @Test("a still is one frame, with a hint when it has siblings")
    func still() throws {
        try bench.add(1...3, to: "walk")
        let outcome = try bench.flipbook("export", "walk/walk.0002.png", "-o", "a.mkv")
        expectEqual(
            outcome.errors,
            "note: walk/walk.0002.png is one frame of walk/walk.####.png (1-3); use the pattern for the whole "
                + "sequence.\n"
        )
        expect(outcome.text.hasPrefix("a.mkv: 1 frame, 24x18, 30 frames/s, 0.033 s, ffv1, "))
        expect(outcome.text.hasSuffix("; read back.\n"))
        try expectEqual(bench.shown(in: "a.mkv", among: 1...3), [2])
    }

    @Test("a pattern of another width than the numbers is refused, or names the files that it leaves out")
    func otherWidth() throws {
        try bench.add(8...11, to: "walk", named: { "f\($0).png" })
        let words = "walk/f%02d.png leaves out f8.png, f9.png (padding differs)"
        let refusal = "error: \(words); use walk/f@.png for all frames"
        let note = "note: \(words); walk/f@.png matches all 4"
        let verbs = [
            (["export", "-o", "a.mkv"], refusal), (["render", "-o", "a.png"], refusal), (["diff", "walk"], refusal),
            (["manifest"], refusal), (["export", "-o", "b.mkv", "--frames", "10-11"], note), (["lint"], note),
        ]
        for (verb, message) in verbs {
            let arguments = [verb[0], "walk/f%02d.png"] + verb.dropFirst()
            let outcome = try Program.flipbook.run(arguments, in: bench.folder.path)
            expect(outcome.errors.contains(message), "\(verb): \(outcome.errors)")
            expectEqual(outcome.status, message == refusal ? 1 : 0)
        }
        try expectEqual(bench.names(), ["b.mkv", "walk"])
        try expectEqual(bench.exported(["walk/f10-11%02d.png"], among: 8...11), [10, 11])
        expect(try bench.flipbook("explain", "walk/f%02d.png").text.contains(words))
        try expectEqual(bench.exported(["walk/f@.png"], among: 8...11), [8, 9, 10, 11])
        expect(try !bench.flipbook("lint", "walk/f10-11%02d.png").errors.contains("leaves out"))
    }

    @Test(
        "names may hold anything that a file's name may hold, as input and as output",
        arguments: LongTests.cases(
            [
                "my walk, it's \"walk\"!", "100%, a%20b", "a#b", "a@b", "$HOME;b&c|d", "*?[a]", "caf\u{E9}",
                "cafe\u{301}",
                "映画 🎞", "a\\b", "new\nline, red\u{1B}[31m", "-dash", "\u{202E}gnp",
            ],
            every: 3
        )
    )
    func names(name: String) throws {
        try bench.add(1...3, to: name, named: { "\(name).\($0).png" })
        let outcome = try bench.flipbook("export", "./\(name)", "-o", "./\(name).mkv")
        expectEqual(outcome.errors, "")
        expectEqual(outcome.status, 0)
        expect(outcome.text.hasPrefix("./\(name.escapingControlCharacters).mkv: 3 frames, "))
        expectEqual(outcome.text.unicodeScalars.count { $0.value < 32 }, 1, "the end of the line is the only control")
        try expectEqual(bench.shown(in: "./\(name).mkv", among: 1...3), [1, 2, 3])
        try FileManager.default.removeItem(atPath: bench.folder.file("\(name)/\(name).2.png").string)
        let refusal = try bench.flipbook("export", "./\(name)", "-o", "./again.mkv")
        expect(refusal.errors.contains(": frame 2 is missing (1 of 3). Render it, "))
        expectEqual(refusal.errors.unicodeScalars.count { $0.value < 32 }, 1)
    }

    @Test(
        "an output whose name begins with a hyphen follows an equals sign",
        arguments: ["--output=-a.mkv", "-o=-a.mkv"]
    )
    func hyphen(option: String) throws {
        try bench.add(1...2, to: "walk")
        try expectEqual(bench.flipbook("export", "walk", option).status, 0)
        try expectEqual(bench.names(), ["-a.mkv", "walk"])
    }

    @Test("the same letters composed in two ways are two sequences")
    func normalForms() throws {
        try bench.add(1...2, to: "walk", named: { "\u{E9}.\($0).png" })
        try bench.add(3...5, to: "walk", named: { "e\u{301}.\($0).png" })
        try expectEqual(bench.flipbook("export", "walk", "-o", "a.mkv").status, 2)
        try expectEqual(bench.exported(["walk/\u{E9}.@.png"], among: 1...5), [1, 2])
        try expectEqual(bench.exported(["walk/e\u{301}.@.png"], among: 1...5), [3, 4, 5])
    }

    @Test("numbers that are asked for and not there are refused with those that are there")
    func numbersBeyond() throws {
        let bench = try Workbench(walk: 1...4)
        for command in [["export", "-o", "a.mkv"], ["play", "--sink", "fakesink", "--repeat", "1"]] {
            let outcome = try bench.flipbook(command + ["walk", "--frames", "5"])
            let words =
                "frame 5 does not exist; the sequence has frames 1-4. "
                + "Choose different frames with --frames."
            expect(outcome.status == 1 && outcome.errors.contains(words), "\(command): \(outcome.errors)")
        }
        let partly = try bench.flipbook("export", "walk", "--frames", "3-6", "-o", "a.mkv")
        expect(partly.errors.contains("frames 5-6 are missing (2 of 4); the sequence has frames 1-4. Choose different"))
    }

    @Test(
        "what an SVG draws of another file is left out, and named",
        arguments: [
            ("<image xlink:href='other.png' width='9' height='9'/>", "other.png"),
            ("<svg:use href = \"lib.svg#a\"/>", "lib.svg#a"),
            ("<a href='https://example.org'><rect width='9' height='9'/></a>", nil),
            ("<use href='#r'/><image href='data:image/png;base64,'/>", nil),
            ("<!-- <image href='other.png'/> --><!-- > <use href='x.svg#a'/>-->", nil),
            ("<!-- > --><image href='b.png'/>", "b.png"),
        ] as [(String, String?)]
    )
    func outsideReference(drawing: String, target: String?) throws {
        let head = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:svg='http://www.w3.org/2000/svg' "
        let links = "xmlns:xlink='http://www.w3.org/1999/xlink' width='16' height='16'>"
        try bench.folder.write(Array((head + links + drawing + "</svg>").utf8), to: "a.svg")
        let words =
            "note: a.svg: '\(target ?? "")' is an external reference and is not loaded. Embed it as a data: URL.\n"
        let verbs = [["export", "a.svg", "-o", "a.mkv"], ["render", "a.svg", "-o", "a.png"]]
        for arguments in LongTests.cases(verbs, every: 2) {
            let outcome = try bench.flipbook(arguments)
            expectEqual(outcome.status, 0)
            expectEqual(outcome.errors.contains("is an external reference"), (target != nil), "\(outcome.errors)")
            if target != nil { expect(outcome.errors.contains(words), "\(outcome.errors)") }
        }
    }

    @Test("a picture beyond the longest side is not to be drawn on a smaller canvas, which does not help")
    func longestSide() throws {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='50000' height='50000'/>"
        try bench.folder.write(Array(drawing.utf8), to: "a.svg")
        let words =
            "error: a.svg: too large: the picture is 50000x50000; the limit is 32767 pixels per side; make it smaller"
        let outcome = try bench.flipbook("render", "a.svg", "-o", "a.png")
        expect(outcome.errors.hasPrefix(words) && !outcome.errors.contains("--size"), "\(outcome.errors)")
    }
}
