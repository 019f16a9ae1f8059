import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

@Suite("A file of several pictures is an input everywhere")
struct AnimatedInputTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...6) }

    /// The frames of `walk/` for times of their own, as an animation.
    private func animate(_ name: String, repeating count: Int = 0) throws {
        let delays = ["0.04", "0.5", "0.1", "0.02", "0.3", "1.2"]
        let rows = delays.enumerated().map { "  - {image: walk/\(TestFrames.name($0 + 1)), duration: \($1)}" }
        try bench.folder.write(
            Array((["animationImages:"] + rows + [""]).joined(separator: "\n").utf8),
            to: "walk.yaml"
        )
        let kind = "\(count).\(name.split(separator: ".").last ?? "")"
        if let known = Self.animations.withLock({ $0[kind] }) {
            try bench.folder.write(known, to: name)
            return
        }
        let outcome = try bench.flipbook("export", "walk.yaml", "-o", name, "--repeat", "\(count)")
        try require(outcome.status == 0, "\(outcome.errors)")
        let made = try bytes(name)
        Self.animations.withLock { $0[kind] = made }
    }

    /// Of each kind and number of cycles one is made, for all tests.
    private static let animations = Mutex<[String: [UInt8]]>([:])

    /// When each frame of a video is shown and how long, in milliseconds, by ffprobe.
    private func times(_ name: String) throws -> [String] {
        let outcome = try Program("ffprobe").run([
            "-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", bench.folder.file(name).string,
        ])
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map { String($0.prefix(5)) }
    }

    @Test("each picture is exported once, at its exact time", arguments: ["walk.gif", "walk.apng"])
    func export(name: String) throws {
        try animate(name)
        let outcome = try bench.flipbook("export", name, "-o", "a.mkv")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(times("a.mkv"), ["0.000", "0.040", "0.540", "0.640", "0.660", "0.960"])
        if name == "walk.apng" { try expectEqual(bench.shown(in: "a.mkv", among: 1...6), [1, 2, 3, 4, 5, 6]) }
        let again = try bench.flipbook("export", name, "-o", "b.apng")
        try require(again.status == 0, "\(again.errors)")
        let listed = try bench.flipbook("list", "b.apng", name)
        expect(
            listed.text.split(separator: "\n").allSatisfy {
                $0.contains("1-6  6 frames  24x18  8 bit ") && $0.hasSuffix("  2.16 s  forever")
            },
            "\(listed.text)"
        )
    }

    @Test(
        "an animated WebP is composed as another reader composes it, with its times and its number of cycles",
        arguments: LongTests.cases([true, false], every: 2)
    )
    func webP(hasAlpha: Bool) throws {
        let bench = try Workbench(frames: TestFrames(width: 24, height: 18, hasAlpha: hasAlpha))
        try bench.add(1...6, to: "walk")
        let script = """
            from PIL import Image
            frames = [Image.open("walk/walk.%04d.png" % n) for n in range(1, 7)]
            half = frames[2].copy()
            half.paste(frames[3].crop((4, 4, 14, 12)), (4, 4))
            frames[3] = half
            frames[0].save("walk.webp", save_all=True, append_images=frames[1:], duration=[40, 500, 100, 20, 300, 1200],
                           loop=3, lossless=True, exact=True)
            read = Image.open("walk.webp")
            for n in range(read.n_frames):
                read.seek(n)
                open("%d.raw" % (n + 1), "wb").write(read.convert("RGBA").tobytes())
            """
        let written = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        try require(written.status == 0, "\(written.errors)")
        let outcome = try bench.flipbook("export", "walk.webp", "-o", "a.mkv")
        try require(outcome.status == 0, "\(outcome.errors)")
        let film = bench.folder.file("a.mkv")
        let shown = try VideoFile(film).frames(format: "rgba", byteCount: bench.frames.size.area * 4)
        expectEqual(shown.count, 6)
        for (number, picture) in zip(1..., shown) {
            let expected = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("\(number).raw").string))
            expectEqual(picture, Array(expected), "frame \(number)")
        }
        let listed = try bench.flipbook("list", "walk.webp")
        expect(listed.text.contains("2.16 s") && listed.text.contains("3 times"), "\(listed.text)")
    }

    @Test("what is repeated so often is so again in what repeats by itself; a film is one cycle")
    func repeats() throws {
        try animate("walk.gif", repeating: 3)
        try require(try bench.flipbook("export", "walk.gif", "-o", "b.apng").status == 0)
        try expect(bench.flipbook("list", "b.apng").text.contains("3 times"))
        try require(try bench.flipbook("export", "walk.gif", "-o", "one.mkv").status == 0)
        try expectEqual(times("one.mkv").count, 6)
        try require(try bench.flipbook("export", "walk.gif", "-o", "two.mkv", "--repeat", "2").status == 0)
        try expectEqual(times("two.mkv").count, 12)
    }

    @Test("numbers from 1 choose pictures; render makes one of them")
    func choice() throws {
        try animate("walk.apng")
        let outcome = try bench.flipbook("export", "walk.apng", "-o", "a.mkv", "--frames", "3-5")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), [3, 4, 5])
        let rendered = try bench.flipbook("render", "walk.apng", "--frame", "4", "-o", "four.png")
        expectEqual(rendered.text, "four.png: frame 4, 24x18, \(try bytes("four.png").count) bytes.\n", "\(rendered)")
        let absent = try bench.flipbook("export", "walk.apng", "-o", "b.mkv", "--frames", "5-8")
        expect(absent.status == 1 && absent.errors.contains("walk.apng: frames 7-8"), "\(absent.errors)")
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(name).string)))
    }

    /// Spoils the pixels of a picture of an animated PNG.
    private func damage(_ number: Int, in name: String) throws {
        var bytes = try bytes(name)
        let marks = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("fdAT".utf8) }
        bytes[marks[number - 2] + 12] ^= 1
        try bench.folder.write(bytes, to: name)
    }

    @Test("a damaged picture is named; a policy for missing frames holds for it, and keeps its time")
    func damaged() throws {
        try animate("walk.apng")
        try damage(3, in: "walk.apng")
        let refused = try bench.flipbook("export", "walk.apng", "-o", "a.mkv")
        expectEqual(refused.status, 1)
        expect(refused.errors.contains("walk.apng frame 3: cannot be decoded: fdAT: CRC error"), "\(refused.errors)")
        try expectEqual(bench.names(), ["walk", "walk.apng", "walk.yaml"])
        let held = try bench.flipbook("export", "walk.apng", "-o", "a.mkv", "--missing", "hold")
        try require(held.status == 0, "\(held.errors)")
        try expect(bench.shown(in: "a.mkv", among: 1...6).filter { $0 == 3 }.isEmpty)
        try expectEqual(times("a.mkv").last, "0.960")
        let listed = try bench.flipbook("list")
        expect(listed.text.contains("damaged 3"), "\(listed.text)")
        let linted = try bench.flipbook("lint", "walk.apng")
        expect(linted.status == 1 && linted.text.contains("frame 3"), "\(linted.text)")
    }

    @Test("a manifest names the file, and plays as the file does")
    func manifest() throws {
        try animate("walk.apng", repeating: 2)
        let written = try bench.flipbook("manifest", "walk.apng", "-o", "again.yaml")
        try require(written.status == 0, "\(written.errors)")
        let outcome = try bench.flipbook("export", "again.yaml", "-o", "a.mkv")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(times("a.mkv").count, 6)
        try require(try bench.flipbook("export", "again.yaml", "-o", "b.apng").status == 0)
        try expect(bench.flipbook("list", "b.apng").text.contains("2 times"))
        let refused = try bench.flipbook("manifest", "walk.apng", "--frames", "1-2")
        expect(refused.status == 2 && refused.errors.contains("a manifest can only refer to walk.apng as a whole"))
    }

    @Test("explain says what a file holds")
    func explained() throws {
        try animate("walk.gif", repeating: 4)
        let outcome = try bench.flipbook("explain", "walk.gif")
        expectEqual(
            outcome.text,
            "walk.gif: 6 pictures in one file, frames 1-6; a cycle lasts 2.16 s, with frames of different durations; "
                + "it plays 4 times.\n"
        )
        try expectEqual(bench.flipbook("explain", "walk.gif", "--to", "ffmpeg").status, 1)
    }

    @Test("a plan names the pictures of a file")
    func plan() throws {
        try animate("walk.apng")
        let outcome = try bench.flipbook("export", "walk.apng", "-o", "a.mkv", "--dry-run", "--json")
        let object = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let drawings = try require(object["drawings"] as? [[String: Any]])
        expectEqual(drawings.map { $0["picture"] as? Int }, [1, 2, 3, 4, 5, 6])
        expect(drawings.allSatisfy { $0["file"] as? String == "walk.apng" })
    }

    @Test("a sound animation has no finding; a folder that holds it alone is that sequence")
    func lint() throws {
        try animate("walk.gif")
        try animate("still.apng")
        for name in ["walk.gif", "still.apng"] {
            let outcome = try bench.flipbook("lint", name)
            expect(outcome.status == 0 && outcome.text.contains("6 frames"), "\(outcome.text)")
        }
        try bench.folder.write(bytes("walk.gif"), to: "one/walk.gif")
        try require(try bench.flipbook("export", "one", "-o", "one.mkv").status == 0)
        try expectEqual(times("one.mkv").count, 6)
    }

    @Test(
        "of an animation that is cut short the frame is named, and an animated PNG has as many as it says",
        arguments: LongTests.cases(["walk.apng", "walk.gif", "walk.webp"], every: 2)
    )
    func cut(name: String) throws {
        try animate(name)
        let whole = try bytes(name)
        // In the last third of the bytes, five pictures have begun.
        try bench.folder.write(Array(whole.prefix(whole.count * 3 / 4)), to: "cut-" + name)
        let listed = try bench.flipbook("list", "cut-" + name)
        let damage = try require(listed.text.split(separator: " ").last?.split(separator: "\n").first)
        let first = try require(Int(damage.prefix { $0.isNumber }))
        expect((2...6).contains(first) && listed.text.contains("damaged"), "\(listed.text)")
        for deep in [[], ["--deep"]] {
            let linted = try bench.flipbook(["lint", "cut-" + name] + deep)
            expect(linted.status == 1 && linted.text.contains("load.truncated"), "\(linted.text)")
        }
        let refused = try bench.flipbook("export", "cut-" + name, "-o", "a.mkv")
        expect(refused.errors.contains("cut-\(name) frame \(first): ends before"), "\(refused.errors)")
        let held = try bench.flipbook("export", "cut-" + name, "-o", "a.mkv", "--missing", "hold")
        expectEqual(held.status, 0, "\(held.errors)")
        let shown = try times("a.mkv").count
        expect(name == "walk.apng" ? shown == 6 : shown >= first)
    }

    @Test("numbers that are asked for and that no picture has are missing, for the linter as for an export")
    func lintedNumbers() throws {
        try animate("walk.apng")
        try bench.folder.write(bytes("walk.apng"), to: "one/walk.apng")
        for input in ["walk.apng", "one"] {
            let outcome = try bench.flipbook("lint", input, "--frames", "5-8")
            expect(outcome.status == 1 && outcome.text.contains("frames 7-8 are missing (2 of 4)"), "\(outcome.text)")
            try expectEqual(
                bench.flipbook("lint", input, "--frames", "2-4").text,
                "1 sequence, 3 frames: no findings in names and headers (--deep also decodes the pictures)\n"
            )
        }
    }

    @Test("each report says which picture of the file is damaged, and names the file as an editor opens it")
    func reports() throws {
        try animate("walk.apng")
        try damage(3, in: "walk.apng")
        func report(_ format: String) throws -> String {
            try bench.flipbook("lint", "walk.apng", "--format", format).text
        }
        try expect(report("compact").hasPrefix("walk.apng:1:1: error: frame 3: cannot be decoded: fdAT: CRC error."))
        try expect(report("github").hasPrefix("::error file=walk.apng,title=load.corrupt::frame 3: cannot be "))
        let junit = try report("junit")
        expect(junit.contains(#"name="load.corrupt walk.apng frame 3" file="walk.apng">"#), "\(junit)")
        expect(junit.contains("walk.apng: error: frame 3: cannot be decoded"), "\(junit)")
        let sarif = try report("sarif")
        expect(sarif.contains(#""text":"frame 3: cannot be"#) && sarif.contains(#""uri":"walk.apng""#), "\(sarif)")
        try expect(report("json").contains(#""file":"walk.apng","frames":"3""#))
    }

    @Test("a folder of several animations is each of them for list, lint and play; an export asks which one is meant")
    func several() throws {
        for name in ["a.gif", "b.apng"] {
            try animate(name)
            try bench.folder.write(bytes(name), to: "two/" + name)
        }
        let refused = try bench.flipbook("export", "two", "-o", "a.mkv")
        expectEqual(refused.status, 2)
        expectEqual(
            refused.errors,
            "error: two: the folder has 2 possible inputs; specify one of them:\n    two/a.gif\n   "
                + " two/b.apng\n"
        )
        try expectEqual(bench.flipbook("list", "two").text.split(separator: "\n").count, 2)
        try expect(bench.flipbook("lint", "two").text.hasPrefix("2 sequences, 12 frames: no findings in names"))
        let played = try bench.flipbook("play", "two", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expectEqual(played.status, 0, "\(played.errors)")
    }

    @Test("an animation among numbered stills is an error that names it")
    func among() throws {
        try animate("walk.apng")
        try bench.folder.write(bytes("walk.apng"), to: "walk/\(TestFrames.name(7))")
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mkv")
        expect(
            outcome.status == 1
                && outcome.errors.contains("\(TestFrames.name(7)) is a file with multiple PNG pictures"),
            "\(outcome.errors)"
        )
        // Under a picture's name, an archive and a video are called what they are.
        let pack = """
            import zipfile
            with zipfile.ZipFile("walk/\(TestFrames.name(8))", "w") as archive:
                for number in (1, 2): archive.write("walk/walk.000%d.png" % number, "f.%d.png" % number)
            """
        try require(try Program("/usr/bin/python3").run(["-c", pack], in: bench.folder.path).status == 0)
        try require(try bench.flipbook("export", "walk.apng", "-o", "walk.mkv").status == 0)
        try bench.folder.write(bytes("walk.mkv"), to: "walk/\(TestFrames.name(9))")
        let others = try bench.flipbook("export", "walk", "-o", "b.mkv").errors
        expect(others.contains("\(TestFrames.name(8)) is a ZIP archive of pictures"), "\(others)")
        expect(others.contains("\(TestFrames.name(9)): not an image, but a Matroska or WebM video"), "\(others)")
        for number in [8, 9] {
            try FileManager.default.removeItem(atPath: bench.folder.file("walk/\(TestFrames.name(number))").string)
        }
        let linted = try bench.flipbook("lint", "walk")
        let finding = "error  load.animated  contains an animation, but a frame is a single picture."
        expect(linted.status == 1 && linted.text.contains(finding), "\(linted.text)")
        let played = try bench.flipbook("play", "walk", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        let note = "note: \(TestFrames.name(7)) holds multiple pictures; only the first is shown"
        expect(played.status == 0 && played.errors.contains(note), "\(played.errors)")
        let strict = try bench.flipbook("play", "walk", "--sink", "fakesink", "--strict")
        expect(
            strict.status == 1 && strict.errors.contains("is a file with multiple PNG pictures"),
            "\(strict.errors)"
        )
    }
}

@Suite("A sprite sheet is an input")
struct SheetInputTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...6) }

    private func sheet(_ arguments: String...) throws {
        let outcome = try bench.flipbook(["export", "walk", "-o", "sheet.png", "--format", "sheet"] + arguments)
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    private func shown(_ arguments: String...) throws -> [Int?] {
        let outcome = try bench.flipbook(["export"] + arguments + ["-o", "a.apng", "--overwrite"])
        try require(outcome.status == 0, "\(outcome.errors)")
        return try bench.shown(in: "a.apng", among: 1...6)
    }

    @Test(
        "our own sheet comes back frame by frame, by its list and by its picture",
        arguments: LongTests.cases(
            [
                ["--trim", "--padding", "3"], ["--listing", "hash"], [],
            ],
            every: 3
        )
    )
    func roundTrip(options: [String]) throws {
        let outcome = try bench.flipbook(["export", "walk", "-o", "sheet.png", "--format", "sheet"] + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(shown("sheet.json"), [1, 2, 3, 4, 5, 6])
        try expectEqual(shown("sheet.png"), [1, 2, 3, 4, 5, 6])
        try expectEqual(shown("sheet.json", "--frames", "2,5"), [2, 5])
    }

    @Test("lint, list and explain take the sheet by its list, by its picture and by its folder")
    func verbs() throws {
        try sheet("--trim")
        for name in ["json", "png"] {
            try FileManager.default.createDirectory(
                atPath: bench.folder.file("sheet").string,
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(
                atPath: bench.folder.file("sheet.\(name)").string,
                toPath: bench.folder.file("sheet/sheet.\(name)").string
            )
        }
        for input in ["sheet.json", "sheet.png", "sheet"] {
            let linted = try bench.flipbook("lint", "--deep", input)
            expect(linted.text.hasSuffix("1 sequence, 6 frames: no findings\n"), "\(input): \(linted.text)")
            let listed = try bench.flipbook("list", input)
            expect(listed.text.contains("sheet.json  1-6  6 frames  24x18"), "\(input): \(listed.text)")
            let explained = try bench.flipbook("explain", input)
            expect(explained.text.contains("6 pictures in one file, frames 1-6"), "\(input): \(explained.text)")
            try expectEqual(shown(input), [1, 2, 3, 4, 5, 6], "\(input)")
        }
        let gap = try bench.flipbook("lint", "sheet", "--frames", "4-7")
        expect(gap.status == 1 && gap.text.contains("frame 7 is missing"), "\(gap.text)")
    }

    @Test("a part that does not lie on the sheet is damaged, and the others are not")
    func outside() throws {
        try sheet()
        let path = bench.folder.file("sheet.json").string
        var list = try require(
            try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
        )
        var frames = try require(list["frames"] as? [[String: Any]])
        frames[2]["frame"] = ["x": 900, "y": 0, "w": 24, "h": 18]
        list["frames"] = frames
        try JSONSerialization.data(withJSONObject: list).write(to: URL(fileURLWithPath: path))
        let linted = try bench.flipbook("lint", "sheet.json")
        expect(
            linted.text.contains(
                "sheet.png frame 3  error  load.corrupt  cannot be decoded: the part at 900,0 (24x18) is outside"
            )
        )
        expect(linted.text.hasSuffix("1 sequence, 6 frames: 1 error\n"), "\(linted.text)")
        try expectEqual(shown("sheet.json", "--frames", "1-2,4-6"), [1, 2, 4, 5, 6])
    }

    @Test("a list with a mistake is refused with its place by every verb, however the sheet is given")
    func mistake() throws {
        try sheet()
        try bench.folder.write(
            Array(#"{"frames": [{"fram": 1}], "meta": {"image": "sheet.png"}}"#.utf8),
            to: "sheet.json"
        )
        for input in ["sheet.json", "sheet.png", "."] {
            for verb in [["list"], ["explain"], ["export", "-o", "x.mkv"]] {
                let outcome = try bench.flipbook(verb + [input])
                expect(
                    outcome.status > 1
                        && outcome.errors.contains(
                            "sheet.json:1:13: frames: the key 'frame' must contain x, y, w and h"
                        ),
                    "\(outcome)"
                )
            }
            let linted = try bench.flipbook("lint", input)
            expect(
                (linted.text + linted.errors).contains("sheet.json:1:13") && linted.status != 0,
                "\(linted)"
            )
        }
    }

    @Test("a grid cuts a sheet without a list; a count leaves the last cells out")
    func grid() throws {
        try sheet("--columns", "3")
        try FileManager.default.removeItem(atPath: bench.folder.file("sheet.json").string)
        try expectEqual(shown("sheet.png", "--grid", "3x2"), [1, 2, 3, 4, 5, 6])
        try expectEqual(shown("sheet.png", "--grid", "3x2,4"), [1, 2, 3, 4])
        let listed = try bench.flipbook("list", "sheet.png", "--grid", "3x2,4")
        expectEqual(listed.text, "sheet.png  1-4  4 frames  24x18  8 bit rgb srgb\n", "\(listed)")
        let linted = try bench.flipbook("lint", "--deep", "sheet.png", "--grid", "3x2")
        expectEqual(linted.text, "1 sequence, 6 frames: no findings\n", "\(linted)")
        for verb in ["list", "lint"] {
            let two = try bench.flipbook(verb, "sheet.png", "--grid", "5x2")
            expect(two.status == 2 && two.errors.hasPrefix("error: --grid 5x2: sheet.png is 72x36"), "\(two)")
        }
        let odd = try bench.flipbook("export", "sheet.png", "--grid", "5x2", "-o", "b.mkv")
        expectEqual(odd.status, 2)
        expectEqual(
            odd.errors,
            "error: --grid 5x2: sheet.png is 72x36, which this grid does not divide evenly. If the cells have "
                + "gaps, add --spacing; if the sheet has a border, add --margin.\n"
        )
        try expectEqual(bench.flipbook("export", "sheet.png", "--grid", "3", "-o", "b.mkv").status, 2)
        // The folder is what `list` looks at by itself.
        let nothing = try bench.flipbook("list", "--grid", "3x2")
        expectEqual(
            nothing.errors,
            "error: --grid: . is a folder. Specify the sheet itself, such as sheet.png.\n"
        )
        let scaled = try bench.flipbook("lint", "sheet.png", "--grid", "3x2", "--scale", "2")
        expect(scaled.status == 2 && scaled.errors.hasPrefix("error: --scale and --grid: "), "\(scaled)")
        let layered = try bench.flipbook("lint", "sheet.png", "--grid", "3x2", "--layer", "a")
        expect(
            layered.errors == "note: --layer: the sheet is not an OpenEXR file, so the option has no effect.\n"
                && layered.status == 0
        )
    }

    @Test("Aseprite's tags are sequences; turned and trimmed parts stand as they did; durations count")
    func tags() throws {
        // A picture of 2x1 pixels, red and green, lies turned clockwise: the left one above.
        let red: [UInt8] = [255, 0, 0, 255]
        let green: [UInt8] = [0, 255, 0, 255]
        let png = try Program("convert").run([
            "-size", "1x2", "xc:lime", "-fill", "red", "-draw", "point 0,0", "png32:-",
        ])
        try bench.folder.write([UInt8](png.output), to: "s.png")
        let list = """
            {"frames": {
              "b": {"frame": {"x": 0, "y": 0, "w": 2, "h": 1}, "rotated": true, "duration": 40},
              "a": {"frame": {"x": 0, "y": 1, "w": 1, "h": 1}, "rotated": false, "trimmed": true,
                    "spriteSourceSize": {"x": 1, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 2, "h": 1}, "duration": 200}
            }, "meta": {"image": "s.png", "frameTags": [
              {"name": "both", "from": 0, "to": 1, "direction": "reverse"}, {"name": "last", "from": 1, "to": 1}]}}
            """
        try bench.folder.write(Array(list.utf8), to: "s.json")
        func pixels(_ arguments: String...) throws -> [[UInt8]] {
            let outcome = try bench.flipbook(["export", "s.json", "-o", "s.apng", "--overwrite"] + arguments)
            try require(outcome.status == 0, "\(outcome.errors)")
            return try VideoFile(bench.folder.file("s.apng")).frames(format: "rgba", byteCount: 8)
        }
        let first = red + green
        let second: [UInt8] = [0, 0, 0, 0] + green
        try expectEqual(pixels(), [first, second])
        try expectEqual(pixels("--tag", "both"), [second, first])
        try expectEqual(pixels("--tag", "last"), [second])
        let listed = try bench.flipbook("list", "s.json")
        expectEqual(
            listed.text,
            """
            s.json             1-2  2 frames  2x1  8 bit rgba gamma  0.24 s
            s.json --tag both  2-1  2 frames  2x1  8 bit rgba gamma  0.24 s
            s.json --tag last  2    1 frames  2x1  8 bit rgba gamma  0.2 s

            """.replacingOccurrences(of: "1 frames", with: "1 frame ")
        )
        let unknown = try bench.flipbook("export", "s.json", "-o", "b.mkv", "--tag", "run")
        expectEqual(unknown.errors, "error: --tag run: s.json has the tags both, last. Use one of them.\n")
    }

    @Test("cells with pixels between and around them are cut out of those, and lint and list count them")
    func spacedGrid() throws {
        let pictures = (1...6).map { "walk/\(TestFrames.name($0))" }
        let join = ["-bordercolor", "red", "-border", "1", "+append", "s.png"]
        let outcome = try Program("convert").run(pictures + join, in: bench.folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
        let spaced = ["s.png", "--grid", "6x1", "--spacing", "2", "--margin", "1"]
        try expectEqual(shown("s.png", "--grid", "6x1", "--spacing", "2", "--margin", "1"), [1, 2, 3, 4, 5, 6])
        try expect(bench.flipbook(["list"] + spaced).text.hasPrefix("s.png  1-6  6 frames  24x18  "))
        try expectEqual(bench.flipbook(["lint", "--deep"] + spaced).status, 0)
        let odd = try bench.flipbook("export", "s.png", "--grid", "6x1", "--spacing", "3", "-o", "b.mkv")
        expect(odd.status == 2 && odd.errors.contains("which this grid does not divide evenly"), "\(odd.errors)")
        let alone = try bench.flipbook("export", "s.png", "--spacing", "2", "-o", "b.mkv")
        expect(alone.status == 2 && alone.errors.contains("--spacing requires --grid"), "\(alone.errors)")
    }

    @Test(
        "a list of Phaser is read where it has one sheet; several, and cocos' property lists, are named for what they are"
    )
    func otherLists() throws {
        try sheet()
        let path = bench.folder.file("sheet.json")
        let text = try String(contentsOf: URL(fileURLWithPath: path.string), encoding: .utf8)
        let list = try require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let texture: [String: Any] = ["image": "sheet.png", "frames": try require(list["frames"])]
        for (textures, isRead) in [([texture], true), ([texture, texture], false)] {
            let data = try JSONSerialization.data(withJSONObject: ["textures": textures, "meta": ["app": "x"]])
            try bench.folder.write(Array(data), to: "sheet.json")
            let outcome = try bench.flipbook("export", "sheet.json", "-o", "a.mkv", "--overwrite")
            expectEqual(outcome.status == 0, isRead, "\(outcome.errors)")
            let words = "this is a Phaser multi-atlas with 2 sheets. Pack its pictures into one sheet"
            expect(outcome.errors.contains(words) != isRead, "\(outcome.errors)")
            try expect(bench.flipbook("lint", "sheet.json").text.contains(words) != isRead)
        }
        try bench.folder.write(
            Array("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist><dict/></plist>".utf8),
            to: "s.plist"
        )
        let cocos = try bench.flipbook("export", "s.plist", "-o", "a.mkv").errors
        expect(
            cocos.contains("a property list, such as for a cocos2d sheet, which Flipbook does not read"),
            "\(cocos)"
        )
    }

    @Test(
        "a tag that goes there and back shows its ends once; one that is beyond the frames is left out, and the sheet is not"
    )
    func swing() throws {
        try require(try bench.flipbook("export", "walk", "-o", "s.png", "--format", "sheet").status == 0)
        let list = try String(contentsOf: URL(fileURLWithPath: bench.folder.file("s.json").string), encoding: .utf8)
        for (direction, numbers) in [
            ("pingpong", [2, 3, 4, 3]), ("pingpong_reverse", [4, 3, 2, 3]), ("reverse", [4, 3, 2]),
            // By Aseprite, each way is one of so many times.
            (#"pingpong", "repeat": "3"#, [2, 3, 4, 3, 2, 3, 4]), (#"pingpong", "repeat": "1"#, [2, 3, 4]),
        ] {
            let tag = #""meta" : {"frameTags": [{"name": "a", "from": 1, "to": 3, "direction": "\#(direction)"}], "#
            try bench.folder.write(Array(list.replacing(#""meta" : {"#, with: tag).utf8), to: "s.json")
            try expectEqual(shown("s.json", "--tag", "a"), numbers)
            let linted = try bench.flipbook("lint", "s.json", "--tag", "a")
            expect(linted.text.hasPrefix("1 sequence, 3 frames: no findings in names"), "\(linted)")
            let listed = try bench.flipbook("list", "s.json", "--tag", "a")
            let lines = listed.text.split(separator: "\n")
            expect(lines.count == 1 && listed.text.hasPrefix("s.json --tag a  "), "\(listed)")
        }
        let beyond = #""meta" : {"frameTags": [{"name": "a", "from": 1, "to": 6}], "#
        try bench.folder.write(Array(list.replacing(#""meta" : {"#, with: beyond).utf8), to: "s.json")
        let words =
            "meta.frameTags: the tag 'a' was skipped: it covers frames 1 to 6, but the sheet has only 0 to 5"
        let whole = try bench.flipbook("export", "s.json", "-o", "b.mkv")
        expect(
            whole.status == 0 && whole.errors.contains("note: s.json:") && whole.errors.contains(words),
            "\(whole.errors)"
        )
        let refused = try bench.flipbook("export", "s.json", "-o", "c.mkv", "--tag", "a")
        expect(refused.status == 2 && refused.errors.contains("error: --tag: s.json:"), "\(refused.errors)")
        expect(refused.errors.contains(words), "\(refused.errors)")
        let linted = try bench.flipbook("lint", "s.json")
        expect(linted.status == 1 && linted.text.contains(words), "\(linted.text)")
        expect(linted.text.contains("The rest of the sheet was checked."), "\(linted.text)")
        let thrice = #""meta" : {"frameTags": [{"name": "a", "from": 1, "to": 3, "repeat": "3"}], "#
        try bench.folder.write(Array(list.replacing(#""meta" : {"#, with: thrice).utf8), to: "s.json")
        let counted = try bench.flipbook("list", "s.json", "--tag", "a", "--json")
        expect(counted.text.contains("\"repeatCount\" : 3"), "\(counted.text)")
        let both = try bench.flipbook("export", "s.png", "--grid", "6x1", "--tag", "a", "-o", "b.mkv")
        expect(both.status == 2 && both.errors.contains("--grid"), "\(both.errors)")
    }
}
