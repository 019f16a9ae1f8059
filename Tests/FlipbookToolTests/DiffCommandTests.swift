import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook diff`.
@Suite(.hangLimit) struct DiffCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...4)
        try bench.add(1...4, to: "fresh")
    }

    /// Writes frame `number` of `fresh` with one sample that differs by some levels.
    private func change(_ number: Int, by levels: UInt8) throws {
        var pixels = bench.frames.pixels(number)
        let place = 4 * (24 * 5 + 7) + 1
        pixels[place] = pixels[place] > 127 ? pixels[place] - levels : pixels[place] + levels
        let picture = Picture(making: bench.frames.size, format: .rgba) { $0.copyBytes(from: pixels) }
        try bench.folder.write(PNGEncoder.encode(picture), to: "fresh/\(TestFrames.name(number))")
    }

    @Test("equal sequences have no difference, and status 0")
    func equal() throws {
        let outcome = try bench.flipbook("diff", "walk", "fresh")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.text, "4 frames compared, no difference.\n")
    }

    @Test("frames that differ are named, the worst first, with its place, and the status is 1")
    func differing() throws {
        try change(2, by: 3)
        try change(3, by: 40)
        let outcome = try bench.flipbook("diff", "walk", "fresh")
        expectEqual(outcome.status, 1)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        expectEqual(
            lines.first,
            "2 of 4 frames differ (2-3): largest difference 40 of 255 in frame 3; "
                + "mean difference less than 0.01."
        )
        expectEqual(lines.dropFirst().first, "frame 3: largest difference 40 of 255 at 7,5; 1 pixel differs (0.23%)")
        expect(lines.last?.hasPrefix("frame 2: largest difference 3 of 255 at 7,5") ?? false)
    }

    @Test("what is within the tolerance is no difference")
    func tolerance() throws {
        try change(2, by: 3)
        let within = try bench.flipbook("diff", "walk", "fresh", "--tolerance", "3")
        expectEqual(within.status, 0, "\(within.text)")
        expect(within.text.contains("none differs by more than 3: largest difference 3 of 255 in frame 2"))
        let beyond = try bench.flipbook("diff", "walk", "fresh", "--tolerance", "2.5")
        expectEqual(beyond.status, 1)
        expect(beyond.text.hasPrefix("1 of 4 frames differs by more than 2.5 (2): "), "\(beyond.text)")
        // The page says that the frame differs, but marks no place in it.
        let page = try bench.flipbook("diff", "walk", "fresh", "--tolerance", "3", "--format", "html").text
        let cell = try require(page.firstMatch(of: /<li id="c2".*?<\/li>/)).0
        let words = "frame 2: within the tolerance of 3; largest difference 3 of 255 at 7,5"
        expect(cell.contains("title=\"\(words)\"") && cell.contains("<span class=\"level\">3</span>"), "\(cell)")
        expect(cell.contains("var(--line)") && !cell.contains("no difference") && !page.contains("class=\"spot\""))
        expect(page.contains(">at most 3</span>"))
    }

    @Test(
        "frames that only one has are a difference, by their numbers; missing numbers are compared where both have them"
    )
    func lengths() throws {
        try bench.add([6, 7], to: "fresh")
        try bench.add([7], to: "walk")
        let outcome = try bench.flipbook("diff", "walk", "fresh")
        expectEqual(outcome.status, 1)
        expectEqual(outcome.text, "5 frames compared, no difference.\nOnly in fresh/walk.####.png: frame 6.\n")
    }

    @Test("a frame that is missing in both is named")
    func missing() throws {
        try bench.add([1, 3, 4], to: "torn")
        let outcome = try bench.flipbook("diff", "torn", "torn")
        expect(outcome.status == 0 && outcome.errors.contains("frame 2 is missing"), "\(outcome.errors)")
        try expect(!bench.flipbook("diff", "torn", "torn", "--missing", "skip").errors.contains("is missing"))
    }

    @Test("unlike sizes differ")
    func sizes() throws {
        let large = try Workbench(frames: TestFrames(width: 30, height: 18))
        try large.add(1...4, to: "walk")
        let outcome = try bench.flipbook("diff", "walk", large.folder.path + "/walk")
        expectEqual(outcome.status, 1)
        expect(outcome.text.hasPrefix("The sizes differ: walk/walk.####.png is 24x18, "))
        expectEqual(outcome.errors, "note: To compare them, give both the same size: --size 24x18.\n")
        let page = try bench.flipbook("diff", "walk", large.folder.path + "/walk", "--format", "html").text
        expect(page.contains("<li>To compare them, give both the same size: <code>--size</code> 24x18.</li>"))
        let section = try require(page.firstRange(of: "id=\"first-frames\""))
        let captions = page[section.upperBound...].matches(of: /<figcaption>[^<]*, ([0-9x]+)</).map { String($0.1) }
        expectEqual(captions, ["24x18", "30x18"])
        // Both are drawn to the same scale.
        let shares = page[section.upperBound...].matches(of: /style="--r:([0-9.]+)"/).map { String($0.1) }
        expectEqual(shares, ["0.8", "1.0"])
    }

    @Test("numbers that begin elsewhere are paired by their places; a manifest is an input like a folder")
    func places() throws {
        try bench.add(1...4, to: "late") { String(format: "walk.%04d.png", $0 + 1000) }
        try expectEqual(bench.flipbook("diff", "walk", "late").status, 0)
        try bench.folder.write(Array("animationImages: fresh/\nalpha: 0.5\n".utf8), to: "walk.yaml")
        let outcome = try bench.flipbook("diff", "walk", "walk.yaml")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        expect(outcome.text.hasPrefix("4 of 4 frames differ (1-4)"))
    }

    @Test("a sequence is equal to its own lossless export if it begins at 0, has held frames, or a gap that is closed")
    func ownExport() throws {
        try bench.add(0...3, to: "zero")
        try bench.add([1, 2, 5, 6], to: "torn")
        for number in 1...6 {
            try bench.folder.write(bench.frames.png((number + 1) / 2), to: "twos/\(TestFrames.name(number))")
        }
        for (folder, file, count) in [("zero", "zero.mkv", 4), ("twos", "twos.apng", 6), ("torn", "torn.mkv", 4)] {
            try expectEqual(bench.flipbook("export", folder, "--missing", "skip", "-o", file).status, 0)
            for inputs in [[folder, file], [file, folder]] {
                let outcome = try bench.flipbook(["diff"] + inputs)
                expectEqual(outcome.text, "\(count) frames compared, no difference.\n", "\(inputs) \(outcome.errors)")
            }
        }
    }

    @Test("a player compares a picture that an animation stores once with each frame of its time")
    func playedComparison() throws {
        for number in 1...6 {
            try bench.folder.write(bench.frames.png((number + 1) / 2), to: "twos/\(TestFrames.name(number))")
        }
        try expectEqual(bench.flipbook("export", "twos", "-o", "twos.apng").status, 0)
        let options = ["--compare", "twos.apng", "--sink", "fakesink", "--repeat", "1", "--json"]
        let report = try bench.flipbook(["play", "twos"] + options).text
        expect(report.contains("\"compared\": 6, \"firstDifference\": null"), "\(report)")
    }

    @Test("a gap keeps its place beside a video in which the frames before it are held")
    func gapBesideVideo() throws {
        try bench.add([1, 2, 5, 6], to: "torn")
        try expectEqual(bench.flipbook("export", "torn", "--missing", "hold", "-o", "held.mkv").status, 0)
        let outcome = try bench.flipbook("diff", "torn", "held.mkv")
        expectEqual(outcome.text, "4 frames compared, no difference.\nOnly in held.mkv: frames 3-4.\n")
        expect(outcome.errors.contains("frames 3-4 are missing"), "\(outcome.errors)")
        let held = try bench.flipbook("diff", "torn", "held.mkv", "--missing", "hold")
        expectEqual(held.text, "6 frames compared, no difference.\n")
    }

    @Test("a difference of 16-bit pictures has at most one decimal; --json has all of them")
    func sixteenBits() throws {
        let writer = changing(PNGWriter(width: 4, height: 2, colorType: 0)) { $0.bitDepth = 16 }
        for (name, high) in [("one", UInt8(0)), ("other", 0xC1)] {
            let rows = [high, 0x3C] + [UInt8](repeating: 0, count: 14)
            try bench.folder.write(writer.file(rows: rows), to: "\(name)/f.1.png")
        }
        let outcome = try bench.flipbook("diff", "one", "other")
        expect(
            outcome.text.contains("largest difference 192.2 of 255 at 0,0; 1 pixel differs (12.5%)"),
            "\(outcome.text)"
        )
        try expect(bench.flipbook("diff", "one", "other", "--json").text.contains("192.249"))
    }

    @Test("--json has every frame that differs")
    func json() throws {
        struct Document: Decodable {
            struct Frame: Decodable {
                let number: Int
                let worst: Double
                let second: String
            }
            let isEqual: Bool
            let compared: Int
            let differing: String
            let frames: [Frame]
        }
        try change(3, by: 40)
        let outcome = try bench.flipbook("diff", "walk", "fresh", "--json")
        expectEqual(outcome.status, 1)
        let found = try JSONDecoder().decode(Document.self, from: Data(outcome.text.utf8))
        expect((found.isEqual, found.compared, found.differing) == (false, 4, "3"))
        expectEqual(found.frames.map(\.number), [3])
        expectEqual(found.frames.first?.worst, 40)
        expectEqual(found.frames.first?.second, "fresh/walk.0003.png")
    }

    @Test("--format html= writes a page with the worst frames and where they differ")
    func page() throws {
        try change(3, by: 40)
        let outcome = try bench.flipbook("diff", "walk", "fresh", "--format", "html=diff.html")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        let page = try String(contentsOfFile: bench.folder.path + "/diff.html", encoding: .utf8)
        expect(outcome.errors.hasPrefix("note: diff.html: ") && outcome.errors.hasSuffix("; written.\n"))
        let words = "clear difference in one pixel; largest difference 40 of 255 at 7,5; 1 pixel differs (0.23%)"
        expect(page.contains("<h2>Frame 3 <small>\(words)</small></h2>"))
        let facts = ["walk/walk.####.png", "4 frames", "24x18", "30 frames/s", "0.133 s"]
        expect(page.contains(facts.map { "<td>\($0)</td>" }.joined()))
        expect(
            page.contains("<dd><code class=\"command\">flipbook diff walk fresh --format html=diff.html</code></dd>")
        )
        // The strip has all frames, colored by difference, and the worst leads to its section.
        let cells = page.matches(of: /<li id="c([1-4])"[^>]*style="border-top-color:([^"]*)"/)
        let colors = cells.map { "\($0.1) \($0.2)" }
        expectEqual(colors, ["1 var(--line)", "2 var(--line)", "3 var(--clear)", "4 var(--line)"])
        expect(!page.contains("Not shown:"))
        expect(page.contains(##"<a href="#frame-3" title="frame 3: \##(words)""##))
        let images = page.matches(of: /base64,([^"]+)"/)
        expectEqual(images.count, 4 + 3)
        let difference = try require(images.last.flatMap { Data(base64Encoded: String($0.1)) })
        let picture = try [UInt8](difference).withUnsafeBytes { try ImageDecoder().decode($0) }
        let bright = picture.withUnsafeBytes { bytes in (0..<24 * 18).filter { bytes[4 * $0] > 0 } }
        expectEqual(bright, [24 * 5 + 7])
    }

    @Test("the player has both sides and the difference of each frame, and says why one has no picture")
    func views() throws {
        try change(3, by: 40)
        try bench.folder.write([], to: "fresh/\(TestFrames.name(2))")
        let arguments = ["diff", "walk", "fresh", "--missing", "hold", "-o", "diff.html"]
        try expectEqual(Program.flipbook.run(arguments, in: bench.folder.path).status, 1)
        let page = try String(contentsOfFile: bench.folder.path + "/diff.html", encoding: .utf8)
        let views = page.matches(of: /data-view="([^"]*)">(<svg|no difference|)/).map { "\($0.1) \($0.2)" }
        expectEqual(
            views[0...5],
            [
                "first: walk/walk.0001.png ", "second: fresh/walk.0001.png ", "difference no difference",
                "first: walk/walk.0002.png ", "second ", "difference ",
            ]
        )
        expectEqual(views.count, 12)
        expect(page.contains("title=\"frame 2: cannot be compared; second: empty (0 bytes)\""))
        expect(
            page.contains("<td>4 frames, 1 damaged</td><td>24x18</td><td>30 frames/s</td><td>0.133 s</td>")
        )
        expect(page.contains(##"<use href="#p3-2"/>"##))
    }

    @Test("--format html prints the page, as lint does, and -q writes one without a word")
    func printedPage() throws {
        try change(3, by: 40)
        let printed = try bench.flipbook("diff", "walk", "fresh", "--format", "html")
        expect(printed.status == 1 && printed.text.hasPrefix("<!DOCTYPE html>") && printed.errors.isEmpty)
        expect(!printed.text.contains("\n1 of 4 frames"))
        let arguments = ["diff", "walk", "fresh", "--format", "html=diff.html"]
        let quiet = try bench.flipbook(arguments + ["-q"])
        expect(quiet.status == 1 && quiet.errors.isEmpty)
        let refused = try bench.flipbook(arguments)
        expect(refused.status == 2 && refused.errors.hasPrefix("error: diff.html exists and was not changed. "))
    }

    @Test("the page has a place for frames that only one sequence has, or neither")
    func absences() throws {
        try bench.add([6, 8], to: "fresh")
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let cells = page.matches(of: /<li id="c[0-9]+"[^>]*><a[^>]*aria-label="([^"]*)"/).map { String($0.1) }
        expectEqual(
            cells.suffix(3),
            ["frame 6: only in the second", "frame 7: missing", "frame 8: only in the second"]
        )
        expect(page.contains("<li>Only in fresh/walk.####.png: frames 6, 8.</li>"))
        expect(page.contains(##"<svg class="overview" viewBox="0 0 8 1""##))
    }

    @Test("a frame that only one sequence has is shown, in its own view and in a section; the other view says so")
    func loneFrame() throws {
        try bench.add([6], to: "fresh")
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let cell = try require(page.firstMatch(of: /<li id="c6".*?<\/li>/)).0
        expect(cell.contains(##"<a href="#only-second""##) && cell.contains("base64,"))
        expectEqual(
            cell.matches(of: /data-view="([^"]*)">([^<]*)</).map { "\($0.1): \($0.2)" },
            ["first: not in the first", "second: fresh/walk.0006.png: ", "difference: only in the second"]
        )
        let section = try require(page.firstMatch(of: /<section class="frame" id="only-second">[^\u{0}]*?<\/section>/))
            .0
        expect(section.contains(##"<use href="#c6p"/>"##) && section.contains("<figcaption>frame 6</figcaption>"))
    }

    /// Makes `fresh` a sequence with a gap, a frame that is cut short, and a frame of another size.
    private func tear() throws {
        try FileManager.default.removeItem(atPath: bench.folder.file("fresh/\(TestFrames.name(2))").string)
        // Half of the rows are left, as they are not compressed.
        let file = PNGWriter(width: 24, height: 18).file(rows: bench.frames.pixels(3))
        try bench.folder.write(Array(file.prefix(file.count / 2)), to: "fresh/\(TestFrames.name(3))")
        try bench.folder.write(TestFrames(width: 12, height: 18).png(4), to: "fresh/\(TestFrames.name(4))")
    }

    @Test("missing and damaged frames cannot be compared: they have a count of their own, and come first on the page")
    func incomparable() throws {
        try tear()
        let options = ["diff", "walk", "fresh", "--missing", "hold", "--mismatch", "fit"]
        let outcome = try bench.flipbook(options)
        expectEqual(outcome.status, 1)
        expect(
            outcome.text.contains(/^1 of 2 frames differs \(4\): largest .*\. 2 cannot be compared \(2-3\)\.\n/),
            "\(outcome.text)"
        )
        expect(outcome.errors.contains("frame 2 is missing") && !outcome.errors.contains("held the previous frame"))
        expect(!outcome.text.contains("frame 2:") && !outcome.text.contains("frame 3:"))
        let json = try bench.flipbook(options + ["--json"]).text
        expect(json.contains("\"incomparable\" : \"2-3\"") && json.contains("\"compared\" : 2,"))
        let page = try bench.flipbook(options + ["--format", "html"]).text
        let sections = page.matches(of: /<section class="frame" id="([^"]*)"/).map { String($0.1) }
        expectEqual(sections, ["incomparable", "frame-4"])
        let blue = page.matches(of: /<li id="(c[0-9])" class="([a-z]+)"[^>]*style="border-top-color:var\(--info\)"/)
        expectEqual(blue.map { "\($0.1) \($0.2)" }, ["c2 missing", "c3 error"])
        expect(page.contains("<figcaption>second: fresh/walk.0004.png, 12x18, fitted to 24x18</figcaption>"))
        expect(page.contains("<h2>Frame 4 <small>the sizes differ (12x18, fitted to 24x18); "))
    }

    @Test("a damaged frame is shown as far as it can be decoded, beside the other sequence's frame")
    func damage() throws {
        try tear()
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let cell = try require(page.firstMatch(of: /<li id="c3".*?<\/li>/)).0
        expect(cell.contains("<rect class=\"lost\" "))
        expectEqual(
            cell.matches(of: /data-view="([^"]*)">(<svg)?/).map { "\($0.1) \($0.2 ?? "")" },
            ["first: walk/walk.0003.png <svg", "second: fresh/walk.0003.png ", "difference "]
        )
    }

    @Test("a frame that both sequences lack counts in their number of frames and in their length")
    func lengthWithGap() throws {
        try bench.add([6], to: "walk")
        try bench.add([6], to: "fresh")
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let row = ["5 of 6 frames", "24x18", "30 frames/s", "0.200 s"].map { "<td>\($0)</td>" }.joined()
        expectEqual(page.components(separatedBy: row).count, 3)
    }

    @Test(
        "a difference that is not local is in every pixel, almost everywhere, or scattered over the frame",
        arguments: [(1, "in every pixel"), (2, "scattered over the frame")]
    )
    func extent(step: Int, words: String) throws {
        for (name, value) in [("one", UInt8(200)), ("other", 190)] {
            var pixels = [UInt8](repeating: 200, count: 20 * 10 * 4)
            for place in Swift.stride(from: 0, to: 200, by: step) { pixels[4 * place] = value }
            try bench.folder.write(PNGWriter(width: 20, height: 10).file(rows: pixels), to: "\(name)/f.1.png")
        }
        try expect(
            bench.flipbook("diff", "one", "other", "--format", "html").text.contains("slight difference \(words);")
        )
    }

    @Test("a single pixel that differs more than the others does not make the difference strong")
    func strength() throws {
        for (name, rest, other) in [("one", UInt8(200), UInt8(200)), ("other", 196, 0)] {
            var pixels = Array([[UInt8]](repeating: [rest, rest, rest, 255], count: 20 * 10).joined())
            pixels[4 * 33] = other
            try bench.folder.write(PNGWriter(width: 20, height: 10).file(rows: pixels), to: "\(name)/f.1.png")
        }
        let page = try bench.flipbook("diff", "one", "other", "--format", "html").text
        expect(page.contains("slight difference in every pixel; largest difference 200 of 255 at 13,1;"))
        expect(page.contains("border-top-color:var(--slight)"))
    }

    @Test("each frame shown side by side has its own place in the player, even where many frames share one")
    func sharedCells() throws {
        for folder in ["walk", "fresh"] { try bench.add(5...601, to: folder) }
        for number in [11, 12] { try change(number, by: 40) }
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let cells = page.matches(of: /<li id="c([0-9]+)"[^>]*><a href="#([^"]*)"[^>]*>(<svg)?/)
        expectEqual(cells.prefix(8).map { String($0.1) }, ["1", "3", "5", "7", "9", "11", "12", "13"])
        expectEqual(cells[5...6].map { String($0.2) }, ["frame-11", "frame-12"])
        expect(cells.allSatisfy { $0.3 != nil })
        for number in [11, 12] { expect(page.contains("id=\"frame-\(number)\" data-cell=\"c\(number)\"")) }
    }

    @Test("refused frames are compared as with the remedies, with the error and its status; a page says the same")
    func pageOfFaults() throws {
        try tear()
        let plain = try bench.flipbook("diff", "walk", "fresh")
        let accepted = try bench.flipbook("diff", "walk", "fresh", "--missing", "hold", "--mismatch", "fit")
        expect(plain.status == 1 && plain.text == accepted.text && !plain.text.isEmpty, "\(plain.text)")
        let error = try require(plain.errors.firstRange(of: "error: fresh/"))
        expect(plain.errors.hasSuffix("The other frames are compared as with --mismatch fit.\n"), "\(plain.errors)")
        let outcome = try bench.flipbook("diff", "walk", "fresh", "--format", "html=diff.html")
        expectEqual(outcome.status, plain.status)
        let (notes, sentence) = (plain.errors[..<error.lowerBound], plain.errors[error.lowerBound...])
        expectEqual(outcome.errors, notes + "note: diff.html: 1 of 2 frames differs; written.\n" + sentence)
        try expect(bench.flipbook("diff", "walk", "fresh", "--json").text.contains("\"incomparable\" : \"2-3\""))
        let page = try String(contentsOfFile: bench.folder.path + "/diff.html", encoding: .utf8)
        expect(
            page.contains(" 2 cannot be compared (2-3).")
                && page.contains("<p class=\"error\"><b class=\"severity\">Error</b> fresh/")
        )
        expect(!page.contains("\\n"))
        // The sentences of the error are lines in its order, and the substitutes are not told of as if they were asked for.
        expect(
            page.contains(".<br>\n") && page.contains("<td>3 of 4 frames, 1 damaged, 1 of a different size</td>")
        )
        expect(page.contains("frame 2 is missing.</li>") && !page.contains("held the previous frame"))
        let printed = try bench.flipbook("diff", "walk", "fresh", "--format", "html")
        expect(printed.status == plain.status && printed.text.hasPrefix("<!DOCTYPE html>"))
    }

    @Test("a frame that is missing or damaged in both sequences is not compared, and the page has no check mark")
    func lostInBoth() throws {
        try tear()
        let outcome = try bench.flipbook("diff", "fresh", "fresh")
        expect(outcome.status == 1 && outcome.text == "2 frames compared, no difference. 2 cannot be compared (2-3).\n")
        try expect(!bench.flipbook("diff", "fresh", "fresh", "--format", "html").text.contains("summary clean"))
    }

    @Test("frames that differ alike are named in one order, and pairs of other depths say so")
    func ties() throws {
        for number in [2, 3] { try change(number, by: 40) }
        let deep = changing(PNGWriter(width: 24, height: 18, colorType: 6)) { $0.bitDepth = 16 }
        let rows = bench.frames.pixels(4).flatMap { [$0, $0] }
        try bench.folder.write(deep.file(rows: rows), to: "fresh/\(TestFrames.name(4))")
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        let first = try require(page.firstMatch(of: /<section class="frame" id="frame-([0-9])"/)).1
        expect(page.contains("largest difference 40 of 255 in frame \(first);"))
        expect(page.contains("first: walk/walk.0004.png, 8 bits\"") && page.contains("walk.0004.png, 16 bits\""))
    }

    @Test("small values keep two digits, and no value is rounded to the tolerance or to all")
    func rounding() throws {
        let writer = changing(PNGWriter(width: 100, height: 20, colorType: 0)) { $0.bitDepth = 16 }
        for (name, rest) in [("one", [UInt8(0), 0]), ("other", [0x01, 0x0B])] {
            let rows = [UInt8](repeating: 0, count: 2) + [[UInt8]](repeating: rest, count: 1999).joined()
            try bench.folder.write(writer.file(rows: rows), to: "\(name)/f.1.png")
        }
        let text = try bench.flipbook("diff", "one", "other", "--tolerance", "1").text
        expect(text.contains("largest difference 1.04 of 255 at 1,0; 1,999 pixels differ (99.9%)"), "\(text)")
    }

    @Test("a large frame is shown large, and a local difference in it also pixel by pixel")
    func detail() throws {
        for (name, value) in [("one", 200), ("other", 90)] as [(String, UInt8)] {
            var pixels = [UInt8](repeating: 200, count: 1000 * 700 * 4)
            pixels[4 * (1000 * 10 + 990)] = value
            try bench.folder.write(PNGWriter(width: 1000, height: 700).file(rows: pixels), to: "\(name)/f.1.png")
        }
        let page = try bench.flipbook("diff", "one", "other", "--format", "html").text
        let sizes = page.matches(of: /viewBox="0 0 ([0-9]+ [0-9]+)" role/).map { String($0.1) }
        expectEqual(sizes, Array(repeating: "960 672", count: 3) + Array(repeating: "240 160", count: 3))
        expectEqual(page.matches(of: /<rect class="spot" x="226.0" y="6.0" width="9.0" height="9.0"/).count, 3)
    }

    @Test("the page names the frames that differ and are not shown side by side")
    func unshown() throws {
        try bench.add(5...15, to: "walk")
        for number in 2...15 { try change(number, by: UInt8(number)) }
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        expectEqual(page.matches(of: /<section class="frame"/).count, 12)
        expect(page.contains("12 of 14 frames that differ are shown below, the worst first. Not shown: 2-3."))
    }

    @Test("a section that shows only some of the frames of one sequence says so")
    func loneFrames() throws {
        try bench.add(5...20, to: "walk")
        let page = try bench.flipbook("diff", "walk", "fresh", "--format", "html").text
        expect(page.contains("<h2>Only in the first <small>12 of 16 frames shown here</small></h2>"))
    }

    @Test("one input, three, and a format that is no page are refused")
    func refusals() throws {
        try expectEqual(bench.flipbook("diff", "walk").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "walk").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "--format", "pdf").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "--format", "html", "--json").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "-o", "a.html", "--format", "html=b.html").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "--tolerance", "256").status, 2)
        try expectEqual(bench.flipbook("diff", "walk", "fresh", "-o", "diff.pdf").status, 2)
    }
}
