import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Sheets")
struct SheetTests {
    private let bench: Workbench
    private let width = 24
    private let height = 18

    /// Five frames with a square of 6x5 pixels that moves over nothing; the third is shown again at the end.
    init() throws {
        bench = try Workbench()
        for (number, place) in zip(1..., [0, 3, 6, 9, 6]) {
            var rows: [UInt8] = []
            for y in 0..<18 {
                for x in 0..<24 {
                    let isInside = (place..<place + 6).contains(x) && (4..<9).contains(y)
                    rows += isInside ? [UInt8(10 * x), UInt8(10 * y), 200, 255] : [0, 0, 0, 0]
                }
            }
            try bench.folder.write(
                PNGWriter(width: 24, height: 18).file(rows: rows),
                to: "walk/\(TestFrames.name(number))"
            )
        }
    }

    private func export(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
    }

    /// The frames as a reader of the list cuts them out of the sheet.
    private func frames(_ name: String, _ entries: [[String: Any]]) throws -> [[UInt8]] {
        let size = try Program("identify").run(["-format", "%w", bench.folder.file(name).string])
        let columns = try require(Int(size.text))
        let sheet = try StillFile(bench.folder.file(name)).pixels()
        return try entries.map { entry in
            func number(_ object: String, _ key: String) throws -> Int {
                try require((entry[object] as? [String: Any])?[key] as? Int)
            }
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            for row in 0..<(try number("frame", "h")) {
                for column in 0..<(try number("frame", "w")) {
                    let from = ((try number("frame", "y") + row) * columns + (try number("frame", "x")) + column) * 4
                    let x = try number("spriteSourceSize", "x") + column
                    let to = ((try number("spriteSourceSize", "y") + row) * width + x) * 4
                    pixels.replaceSubrange(to..<to + 4, with: sheet[from..<from + 4])
                }
            }
            return pixels
        }
    }

    private func list(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file(name).string))
        return try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(
        "every frame is cut out of the sheet again, exactly",
        arguments: LongTests.cases(
            [
                [], ["--trim"], ["--trim", "--padding", "3"], ["--power-of-two"], ["--trim", "--power-of-two"],
                ["--columns", "2", "--padding", "1"],
            ],
            every: 4
        )
    )
    func sprites(options: [String]) throws {
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", "s.png", "--format", "sheet", "--fps", "12"] + options,
            in: bench.folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.names(), ["s.json", "s.png", "walk"])
        let list = try list("s.json")
        let entries = try require(list["frames"] as? [[String: Any]])
        expectEqual(entries.map { $0["filename"] as? String }, (1...5).map { TestFrames.name($0) })
        expectEqual(entries.map { $0["duration"] as? Int }, [83, 84, 83, 83, 84])
        let found = try frames("s.png", entries)
        for number in 1...5 {
            let file = bench.folder.file("walk/\(TestFrames.name(number))")
            expectEqual(found[number - 1], (try StillFile(file).pixels()), "frame \(number)")
        }
        // The third and the fifth frame are one sprite.
        let places = entries.map { "\(($0["frame"] as? [String: Int]) ?? [:])".count }
        expectEqual(places.count, 5)
        let third = try require(entries[2]["frame"] as? [String: Int])
        expectEqual(entries[4]["frame"] as? [String: Int], third)
        let meta = try require(list["meta"] as? [String: Any])
        expectEqual(meta["image"] as? String, "s.png")
        let size = try require(meta["size"] as? [String: Int])
        let shown = try Program("identify").run(["-format", "%w %h", bench.folder.file("s.png").string])
        expectEqual(shown.text, "\(size["w"] ?? 0) \(size["h"] ?? 0)")
        if options.contains("--power-of-two") {
            expect(size.values.allSatisfy { $0.nonzeroBitCount == 1 }, "\(size)")
        }
        if options.contains("--trim") { expect(third["w"] == 6 && third["h"] == 5) }
    }

    @Test("the frames are listed by their names where that is asked for")
    func hash() throws {
        let outcome = try export("-o", "s.png", "--format", "sheet", "--listing", "hash")
        try require(outcome.status == 0, "\(outcome.errors)")
        let entries = try require(try list("s.json")["frames"] as? [String: Any])
        expectEqual(entries.keys.sorted(), (1...5).map { TestFrames.name($0) })
    }

    @Test("neither file is written over")
    func existing() throws {
        try bench.folder.write([1], to: "s.json")
        let outcome = try export("-o", "s.png", "--format", "sheet")
        expect(outcome.status == 2 && outcome.errors.contains("s.json exists"), "\(outcome.errors)")
        try expectEqual(bench.names(), ["s.json", "walk"])
        try expectEqual(export("-o", "s.png", "--format", "sheet", "--overwrite").status, 0)
    }

    @Test("a contact sheet has every frame with its number, as a page, a document or a picture")
    func contact() throws {
        let outcome = try export("-o", "c.html", "-o", "c.pdf")
        try require(outcome.status == 0, "\(outcome.errors)")
        let page = try String(contentsOfFile: bench.folder.file("c.html").string, encoding: .utf8)
        for number in 1...5 {
            expect(
                page.contains("<li id=\"frame-\(number)\"><a href=\"#frame-\(number)\" title=\"frame \(number), walk.")
            )
        }
        // The cells are those of the player, which the other pages have, too.
        expect(page.contains("class=\"player\"") && page.contains("<ol class=\"strip sheet\""))
        expectEqual(page.components(separatedBy: "data:image/png;base64,").count, 6)
        let file = try Program("file").run([bench.folder.file("c.pdf").string])
        expect(file.text.contains("PDF document, version 1.4"), "\(file.text)")
        let picture = try export("-o", "c.png", "--format", "contact", "--columns", "5")
        try require(picture.status == 0, "\(picture.errors)")
        let size = try Program("identify").run(["-format", "%w %h", bench.folder.file("c.png").string])
        // Five cells of 60 pixels, which a number needs, and six gaps of 12.
        expectEqual(size.text, "\(5 * 60 + 6 * 12) \(18 + 18 + 2 * 12)")
    }

    @Test("--format html is a contact sheet on a page, with its file behind = as in lint and diff, or behind -o")
    func page() throws {
        for arguments in [["html=a.html"], ["html", "-o", "b.html"], ["html", "-o", "c"]] {
            let outcome = try bench.flipbook(["export", "walk", "--format"] + arguments)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
        }
        try expectEqual(bench.names(), ["a.html", "b.html", "c", "walk"])
        for arguments in [[], ["-o", "-"]] {
            let printed = try bench.flipbook(["export", "walk", "--format", "html"] + arguments)
            expect(printed.status == 0 && printed.text.hasPrefix("<!DOCTYPE html>"), "\(printed.errors)")
            expect(printed.text.hasSuffix("</html>\n"))
        }
        try expectEqual(bench.names(), ["a.html", "b.html", "c", "walk"])
        let picture = try export("--format", "html", "-o", "c.png")
        expect(picture.status == 2 && picture.errors.contains("End the name in .html."), "\(picture.errors)")
    }

    @Test("a contact sheet of joined sequences notes the gap of each")
    func joinedGap() throws {
        let frames = TestFrames(width: 24, height: 18)
        for number in [1, 2, 4] { try bench.folder.write(frames.png(number), to: "tree/a/w.\(number).png") }
        for number in 1...3 { try bench.folder.write(frames.png(number), to: "tree/b/w.\(number).png") }
        let outcome = try bench.flipbook("export", "-r", "tree", "--format", "contact", "-o", "t.html")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.errors.contains("note: tree/a/w.@.png: frame 3 is missing.\n"), "\(outcome.errors)")
    }

    @Test("a contact sheet marks frames for which a video shows another frame, and its head names the command")
    func substituted() throws {
        let frames = TestFrames(width: 24, height: 18)
        for number in [1, 2, 3, 6, 7] { try bench.folder.write(frames.png(number), to: "torn/f.\(number).png") }
        try bench.folder.write([], to: "torn/f.7.png")
        let outcome = try bench.flipbook("export", "torn", "--missing", "hold", "-o", "c.html")
        try require(outcome.status == 0, "\(outcome.errors)")
        let page = try String(contentsOfFile: bench.folder.file("c.html").string, encoding: .utf8)
        let cells = page.matches(
            of: /<li id="[^"]*"(?: class="([^"]*)")?[^>]*><a [^>]*title="frames? ([^"]*)"[^\u{0}]*?<\/li>/
        )
        expectEqual(
            cells.map { "\($0.2) \($0.1 ?? "")" },
            [
                "1, f.1.png ", "2, f.2.png ", "3, f.3.png ", "4-5 are missing error",
                "6, f.6.png ", "7, f.7.png, empty (0 bytes) error",
            ]
        )
        expectEqual(page.matches(of: /base64,/).count, 4)
        expect(page.contains("torn/f.@.png: frames 4-5 are missing.</li>"))
        let command = "flipbook export torn --missing hold -o c.html"
        expect(page.contains("<dd><code class=\"command\">\(command)</code></dd>"))
        expect(page.contains("<h1>Flipbook contact sheet</h1>"))
        expect(page.contains("<p class=\"summary\">torn/f.@.png: 5 of 7 frames, 24x18, 30 frames/s, 0.233 s</p>"))
    }

    @Test(
        "a contact sheet of a broken folder shows gaps as missing, the intact part of a damaged frame, and a note on each",
        arguments: ["html", "pdf"]
    )
    func broken(ending: String) throws {
        let frames = TestFrames(width: 120, height: 90)
        for number in [1, 2, 5, 6] { try bench.folder.write(frames.png(number), to: "torn/f.\(number).png") }
        try bench.folder.write(Array(frames.png(2).prefix(400)), to: "torn/f.2.png")
        try bench.folder.write(TestFrames(width: 30, height: 30).png(6), to: "torn/f.6.png")
        let outcome = try bench.flipbook("export", "torn", "-o", "c.\(ending)")
        expectEqual(
            outcome.errors,
            """
            note: torn/f.@.png: frames 3-4 are missing.
            note: torn/f.2.png: ends before the picture is complete; render or copy this frame again.
            note: f.6.png: 30x30, fitted to 120x90.

            """
        )
        try require(outcome.status == 0 && outcome.text.hasPrefix("c.\(ending): 6 frames, 120x90, "), "\(outcome.text)")
        guard ending == "html" else { return }
        let page = try String(contentsOfFile: bench.folder.file("c.html").string, encoding: .utf8)
        expect(page.contains("torn/f.@.png: 4 of 6 frames, 120x90, "))
        let cells = page.matches(of: /<li id="frame-([^"]*)"(?: class="([^"]*)")?[^\u{0}]*?<\/li>/)
        expectEqual(cells.map { "\($0.1) \($0.2 ?? "")" }, ["1 ", "2 error", "3-4 error", "5 ", "6 info"])
        expect(cells[1].0.contains("<rect class=\"lost\"") && cells[1].0.contains(">damaged: top "))
        expect(cells[2].0.contains(" data-first=\"3\" data-step=\"1\" data-length=\"2\""), "\(cells[2].0)")
        expect(cells[2].0.contains("<span class=\"none\">missing</span>"))
        // A video has no place for a gap, nor has a sheet for thousands of missing frames.
        let both = try bench.flipbook("export", "torn", "-o", "c.html", "-o", "c.mp4", "--overwrite")
        expect(both.status == 1 && both.errors.hasPrefix("error: torn/f.@.png: frames 3-4 are missing (2 of 6). "))
        try bench.folder.write(frames.png(7), to: "torn/f.3000.png")
        let long = try bench.flipbook("export", "torn", "-o", "d.html")
        expect(
            long.status == 1 && long.errors.contains("are missing (2995 of 3000). Render them, or "),
            "\(long.errors)"
        )
    }

    @Test("a frame of another size is marked on the page, with the note of the terminal")
    func placed() throws {
        try bench.folder.write(TestFrames(width: 12, height: 9).png(2), to: "walk/\(TestFrames.name(2))")
        let outcome = try export("--mismatch", "fit", "-o", "c.html")
        try require(outcome.status == 0, "\(outcome.errors)")
        let page = try String(contentsOfFile: bench.folder.file("c.html").string, encoding: .utf8)
        expect(outcome.errors.contains("12x9, scaled to 24x18"))
        expect(page.contains("<li>\(TestFrames.name(2)): 12x9, scaled to 24x18.</li>"))
        let title = "frame 2, \(TestFrames.name(2)), 12x9, scaled to 24x18"
        expect(page.contains("<li id=\"frame-2\" class=\"info\"><a href=\"#frame-2\" title=\"\(title)\""))
        expectEqual(page.matches(of: /<li [^>]*class="/).count, 1)
    }

    @Test(
        "what sheets alone have a use for is refused elsewhere",
        arguments: LongTests.cases(
            [
                (
                    ["-o", "a.mp4", "--trim"],
                    "--trim is only for sheets. Omit it, or write a sheet with --format sheet."
                ),
                (
                    ["-o", "s.png", "--format", "sheet", "--trim", "--columns", "2"],
                    "--columns: trimmed sprites are packed without columns. Omit --columns or --trim."
                ),
                (
                    ["-o", "s.png"],
                    "s.png: 5 frames need a frame number in the name. Write -o frame.####.png, or write all frames "
                        + "into one animated image: .apng, or onto one sheet, a .png: --format sheet or --format contact."
                ),
                (
                    ["-o", "s.gif", "--format", "sheet"],
                    "s.gif: the output is a sprite sheet. End the name in .png."
                ),
            ],
            every: 2
        )
    )
    func refusals(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expectEqual(outcome.status, 2)
    }

    @Test("--format apng writes an animated picture under a PNG's name")
    func animated() throws {
        let outcome = try export("-o", "s.png", "--format", "apng")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expect(Program("pngcheck").run(["-v", bench.folder.file("s.png").string]).text.contains("acTL"))
    }

    @Test(
        "one frame needs no number in its file's name, in any format of images",
        arguments: LongTests.cases(["png", "jpg", "tif", "bmp", "tga"], every: 3)
    )
    func oneFrame(ending: String) throws {
        let outcome = try export("--frames", "3", "-o", "one.\(ending)")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.names(), ["one.\(ending)", "walk"])
        let size = try Program("identify").run(["-format", "%wx%h", bench.folder.file("one.\(ending)").string])
        expectEqual(size.text, "24x18")
        let again = try export("--frames", "3", "-o", "one.\(ending)")
        expect(again.status == 2 && again.errors.contains("--overwrite"), "\(again.errors)")
    }

    @Test("one frame is not written over the frame that it is made of")
    func itself() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk/\(TestFrames.name(3))").string))
        let outcome = try export("--frames", "3", "-o", "walk/\(TestFrames.name(3))", "--overwrite", "--size", "2x2")
        expectEqual(outcome.status, 2, "\(outcome.errors)")
        try expectEqual(
            Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk/\(TestFrames.name(3))").string)),
            before
        )
    }

    @Test("a sheet of flagged frames shows those alone, with the rules")
    func flagged() throws {
        // The fifth frame is the third again, and nothing is wrong with any other.
        try bench.folder.write(
            PNGWriter(width: 24, height: 18).file(rows: [UInt8](repeating: 0, count: 24 * 18 * 4)),
            to: "walk/\(TestFrames.name(4))"
        )
        let outcome = try export("--flagged", "--format", "contact", "-o", "flagged.html")
        try require(outcome.status == 0, "\(outcome.errors)")
        let page = try String(
            contentsOf: URL(fileURLWithPath: bench.folder.file("flagged.html").string),
            encoding: .utf8
        )
        // The command and the page tell the length of the whole sequence.
        let shown = try require(page.firstMatch(of: /<dt>Shown<\/dt><dd>([^<]*)</)).1
        expect(shown.contains(" of ") && outcome.text.hasPrefix("flagged.html: \(shown), 24x18, "), "\(outcome.text)")
        expect(page.contains("<li id=\"frame-4\" class=\"") && page.contains("<b class=\"severity "))
        expect(!page.contains("id=\"frame-2\""))
        let film = try export("--flagged", "-o", "a.mp4")
        expect(film.status == 2 && film.errors.contains("--flagged is only for sheets"), "\(film.errors)")
    }

    @Test(
        "a flagged frame that is damaged, missing or of another size has its place",
        arguments: ["html", "pdf", "png"]
    )
    func flaggedWithoutPicture(ending: String) throws {
        let frames = TestFrames(width: 120, height: 90)
        for number in 1...9 where number != 4 {
            try bench.folder.write(frames.png(number), to: "shot/s.\(1000 + number).png")
        }
        try bench.folder.write(Array(frames.png(6).prefix(400)), to: "shot/s.1006.png")
        try bench.folder.write([], to: "shot/s.1007.png")
        try bench.folder.write(TestFrames(width: 30, height: 30).png(8), to: "shot/s.1008.png")
        let outcome = try bench.flipbook("export", "shot", "--flagged", "--format", "contact", "-o", "a.\(ending)")
        try require(outcome.status == 0, "\(outcome.errors)")
        var file = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.\(ending)").string)))
        if ending == "html" {
            let page = String(decoding: file, as: UTF8.self)
            let figures = page.split(separator: "<li id=\"frame-").dropFirst().map(String.init)
            try require(figures.count == 4, "\(page)")
            for (figure, words) in zip(
                figures,
                [
                    (">missing<", "", "", "seq.gap</b> frame 1004 is missing"),
                    ("", ">damaged: top ", "s.1006.png", "load.truncated</b> ends before"),
                    (">empty (0 bytes)<", "", "s.1007.png", "load.empty</b> is empty (0 bytes)."),
                    ("", ">30x30, fitted to 120x90<", "s.1008.png", "seq.mixed-size</b>"),
                ]
            ) {
                let (box, state, name, finding) = words
                let parts = [
                    box.isEmpty ? "" : "<span class=\"none\"\(box)",
                    state.isEmpty ? "" : "<span class=\"level\"\(state)",
                    name.isEmpty ? "" : "<span class=\"line\">\(name)<",
                    "<span class=\"line\"><b class=\"severity error\">\(finding)",
                ]
                for part in parts { expect(part.isEmpty || figure.contains(part), "\(part): \(figure.suffix(300))") }
            }
            // The damaged frame shows its intact part.
            expectEqual(figures.map { $0.contains("<rect class=\"lost\"") }, [false, true, false, false])
            expect(page.contains("<dd>4 of 9 frames, 30 frames/s, 0.300 s</dd>"))
            return
        }
        if ending == "pdf" {
            // The page is a picture in JPEG.
            let start = try require(file.indices.dropLast(2).first { Array(file[$0..<$0 + 3]) == [0xFF, 0xD8, 0xFF] })
            file = Array(file[start...])
            try bench.folder.write(file, to: "page.jpg")
        }
        let pixels = try Program("ffmpeg").run(
            ["-v", "error", "-i", ending == "pdf" ? "page.jpg" : "a.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
            in: bench.folder.path
        ).output
        // Three cards of 120x90 are dark red but for their letters.
        let red = stride(from: 0, to: pixels.count - 2, by: 3).count { place in
            (95...130).contains(pixels[place]) && pixels[place + 1] < 60 && pixels[place + 2] < 60
        }
        expect((3 * 6_000...3 * 10_800).contains(red), "\(red)")
    }

    @Test("a gap of more frames than a sheet has room for is refused where the linter tells of it, and else left out")
    func tooManyMissing() throws {
        let frames = TestFrames(width: 24, height: 18)
        for number in [1, 2, 3, 4, 5, 6, 3000] {
            try bench.folder.write(frames.png(number % 10), to: "far/f.\(number).png")
        }
        try bench.folder.write([], to: "far/f.2.png")
        try bench.folder.write(frames.png(7), to: "huge/f.1.png")
        try bench.folder.write([], to: "huge/f.900000000.png")
        for folder in ["far", "huge"] {
            let outcome = try bench.flipbook("export", folder, "--flagged", "-o", "\(folder).html")
            let isRefused =
                outcome.status == 1 && outcome.errors.contains("frames 7-2999 are missing (2993 of 3000). ")
            expect(outcome.status == 0 || isRefused, "\(outcome.status) \(outcome.errors)")
        }
    }

    @Test("a sheet of flagged frames none of which has a picture is as large as the others")
    func flaggedNothing() throws {
        for number in 1...3 {
            try bench.folder.write(
                number == 2 ? [] : TestFrames(width: 120, height: 90).png(number),
                to: "shot/s.\(number).png"
            )
        }
        let outcome = try bench.flipbook("export", "shot", "--flagged", "-o", "a.html")
        try require(outcome.status == 0, "\(outcome.errors)")
        let page = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.html").string)),
            as: UTF8.self
        )
        expect(
            page.contains("--q:120/90\"") && page.contains(">empty (0 bytes)</span><span class=\"number\">2<"),
            "\(page.prefix(900))"
        )
    }
}
