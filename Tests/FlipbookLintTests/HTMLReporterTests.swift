import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The page of a lint report")
struct HTMLReporterTests {
    private let report = Linter().report(on: [
        RuleExample([
            RuleExample.File("walk.0001.png", 160, 90), RuleExample.File("walk.0002.png", 200, 90),
            RuleExample.File("walk.0003.png", 160, 90), RuleExample.File("walk.0005.png", 160, 90),
        ]).evidence
    ])

    @Test("every frame is a cell, a flagged one is marked with its severity and rules, a gap is a cell of its own")
    func filmstrip() {
        let page = HTMLReporter().text(of: report)
        expectEqual(page.matches(of: /<li[^>]*><a [^>]*title/).count, 5)
        expect(
            page.contains(
                #"<li id="s0-1" class="error" data-severity="error" data-rule="seq.mixed-size" data-fixable>"#
            )
        )
        expect(page.contains(#"aria-label="walk.0002.png, 200x90 px, error seq.mixed-size""#))
        let place =
            #"data-first="4" data-step="1" data-length="1" data-severity="error" data-rule="seq.gap" data-fixable"#
        expect(page.contains(#"<li id="s0-m4" class="error missing" \#(place)>"#))
    }

    @Test("an index of the findings by severity leads to them, and each finding to its frame or gap")
    func index() throws {
        let page = HTMLReporter().text(of: report)
        let nav = try require(page.firstMatch(of: /<nav[^>]*>[^\u{0}]*<\/nav>/)).0
        expect(nav.contains(#"<h2 class="severity error" data-severity="error">2 errors</h2>"#))
        expectEqual(nav.matches(of: /href="#(f[0-9]+)"/).map { String($0.1) }, ["f0", "f1"])
        let findings = page.matches(of: /<li class="finding error" id="(f[0-9]+)" [^>]*data-cell="([^"]+)"/)
        expectEqual(findings.map { "\($0.1) \($0.2)" }, ["f0 s0-1", "f1 s0-m4"])
        for target in ["s0-1", "s0-m4"] { expect(page.contains("<a href=\"#\(target)\">")) }
    }

    @Test("a frame of another size stands beside the nearest good one, at its own scale; a gap between its neighbors")
    func comparison() async throws {
        let page = try await page(sizes: [24, 24, 12, 24, nil, 24])
        let figures = page.matches(of: /<figure( class="good")?><a href="#s0-(m?[0-9]+)">.*?<figcaption>([^<]*)</)
            .map { "\($0.1 == nil ? "bad" : "good") \($0.2): \($0.3)" }
        expectEqual(
            figures,
            [
                "bad 2: f.3.png, 32x12 px", "good 1: f.2.png, 32x24 px",
                "good 3: f.4.png, 32x24 px", "bad m5: frame 5 is missing", "good 4: f.6.png, 32x24 px",
            ]
        )
        expect(page.contains(##"style="--r:0.5" viewBox="0 0 32 12" aria-hidden="true"><use href="#s0-2p"/>"##))
    }

    @Test("two files with one number are side by side, and neither is listed as clean")
    func pair() async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 9, count: 32))
        for name in ["a.0009.png", "a.0010.png", "a.0011.png", "a.10.png"] { try folder.write(file, to: name) }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        let captions = page.matches(of: /<figcaption>([^<]*)</).map { String($0.1) }
        expectEqual(captions.prefix(2), ["a.0010.png, 4x2 px", "a.10.png"])
        expect(page.contains("<dt>Checked</dt><dd>names and headers, not the pixels</dd>"))
        expect(!page.contains("id=\"clean\""))
    }

    @Test("a gap stands beside the file that is probably the missing frame, which is not listed as clean")
    func copyOfMissingFrame() async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 9, count: 32))
        for name in ["a.1.png", "a.2.png", "a.4.png", "a.5.png"] { try folder.write(file, to: name) }
        try folder.write(
            PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 7, count: 32)),
            to: "a.3 copy.png"
        )
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        let figures = page.matches(of: /<figure[^>]*><a[^>]*>.*?<figcaption>([^<,]*)/).map { String($0.1) }
        expectEqual(figures, ["a.2.png", "frame 3 is missing", "a.3 copy.png", "a.4.png"])
        expect(page.contains("renames a.3 copy.png to a.3.png</p>"))
        expect(page.contains("<figcaption>a.3 copy.png, may be frame 3, 4x2 px</figcaption>"))
        // The file has a cell after that of the gap, to which its picture leads, and is not played.
        let target = try require(page.firstMatch(of: /href="#(s0-[0-9]+)"><svg[^>]*>.*?<figcaption>a.3 copy.png/)).1
        expect(page.contains("<li id=\"\(target)\" class=\"candidate\" data-length=\"0\""), "\(target)")
        expect(page.contains("frames: present (most), missing (3)"))
        expect(!page.contains("id=\"clean\""))
    }

    @Test("each gap of a finding stands between its neighbors")
    func severalGaps() async throws {
        let page = try await page(sizes: [24, nil, 24, 24, nil, nil, 24])
        let captions = page.matches(of: /<figcaption>([^<,]*)/).map { String($0.1) }
        expectEqual(
            captions,
            ["f.1.png", "frame 2 is missing", "f.3.png", "f.4.png", "frames 5-6 are missing", "f.7.png"]
        )
    }

    @Test("damage that no rule reports is in the index, leads to its frame, and is no good news")
    func unreportedDamage() async throws {
        let folder = try TemporaryDirectory()
        var random = RandomBytes(seed: 3)
        for number in 1...3 {
            var file = PNGWriter(width: 40, height: 40).file(rows: random.bytes(40 * 40 * 4))
            if number == 2 { file[file.count / 2] ^= 0xFF }
            try folder.write(file, to: "f.\(number).png")
        }
        let report = try await FixBench.linter(["seq.gap"]).lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        let nav = try require(page.firstMatch(of: /<nav(?s:.*?)<\/nav>/)).0
        expect(
            nav.contains(##"<a href="#s0-1">f.2.png</a> is damaged, but no rule has decoded the pixels."##),
            "\(nav)"
        )
        expect(!page.contains("summary clean"))
    }

    @Test("further frames of a finding are links, as ranges")
    func furtherFrames() async throws {
        let page = try await page(sizes: Array(repeating: 24, count: 12) + [12, 12, 12, 12, 12])
        let links = try require(page.firstMatch(of: /Also (.*)<\/p>/)).1
        expectEqual(links, ##"<a href="#s0-15">16-17</a>"##)
    }

    /// The page of a folder with frames of some heights; `nil` is a missing frame.
    private func page(sizes heights: [Int?]) async throws -> String {
        let folder = try TemporaryDirectory()
        for (index, height) in heights.enumerated() {
            guard let height else { continue }
            let pixels = [UInt8](repeating: 200, count: 32 * height * 4)
            try folder.write(PNGWriter(width: 32, height: height).file(rows: pixels), to: "f.\(index + 1).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        return HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
    }

    @Test("a damaged frame shows the rows above the damage, marked, and nothing is shown as if it were whole")
    func damage() async throws {
        let folder = try TemporaryDirectory()
        var random = RandomBytes(seed: 3)
        for number in 1...4 {
            let file = PNGWriter(width: 40, height: 40).file(rows: random.bytes(40 * 40 * 4))
            try folder.write(file.dropLast(number == 3 ? file.count / 2 : 0), to: "f.\(number).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let thumbnails = try await Thumbnail.all(in: report)
        let picture = try require(thumbnails[folder.file("f.3.png")])
        let intact = try require(picture.intact)
        expect((0.45...0.5).contains(intact))
        expectEqual(thumbnails.values.count { $0.intact == nil }, 3)
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        expectEqual(page.matches(of: /<rect class="lost" y="([0-9.]+)"/).count, 1)
        let share = Int(intact * 100)
        expect(page.contains("f.3.png, 40x40 px, damaged: top \(share)% decoded, error load.truncated"))
        expect(page.contains("<p>Same in all frames: 40x40, @1x, RGB, 8 bits, alpha</p>"))
    }

    @Test("a truncated frame counts among the frames of its size")
    func truncatedSize() async throws {
        let folder = try TemporaryDirectory()
        for (index, width) in [4, 4, 4, 4, 5].enumerated() {
            let file = PNGWriter(width: width, height: 4).file(rows: [UInt8](repeating: 9, count: width * 16))
            try folder.write(file.dropLast(index == 1 ? 20 : 0), to: "f.\(index + 1).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let messages = report.findings.filter { $0.rule == "seq.mixed-size" }.map(\.message)
        expectEqual(messages, ["5x4 px; the other 4 frames are 4x4."])
    }

    @Test("a truncated file is reported once", arguments: ["f.1.png", "f.1.jpg"])
    func truncatedOnce(name: String) async throws {
        let folder = try TemporaryDirectory()
        let picture = try Picture(making: PixelSize(width: 64, height: 64), format: .rgba) { _ in }
        let file =
            try name.hasSuffix("png")
            ? PNGEncoder.encode(picture) : JPEGEncoder.encode(picture, quality: 92, keepsColor: true)
        try folder.write(file.dropLast(20), to: name)
        let report = try await Linter(rules: RuleRegistry.all).lint(LintInput.evidence(for: [folder.path]))
        expectEqual(report.findings.map(\.rule).filter { $0.group == "load" }, ["load.truncated"])
    }

    @Test("the head has the date, the command, the folder and the version")
    func head() {
        let facts = [
            ("Date", "2026-11-29 18:03 +0000"), ("Command", "flipbook lint 'a <b>'"), ("Folder", "/shots"),
            ("Flipbook", "0.2.0"),
        ]
        let page = HTMLReporter(facts: facts).text(of: report)
        let command = "<code class=\"command\">flipbook lint &#39;a &lt;b&gt;&#39;</code>"
        for words in ["2026-11-29 18:03 +0000", command, "/shots", "0.2.0"] {
            expect(page.contains("<dd>\(words)</dd>"))
        }
    }

    @Test("sequences without findings come last, a line each")
    func cleanSequences() {
        let clean = RuleExample(names: ["a.1.png", "a.2.png"]).evidence
        let bad = RuleExample(names: ["b.1.png", "b.2.png", "b.4.png", "b.5.png"]).evidence
        let page = HTMLReporter().text(of: Linter().report(on: [clean, bad]))
        let order = page.matches(of: /<section id="(s1|clean)">|<details id="(s0)">/).map { $0.1 ?? $0.2 ?? "" }
        expectEqual(order, ["s1", "clean", "s0"])
        expect(page.contains("a.@.png <small>2 frames"))
    }

    @Test("a finding about a folder is in the section of each sequence whose files it names, and once in the index")
    func folderFinding() throws {
        let names = ["a<b_1.png", "a<b_2.png", "a<b_3.png", "c<d_1.png", "c<d_2.png", "c<d_3.png"]
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(names: names).evidence]))
        let findings = page.matches(of: /<li class="finding [a-z]+" id="([^"]+)"[^>]* data-cell="([^"]+)"/)
        expectEqual(findings.map { "\($0.1) \($0.2)" }, ["f0 s0-0", "f0-1 s1-0"])
        expectEqual(page.matches(of: /<ol class="strip"/).count, 2)
        let nav = try require(page.firstMatch(of: /<nav[^>]*>[^\u{0}]*<\/nav>/)).0
        expectEqual(nav.matches(of: /href="#f/).count, 1)
    }

    @Test("a still that a finding of a sequence names is not listed as clean beside the other stills")
    func flaggedStill() {
        let names = (1...8).map { "x_\($0).\($0 == 7 ? "PNG" : "png")" } + ["logo.png"]
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(names: names).evidence]))
        expect(page.contains("<small>1 still: logo.png"))
        expect(page.contains("<small>8 frames, "))
    }

    @Test("expected frames that are missing at an end have cells and a place in the chart, and count in the length")
    func shortSequence() {
        let example = RuleExample(names: (3...8).map { "a.\($0).png" }) { $0.expected = FrameSet(1...10) }
        let page = HTMLReporter().text(of: Linter().report(on: [example.evidence]))
        let findings = page.matches(of: /<li class="finding error"[^>]* data-rule="([^"]+)"[^>]* data-cell="([^"]+)"/)
        expectEqual(findings.map { "\($0.1) \($0.2)" }, ["seq.short-head s0-m1", "seq.short-tail s0-m9"])
        expect(page.contains("frames: present (most), missing (1-2,9-10)"))
        expect(page.contains("<small>6 of 10 frames, 30 frames/s, 0.333 s</small>"))
    }

    @Test("sequences come by severity, then by name with numbers by value, in the index and below it")
    func order() throws {
        let subjects = ["s10", "s2", "s1"].map { name in
            RuleExample((1...4).map { RuleExample.File("\(name).\($0).png", $0 == 2 ? 9 : 8, 8) }).evidence
        }
        let page = HTMLReporter().text(of: Linter().report(on: subjects))
        expectEqual(page.matches(of: /<h2>[^<]*?(s[0-9]+)\.@/).map { String($0.1) }, ["s1", "s2", "s10"])
        let nav = try require(page.firstMatch(of: /<nav[^>]*>[^\u{0}]*<\/nav>/)).0
        expectEqual(nav.matches(of: /<bdi>[^<]*?(s[0-9]+)\./).map { String($0.1) }, ["s1", "s2", "s10"])
    }

    /// The page of frames that are all there but some, one of them cut short.
    private func page(missing numbers: Set<Int>, of count: Int, cutShort: Int) async throws -> String {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 8, height: 6)
        for number in 1...count where !numbers.contains(number) {
            // Rows of 33 bytes, as they are: four of them are left.
            let file = PNGWriter(width: 8, height: 6).file(rows: frames.pixels(number))
            try folder.write(file.dropLast(number == cutShort ? 80 : 0), to: "f.\(number).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        return HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
    }

    @Test("the player has a place for each frame, whether it is there, missing, or damaged")
    func places() async throws {
        let page = try await page(missing: [2, 5, 6], of: 8, cutShort: 4)
        expect(page.contains(#"<input type="range" min="0" max="7""#))
        let gaps = page.matches(of: /data-first="([0-9]+)" data-step="1" data-length="([0-9]+)"/).map {
            "\($0.1) \($0.2)"
        }
        expectEqual(gaps, ["2 1", "5 2"])
        // They have their place on the axis, too, although nothing else changes.
        expect(page.contains("<title>5-6 missing</title>"))
    }

    private static let hasBrowser = LongTests.areWanted && XServer.isInstalled("chromium")
    private static let absence: Comment = "needs chromium, and tools/test --all"

    /// The title that a script gives a page in Chromium.
    private func title(of page: String, after script: String, _ options: String...) throws -> String {
        let folder = try TemporaryDirectory()
        let page = page.replacing("</body>", with: "<script>{\(script)}</script></body>")
        try folder.write(Array(page.utf8), to: "page.html")
        let outcome = try Program("chromium").run(
            ["--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom"]
                + options + ["file://\(folder.path)/page.html"]
        )
        return String(try require(outcome.text.firstMatch(of: /<title>([^<]*)/)).1)
    }

    @Test(
        "a long command wraps on a narrow screen, and the index shows the end of a long name",
        .enabled(if: hasBrowser, absence)
    )
    func narrow() throws {
        let commands = changing(
            LintWording.Commands(lint: "l", printConfiguration: "p", rule: "r", fix: "flipbook fix", unsafe: "--unsafe")
        ) { $0.inputs = " --deep " + String(repeating: "folder/", count: 20) + "shot" }
        let surroundings = changing(ReportFormat.Surroundings()) { $0.wording.commands = commands }
        let script = """
            document.title = [document.documentElement.scrollWidth <= innerWidth, innerWidth,
              getComputedStyle(document.querySelector("nav b")).direction].join("|");
            """
        let page = ReportFormat.html.reporter(in: surroundings).text(of: report)
        try expectEqual(title(of: page, after: script, "--window-size=500,900"), "true|500|rtl")
    }

    @Test("a browser plays missing frames as missing, each in its time", .enabled(if: hasBrowser, absence))
    func played() async throws {
        // What is on the screen at each place of the slider is the page's title then.
        let script = """
            const player = document.querySelector(".player"), slider = player.querySelector("input[type=range]");
            const seen = [];
            for (let place = 0; place <= Number(slider.max); place++) {
              slider.value = place;
              slider.dispatchEvent(new Event("input"));
              const picture = player.querySelector(".picture");
              seen.push(picture.hasAttribute("hidden") ? player.querySelector(".absence").textContent : "picture");
            }
            document.title = seen.join("|");
            """
        let title = try title(of: await page(missing: [2, 5, 6], of: 8, cutShort: 4), after: script)
        let seen = title.split(separator: "|").map(String.init)
        expectEqual(seen.count, 8)
        expectEqual(
            seen.enumerated().filter { $0.offset != 3 }.map(\.element),
            [
                "picture", "frame 2 is missing", "picture", "frame 5 is missing", "frame 6 is missing", "picture",
                "picture",
            ]
        )
    }

    @Test(
        "a finding's link moves the strip to its frame, and the player shows it with the damage marked",
        .enabled(if: hasBrowser, absence)
    )
    func followed() async throws {
        let script = """
            document.querySelector(".finding[data-rule='load.truncated'] .head a").click();
            const strip = document.querySelector(".strip"), cell = strip.querySelector(".current");
            const shown = document.getElementById(document.querySelector(".screen use").getAttribute("href").slice(1));
            const [box, frame] = [strip.getBoundingClientRect(), cell.getBoundingClientRect()];
            document.title = [cell.id, shown.id, shown.querySelectorAll(".lost").length,
              box.left <= frame.left && frame.right <= box.right].join("|");
            """
        let page = try await page(missing: [2], of: 60, cutShort: 50)
        try expectEqual(title(of: page, after: script), "s0-48|s0-48p|1|true")
    }

    @Test("a strip is one stop for the Tab key, and keys move to its frames", .enabled(if: hasBrowser, absence))
    func keys() async throws {
        let script = """
            const strip = document.querySelector(".strip"), stops = strip.querySelectorAll("a[tabindex='0']");
            stops[0].focus();
            for (const key of ["Home", "ArrowRight"]) {
              document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
            }
            document.title = [stops.length, document.activeElement.parentElement.id,
              document.querySelector(".caption").textContent].join("|");
            """
        try expectEqual(
            title(of: await page(missing: [2], of: 6, cutShort: 5), after: script),
            "1|s0-m2|frame 2 is missing"
        )
    }

    @Test("a click on a cell stays in the player, which leads to the cell's section", .enabled(if: hasBrowser, absence))
    func larger() throws {
        let size = PixelSize(width: 2, height: 2)
        let picture = try PagePicture(Picture(making: size, format: .rgba) { _ in }, fitting: size)
        var (strip, page) = (FrameStrip(), HTMLPage("Flipbook diff", summary: ""))
        strip.cells = (1...2).map { number in
            changing(FrameStrip.Cell(id: "c\(number)", label: "\(number)", words: "frame \(number)")) { cell in
                (cell.picture, cell.link) = (picture, number == 2 ? "frame-2" : nil)
            }
        }
        page.body = strip.html + "<section id=\"frame-2\" data-cell=\"c2\"></section>\n"
        let script = """
            const larger = document.querySelector(".larger"), seen = [];
            for (const id of ["c1", "c2"]) {
              document.querySelector("#" + id + " a").click();
              seen.push(document.querySelector(".caption").textContent, larger.hidden ? "" : larger.hash);
            }
            document.title = [...seen, location.hash].join("|");
            """
        try expectEqual(title(of: page.text, after: script), "frame 1||frame 2|#frame-2|")
    }

    @Test("a view after the cells' own wipes between the first two", .enabled(if: hasBrowser, absence))
    func wiped() throws {
        let size = PixelSize(width: 2, height: 1)
        let picture = try PagePicture(Picture(making: size, format: .rgba) { _ in }, fitting: size)
        var (strip, page) = (FrameStrip(), HTMLPage("Flipbook diff", summary: ""))
        let cell = changing(FrameStrip.Cell(id: "c1", label: "1", words: "frame 1")) { cell in
            cell.picture = picture
            cell.views = [("one", picture.html(id: "a")), ("other", ""), ("difference", "none")]
        }
        (strip.cells, strip.views) = ([cell], ["One", "Other", "Difference", "Wipe"])
        page.body = strip.html
        let script = """
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "4", bubbles: true}));
            const wipe = document.querySelector(".wipe");
            wipe.value = 70;
            wipe.dispatchEvent(new Event("input"));
            const [under, over] = document.querySelectorAll(".screen svg"), box = over.getBoundingClientRect();
            const shown = [over, under].map(layer => layer.firstElementChild.getAttribute("href"));
            document.title = [...shown, getComputedStyle(over).clipPath, wipe.getBoundingClientRect().width === box.width,
              document.querySelector(".caption").textContent].join("|");
            """
        let title = try title(of: page.text, after: script)
        expect(title.hasPrefix("#a|#c1p|inset(0px ") && title.contains("30%"), "\(title)")
        expect(title.hasSuffix("|true|one, other \u{2013} frame 1"), "\(title)")
    }

    @Test(
        "the player begins with the second view, or with the first if only that has a picture",
        .enabled(if: hasBrowser, absence)
    )
    func openingView() throws {
        let size = PixelSize(width: 2, height: 1)
        let picture = try PagePicture(Picture(making: size, format: .rgba) { _ in }, fitting: size)
        for (second, shown) in [("", "Second"), ("not in the second", "First")] {
            var (strip, page) = (FrameStrip(), HTMLPage("Flipbook diff", summary: ""))
            let cell = changing(FrameStrip.Cell(id: "c1", label: "1", words: "frame 1")) { cell in
                (cell.picture, cell.views) = (picture, [("first", ""), ("second", second)])
            }
            (strip.cells, strip.views) = ([cell], ["First", "Second"])
            page.body = strip.html
            let script = "document.title = document.querySelector('.views :checked').parentElement.textContent.trim();"
            try expect(title(of: page.text, after: script).hasPrefix(shown))
        }
    }

    @Test("numbers of frames in the head of a page lead to the frames in the player", .enabled(if: hasBrowser, absence))
    func linkedNumbers() throws {
        let size = PixelSize(width: 2, height: 1)
        let picture = try PagePicture(Picture(making: size, format: .rgba) { _ in }, fitting: size)
        let summary = "2 of 9 frames differ (2, 4-9): largest difference 2 of 255 in frame 4; mean difference 9."
        var (strip, page) = (FrameStrip(), HTMLPage("Flipbook diff", summary: summary))
        strip.cells = [2, 4, 9].map { number in
            changing(FrameStrip.Cell(id: "c\(number)", label: "", words: "frame \(number)")) { $0.picture = picture }
        }
        (page.error, page.notes) = ("walk: frames 2,7 are missing.\nResize it.", ["Only in fresh: frames 4, 9."])
        page.body = strip.html
        let script = """
            const links = [...document.querySelectorAll(".summary a, .error a, .notes a")];
            const numbers = links.map(link => link.textContent);
            links[1].click();
            document.title = [...numbers, document.querySelector(".caption").textContent].join("|");
            """
        try expectEqual(title(of: page.text, after: script), "2|4|9|4|2|4|9|frame 4")
    }

    @Test("without a focus, Space plays and arrow keys step", .enabled(if: hasBrowser, absence))
    func playerKeys() async throws {
        let script = """
            const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            const [slider, play] = [document.querySelector(".scrub input"), document.querySelector(".play")], seen = [slider.value];
            document.querySelector(".player").scrollIntoView();
            for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", " "]) {
              press(key);
              seen.push(slider.value);
            }
            document.title = [...seen, play.textContent].join("|");
            """
        try expectEqual(title(of: await page(missing: [2], of: 6, cutShort: 5), after: script), "1|2|3|2|2|Pause")
    }

    @Test("filters hide findings, their lines in the index, and sections", .enabled(if: hasBrowser, absence))
    func filtered() async throws {
        let script = """
            const form = document.getElementById("filters"), rule = form.elements.rule;
            const count = () => [".finding", "nav li", "main > section"]
              .map(name => document.querySelectorAll(name + ":not([hidden])").length).join(" ");
            const heads = () => [...document.querySelectorAll("nav h2:not([hidden])")].map(head => head.textContent);
            const all = count();
            rule.value = "seq.gap";
            rule.dispatchEvent(new Event("change", {bubbles: true}));
            document.title = [all, count(), heads(), document.getElementById("shown").textContent].join("|");
            """
        let page = try await page(missing: [2], of: 9, cutShort: 5)
        try expectEqual(title(of: page, after: script), "2 2 1|1 1 1|1 error|1 finding shown")
    }

    @Test("filters hide the explanations of rules without a finding that matches", .enabled(if: hasBrowser, absence))
    func filteredRules() throws {
        let script = """
            const rule = document.getElementById("filters").elements.rule;
            const rules = () => [...document.querySelectorAll("#rules details:not([hidden])")].map(({id}) => id).join(" ");
            const all = rules();
            rule.value = "seq.gap";
            rule.dispatchEvent(new Event("change", {bubbles: true}));
            document.title = [all, rules()].join("|");
            """
        let surroundings = changing(ReportFormat.Surroundings()) { $0.rules = RuleRegistry.descriptions }
        let page = ReportFormat.html.reporter(in: surroundings).text(of: report)
        try expectEqual(title(of: page, after: script), "rule-seq.gap rule-seq.mixed-size|rule-seq.gap")
    }

    @Test("in a grid, the vertical arrow keys keep the column", .enabled(if: hasBrowser, absence))
    func gridKeys() throws {
        var strip = FrameStrip()
        strip.cells = (1...7).map { FrameStrip.Cell(id: "c\($0)", label: "\($0)", words: "frame \($0)") }
        strip.grid = "grid-template-columns:repeat(3,1fr)"
        let page = changing(HTMLPage("sheet", summary: "")) { $0.body = strip.html }
        let script = """
            const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            document.querySelector("#c2 a").focus();
            const seen = ["ArrowDown", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowUp"].map(key => {
              press(key);
              return document.activeElement.closest("li").id;
            });
            document.title = seen.join("|");
            """
        try expectEqual(title(of: page.text, after: script), "c5|c5|c4|c7|c4")
    }

    @Test(
        "a link to a hidden finding shows it; a player begins at its first finding's frame",
        .enabled(if: hasBrowser, absence)
    )
    func hiddenFinding() async throws {
        let script = """
            const rule = document.getElementById("filters").elements.rule;
            const [shown, first] = [document.querySelector(".current").id, document.querySelector(".finding").dataset.cell];
            const other = document.querySelector(".finding[data-rule='load.truncated']");
            rule.value = "seq.gap";
            rule.dispatchEvent(new Event("change", {bubbles: true}));
            const hidden = other.hidden;
            document.querySelector(`a[href="#${other.id}"]`).click();
            document.title = [shown === first, hidden, other.hidden, rule.value].join("|");
            """
        try expectEqual(
            title(of: await page(missing: [2], of: 9, cutShort: 5), after: script),
            "true|true|false|seq.gap"
        )
    }

    @Test(
        "a link to a frame leaves the page in place while the player is visible, and the frame's number is at the slider",
        .enabled(if: hasBrowser, absence)
    )
    func visiblePlayer() async throws {
        let script = """
            const number = document.querySelector(".scrub b"), seen = [number.textContent];
            document.querySelector(".player").scrollIntoView();
            const place = scrollY;
            for (const link of document.querySelectorAll(".finding .head a[href^='#s']")) {
              link.click();
              seen.push(number.textContent);
            }
            document.title = [...seen, scrollY === place, location.hash].join("|");
            """
        try expectEqual(title(of: await page(missing: [2, 3], of: 9, cutShort: 5), after: script), "2|2|5|true|")
    }

    @Test("a filter has the player show the first finding that matches", .enabled(if: hasBrowser, absence))
    func filteredPlayer() async throws {
        let script = """
            const form = document.getElementById("filters"), other = [...document.querySelectorAll(".finding")].at(-1);
            form.elements.rule.value = other.dataset.rule;
            form.elements.rule.dispatchEvent(new Event("change", {bubbles: true}));
            document.title = [document.querySelector(".current").id === other.dataset.cell,
              form.elements.fixable?.parentElement.textContent.trim()].join("|");
            """
        let title = try title(of: await page(missing: [2], of: 9, cutShort: 5), after: script)
        expect(title.hasPrefix("true|only fixable ("), "\(title)")
    }

    @Test("a name with two hyphens is no option; options and quoted commands are code")
    func code() {
        expectEqual("walk--final.0001.png".markup, "walk--final.0001.png")
        expectEqual(
            "--missing hold (--mismatch fit)".markup,
            "<code>--missing</code> hold (<code>--mismatch</code> fit)"
        )
        expectEqual("1 fixable: flipbook fix 'a b'".markup, "1 fixable: <code>flipbook fix &#39;a b&#39;</code>")
        expectEqual(
            "1 fixable with 'flipbook fix --unsafe'".markup,
            "1 fixable with <code>flipbook fix --unsafe</code>"
        )
    }

    @Test("a gap of two billion numbers is in the chart of each scale, next to a missing variant")
    func vastGap() {
        let files = [1, 2, 3, 2_000_000_000].flatMap { number in
            [RuleExample.File("a\(number).png", 20, 20)]
                + (number == 3 ? [] : [RuleExample.File("a\(number)@2x.png", 40, 40)])
        }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(page.contains("<title>4-1999999999 missing</title>"))
        expect(page.contains("<title>3-1999999999 missing</title>"))
    }

    @Test("a variant of a frame is not played, and a missing one has a dashed cell")
    func variants() {
        let files = (1...5).flatMap { number in
            [RuleExample.File("a\(number).png", 20, 20)]
                + (number == 3 ? [] : [RuleExample.File("a\(number)@2x.png", 40, 40)])
        }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(page.contains(#"<li id="s0-1" data-length="0"><a"#))
        expect(page.contains(#"<li id="s0-m3@2x" class="error missing""#))
        expect(page.contains(##"<a href="#s0-m3@2x">a3.png</a>"##))
        expect(page.contains("<figcaption>frame 3@2x is missing</figcaption>"))
        // The existing variant is good, and the missing one has its place in a chart of its scale.
        expect(page.contains(#"<li id="s0-4"><a"#) || page.contains(#"<li id="s0-4" data-length"#))
        expect(page.contains("aria-label=\"@2x frames: present (most), missing (3)\""))
        expect(page.contains("<span>@2x frame</span>"))
        expect(page.contains("<p>Same in all @1x frames: 20x20, RGB") && page.contains("@2x frames: 40x40, RGB"))
    }

    @Test("a depth below 8 bits is shown as the depth that the finding compares")
    func lowDepth() {
        let files = (1...4).map { number in
            RuleExample.File("f.\(number).png", 4, 2) { $0.header.bitDepth = number == 3 ? 1 : 16 }
        }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(page.contains("has 8 bits per channel"))
        expect(page.contains("<figcaption>f.3.png, 4x2 px, 8 bits</figcaption>"))
        expect(page.contains("depth: 16 bits (most), 8 bits (3)"))
    }

    @Test(
        "a link from a finding to its frame leaves the whole player on the screen",
        .enabled(if: hasBrowser, absence),
        arguments: ["500,700", "700,700", "1280,700"]
    )
    func wholePlayer(size: String) async throws {
        let script = """
            const isWhole = [...document.querySelectorAll(".finding .head a")].map(link => {
              link.click();
              const {top, bottom} = document.querySelector(".player").getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            });
            document.title = [scrollY > 0, ...isWhole].join("|");
            """
        let page = try await page(sizes: Array(repeating: 108, count: 5) + [nil, 160, 108, 108])
        try expectEqual(title(of: page, after: script, "--window-size=\(size)"), "true|true|true")
    }

    @Test(
        "a misspelled frame has its place in the strip, to which the finding leads",
        arguments: ["A.3.png", "a.03.png"]
    )
    func misspelledFrame(_ name: String) async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 9, count: 32))
        for name in ["a.1.png", "a.2.png", name, "a.4.png", "a.5.png"] { try folder.write(file, to: name) }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        let strip = try require(page.firstMatch(of: /<ol class="strip"(?s:.*?)<\/ol>/)).0
        expectEqual(strip.matches(of: /class="number">([^<]*)</).map { String($0.1) }, ["1", "2", "3", "4", "5"])
        let target = try require(page.firstMatch(of: /<li class="finding error"[^>]* data-cell="([^"]*)"/)).1
        expect(strip.contains("<li id=\"\(target)\" class=\"error"), "\(target): \(strip)")
        expect(page.contains("<small>5 frames, ") && page.contains("<figcaption>\(name), 4x2 px</figcaption>"))
        expect(page.contains("Same in all frames: 4x2"))
    }

    @Test("a frame at another scale stands beside a good one at the usual scale")
    func otherScale() throws {
        let files = (1...5).map { number in
            number == 3 ? RuleExample.File("a3@2x.png", 40, 40) : RuleExample.File("a\(number).png", 20, 20)
        }
        let report = Linter().report(on: [RuleExample(files).evidence])
        let size = PixelSize(width: 4, height: 4)
        let picture = try PagePicture(Picture(making: size, format: .rgba) { _ in }, fitting: size)
        let thumbnails = Dictionary(uniqueKeysWithValues: files.map { (FilePath("example/" + $0.name), picture) })
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        expect(page.contains(/<figure class="good">.*<figcaption>a2\.png/))
    }

    @Test("a frame of another depth says its own, and the chart and the good frame theirs")
    func depths() async throws {
        let folder = try TemporaryDirectory()
        for number in 1...5 {
            let deep = changing(PNGWriter(width: 4, height: 2, colorType: 2)) { $0.bitDepth = number == 3 ? 16 : 8 }
            try folder.write(
                deep.file(rows: [UInt8](repeating: 9, count: number == 3 ? 48 : 24)),
                to: "f.\(number).png"
            )
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        expect(page.contains("<figcaption>f.3.png, 4x2 px, 16 bits</figcaption>"))
        expect(page.contains("<figcaption>f.2.png, 4x2 px, 8 bits</figcaption>"))
        expect(page.contains("depth: 8 bits (most), 16 bits (3)"))
    }

    @Test(
        "on a narrow screen nothing sticks out, and dark is dark",
        .enabled(if: hasBrowser, absence),
        arguments: [(0, "rgb(23, 24, 27)"), (1, "rgb(255, 255, 255)")]
    )
    func narrow(scheme: Int, color: String) async throws {
        let script = """
            const page = document.documentElement;
            document.title = (page.scrollWidth <= page.clientWidth) + "|" + getComputedStyle(document.body).backgroundColor;
            """
        let title = try title(
            of: await page(missing: [2], of: 30, cutShort: 5),
            after: script,
            "--window-size=400,800",
            "--blink-settings=preferredColorScheme=\(scheme)"
        )
        expectEqual(title, "true|\(color)")
    }

    @Test("a quantity that jumps is drawn, and said in words; one that does not is a sentence")
    func charts() {
        let page = HTMLReporter().text(of: report)
        expect(page.contains("width: 160 px (most), 200 px (2)"))
        expect(page.contains("<title>width, frame 2: 200 px</title>"))
        let odd = page.matches(of: /<a href="#([^"]*)"[^>]*><rect class="odd"/).map { String($0.1) }
        expectEqual(odd, ["s0-1"])
        let mild = changing(report) { for index in $0.findings.indices { $0.findings[index].severity = .info } }
        expect(!HTMLReporter().text(of: mild).contains("<rect class=\"odd\""))
        let ticks = page.matches(of: /<i style="left:([0-9.]+)%">([0-9]+)</).map { "\($0.2) \($0.1)" }
        expectEqual(ticks, ["1 10.0", "2 30.0", "3 50.0", "4 70.0", "5 90.0"])
        expect(page.contains("Same in all frames: height 90 px, @1x, RGB, 8 bits"))
        expect(page.contains("<title>4 missing</title>"))
    }

    @Test("frames whose numbers are far apart are called by their numbers, as findings call them")
    func chartsOfFarNumbers() {
        let files = (0..<12).map { RuleExample.File("a.\(1 + 41 * $0).png", (1...3).contains($0) ? 200 : 160, 90) }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(page.contains("width: 160 px (most), 200 px (42-124x41)"))
        expect(page.contains("<title>width, frame 42–124: 200 px</title>"))
    }

    @Test("findings are rows that carry what the filters go by, and each rule is a choice")
    func filters() throws {
        let page = HTMLReporter().text(of: report)
        let (form, index) = (try require(page.firstRange(of: "<form")), try require(page.firstRange(of: "<nav")))
        expect(form.lowerBound < index.lowerBound)
        let rows = page.matches(of: /<li class="finding error" id="f[01]" data-severity="error" data-rule="[a-z.-]+"/)
        expectEqual(rows.count, 2)
        expect(page.contains(#"<option value="seq.gap">seq.gap (1)</option>"#))
        // A single severity needs no check box.
        expect(page.contains("<fieldset hidden>"))
    }

    @Test("a report without findings says so once, with what was checked, and has no filters")
    func clean() {
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(names: ["a.1.png", "a.2.png"]).evidence]))
        expect(page.contains("<p class=\"summary clean\">1 sequence, 2 frames: no findings</p>"))
        expect(page.contains("<dt>Checked</dt><dd>names, headers and pixels</dd>"))
        expect(!page.contains("<form") && !page.contains("id=\"rules\""))
        expect(!HTMLReporter().text(of: Linter().report(on: [])).contains("Checked"))
    }

    @Test("a page for which no pixels were decoded claims nothing about them")
    func shallow() async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 9, count: 32))
        for number in 1...3 { try folder.write(file, to: "a.\(number).png") }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter().text(of: report)
        expect(page.contains("1 sequence, 3 frames: no findings in names and headers</p>"))
        expect(page.contains("<h2>No findings in names and headers</h2>"))
    }

    @Test("the summary says what a fix can do, and each rule with findings is explained once, where its name leads")
    func explanations() {
        let commands = LintWording.Commands(lint: "l", printConfiguration: "p", rule: "r", fix: "f", unsafe: "-u")
        let surroundings = changing(ReportFormat.Surroundings()) {
            ($0.rules, $0.wording.commands) = (RuleRegistry.descriptions, commands)
        }
        let page = ReportFormat.html.reporter(in: surroundings).text(of: report)
        expect(page.contains("2 errors; 2 fixable: f -u</p>"))
        expectEqual(
            page.matches(of: /<details id="rule-([^"]*)">/).map { String($0.1) },
            ["seq.gap", "seq.mixed-size"]
        )
        expect(page.contains(##"<code><a href="#rule-seq.gap">seq.gap</a></code>"##))
    }

    @Test("a finding that a fix can mend says how, with the command for the inputs, and can be filtered for")
    func fixable() {
        var commands = LintWording.Commands(lint: "l", printConfiguration: "p", rule: "r", fix: "f", unsafe: "-u")
        commands.inputs = " -r shots"
        let surroundings = changing(ReportFormat.Surroundings()) { $0.wording.commands = commands }
        let page = ReportFormat.html.reporter(in: surroundings).text(of: report)
        let effects = page.matches(of: /<p class="fixable">Fixable: (.*); use <code>f -u -r shots<\/code><\/p>/)
        expectEqual(
            effects.map { String($0.1) },
            ["crops walk.0002.png to 160x90", "fills frame 4 with the frame before the gap"]
        )
        expectEqual(page.matches(of: /<li class="(?:finding )?error"[^>]* data-fixable/).count, 4)
        expect(page.contains(#"<input type="checkbox" name="fixable"> only fixable (2)</label>"#))
    }

    @Test("a sequence's rate and length are in its heading")
    func length() {
        expect(HTMLReporter().text(of: report).contains("<small>4 of 5 frames, 30 frames/s, 0.167 s</small>"))
    }

    @Test("the rate is that of the headers, or the mean rate of frames with durations")
    func rates() {
        let files = (1...12).map { RuleExample.File("a.\($0).png", 8, 8) { $0.header.frameRate = FrameRate(24) } }
        let coded = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(coded.contains("<small>12 frames, 24 frames/s, 0.500 s,"))
        for (hundredths, words) in [([8, 8, 8], "25/2 frames/s, 0.240 s"), ([8, 9, 8], "variable rate, 0.250 s")] {
            let frames = hundredths.enumerated().map { index, time in
                FrameEvidence(path: FilePath("a.gif"), number: index + 1, duration: RationalTime(Int64(time), 100))
            }
            let sequence = SequenceEvidence(name: "a.gif", kind: .animation, frames: frames)
            let page = HTMLReporter().text(
                of: Linter().report(on: [FolderEvidence(name: "a.gif", sequences: [sequence])])
            )
            expect(page.contains("3 frames, \(words)"), "\(page.suffix(900))")
        }
    }

    @Test("names cannot leave the text they stand in")
    func escaping() {
        let names = [
            #"<script>alert(1)</script>.1.png"#, #"" onclick='x' &amp;.1.png"#, "a\u{202E}gnp.1.png",
            "a\u{61C}\u{E0041}.1.png", "b\u{7}.1.png",
        ]
        let files = names.flatMap {
            [RuleExample.File($0, 8, 8), RuleExample.File($0.replacing(".1.", with: ".2."), 9, 9)]
        }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        expect(!page.contains("<script>alert"))
        expect(page.contains("&lt;script&gt;alert(1)"))
        expect(!page.contains("\" onclick="))
        expect(page.contains("&quot; onclick=&#39;x&#39; &amp;amp;"))
        expect(!page.unicodeScalars.contains { $0.properties.generalCategory == .format || $0.value == 7 })
    }

    @Test("the page asks for nothing from anywhere")
    func selfContained() {
        let page = HTMLReporter().text(of: report)
        expect(page.contains("default-src 'none'; img-src data:"))
        expect(page.firstMatch(of: /https?:|<link|src="|href="(?!data:|#)/) == nil)
    }

    @Test("a thumbnail keeps the frame's proportions and pixels, and is part of the page")
    func thumbnails() async throws {
        let folder = try TemporaryDirectory()
        let sizes = [(480, 160), (240, 160), (8, 1000), (3, 2)]
        for (index, size) in sizes.enumerated() {
            let pixels = [UInt8](repeating: 200, count: size.0 * size.1 * 4)
            try folder.write(PNGWriter(width: size.0, height: size.1).file(rows: pixels), to: "f.\(index + 1).png")
        }
        try folder.write([1, 2, 3], to: "f.5.png")
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let thumbnails = try await Thumbnail.all(in: report)
        let made = (1...5).map { thumbnails[folder.file("f.\($0).png")]?.size }
        expectEqual(
            made,
            [
                PixelSize(width: 240, height: 80), PixelSize(width: 240, height: 160), PixelSize(width: 1, height: 160),
                PixelSize(width: 3, height: 2), nil,
            ]
        )
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        let pictures = page.matches(of: /href="data:image\/png;base64,([A-Za-z0-9+\/=]+)"/)
        expectEqual(pictures.count, 4)
        let last = try require(pictures.last.flatMap { Data(base64Encoded: String($0.1)) })
        let picture = try Array(last).withUnsafeBytes { try ImageDecoder().decode($0) }
        expectEqual(picture.withUnsafeBytes { Array($0) }, [UInt8](repeating: 200, count: 24))
    }

    @Test("pictures that would make a page too large are reduced, all alike, and the page says so")
    func budget() async throws {
        let folder = try TemporaryDirectory()
        var random = RandomBytes(seed: 7)
        for number in 1...12 {
            let file = PNGWriter(width: 320, height: 200, colorType: 2).file(rows: random.bytes(320 * 200 * 3))
            try folder.write(file, to: "f.\(number).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let large = try await Thumbnail.all(in: report)
        expectEqual(large.count, 12)
        expect(large.values.allSatisfy { $0.size == PixelSize(width: 240, height: 150) })
        expect(!HTMLReporter(thumbnails: large).text(of: report).contains("reduced"))

        let budget = 200_000
        let small = try await Thumbnail.all(in: report, budget: budget)
        expectEqual(small.count, 12)
        expect(small.values.reduce(0) { $0 + $1.png.count } <= budget)
        expectEqual(Set(small.values.map(\.size)).count, 1)
        let room = try require(small.values.first?.room)
        expect((40..<160).contains(room.height))
        let page = HTMLReporter(thumbnails: small).text(of: report)
        expect(page.contains("The pictures are scaled down to \(room) px to keep the page small."))
        expect(page.utf8.count < budget * 4 / 3 + 60_000)

        let few = try await Thumbnail.all(in: report, budget: 5000)
        expect(!few.isEmpty && few.count < 12)
        expect(few.values.reduce(0) { $0 + $1.png.count } <= 5000)
    }

    @Test("a header that claims an absurd size does not make the other frames small")
    func absurdHeader() async throws {
        let folder = try TemporaryDirectory()
        for (index, height) in [24, 24, 12, 24, 2400].enumerated() {
            let pixels = [UInt8](repeating: 200, count: 32 * height * 4)
            try folder.write(PNGWriter(width: 32, height: height).file(rows: pixels), to: "f.\(index + 1).png")
        }
        var absurd = PNGWriter(width: 32, height: 1).file(rows: [UInt8](repeating: 200, count: 32 * 4))
        let sides: [UInt8] = [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]
        absurd.replaceSubrange(8..<33, with: PNGWriter.Chunk("IHDR", sides + absurd[24..<29]).bytes)
        try folder.write(absurd, to: "f.6.png")
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        let ratios = page.matches(of: /style="--r:([0-9.]+)"[^>]*><g/).map { String($0.1) }
        expectEqual(ratios, ["1.0", "1.0", "0.5", "1.0", "2.0"])
        expect(page.contains("f.6.png, 30000x30000 px"))
    }

    @Test("a link that leads back to itself is called so in the strip, as in the finding")
    func circularLink() async throws {
        let folder = try TemporaryDirectory()
        for number in 1...3 {
            try folder.write(
                PNGWriter(width: 4, height: 2).file(rows: [UInt8](repeating: 9, count: 32)),
                to: "f.\(number).png"
            )
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("f.4.png").string,
            withDestinationPath: "f.4.png"
        )
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let page = HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
        expect(page.contains("<span class=\"none\">a link that points back to itself</span>"))
        expect(!page.contains("symbolic links"))
    }

    @Test("of too many frames, those beside a gap have their pictures before sequences without findings")
    func sampleBesideGap() async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 4).file(rows: [UInt8](repeating: 9, count: 64))
        for number in 1...20 {
            try folder.write(file, to: "clean/f.\(number).png")
            if number != 12 { try folder.write(file, to: "torn/f.\(number).png") }
        }
        let evidence = try LintInput.evidence(for: [folder.path + "/clean", folder.path + "/torn"])
        let thumbnails = try await Thumbnail.all(in: try await Linter().lint(evidence), limit: 8)
        let (torn, clean) = (folder.path + "/torn/", folder.path + "/clean/")
        expectEqual(thumbnails.keys.count { $0.string.hasPrefix(torn) }, 7)
        expectEqual(thumbnails.keys.count { $0.string.hasPrefix(clean) }, 1)
        for number in [11, 13] { expect(thumbnails[FilePath("\(torn)f.\(number).png")] != nil) }
    }

    @Test("long sequences give up their pictures before short ones, with findings or without")
    func fairShares() async throws {
        let folder = try TemporaryDirectory()
        let file = PNGWriter(width: 4, height: 4).file(rows: [UInt8](repeating: 9, count: 64))
        for number in 1...60 {
            for name in ["long", "short", "clean"] where name == "long" || number <= 6 {
                if name == "clean" || number != 4 { try folder.write(file, to: "\(name)/f.\(number).png") }
            }
        }
        let evidence = try LintInput.evidence(for: ["long", "short", "clean"].map { "\(folder.path)/\($0)" })
        let thumbnails = try await Thumbnail.all(in: try await Linter().lint(evidence), limit: 48)
        let counts = ["short", "clean", "long"].map { name in
            thumbnails.keys.count { $0.string.hasPrefix("\(folder.path)/\(name)/") }
        }
        expectEqual(counts, [5, 6, 37])
    }

    @Test("of too many frames a sample is shown, the flagged ones among it")
    func sample() async throws {
        let folder = try TemporaryDirectory()
        for number in 1...50 {
            let width = number == 38 ? 5 : 4
            let pixels = [UInt8](repeating: 9, count: width * 16)
            try folder.write(PNGWriter(width: width, height: 4).file(rows: pixels), to: "f.\(number).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        let thumbnails = try await Thumbnail.all(in: report, limit: 5)
        expectEqual(thumbnails.count, 5)
        for number in 37...39 { expect(thumbnails[folder.file("f.\(number).png")] != nil) }
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        expect(page.contains("45 more frames are not shown."))
        // The player still takes the sequence's time.
        expect(page.contains(#"min="0" max="49""#))
    }
}
