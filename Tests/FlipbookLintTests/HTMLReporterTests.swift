import FlipbookCore
import FlipbookImaging
import FlipbookLint
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
        #expect(page.matches(of: /<li[^>]*><button/).count == 5)
        #expect(page.contains(#"<li class="error" data-severity="error" data-rule="seq.mixed-size">"#))
        #expect(page.contains(#"aria-label="walk.0002.png, 200x90 px, error seq.mixed-size""#))
        #expect(page.contains(#"<li class="missing" data-first="4" data-step="1" data-length="1">"#))
    }

    /// The page of frames that are all there but some, one of them cut short.
    private func page(missing numbers: Set<Int>, of count: Int, cutShort: Int) async throws -> String {
        let folder = try TemporaryDirectory()
        let frames = TestFrames(width: 8, height: 6)
        for number in 1...count where !numbers.contains(number) {
            try folder.write(frames.png(number).dropLast(number == cutShort ? 40 : 0), to: "f.\(number).png")
        }
        let report = try await Linter().lint(LintInput.evidence(for: [folder.path]))
        return HTMLReporter(thumbnails: try await Thumbnail.all(in: report)).text(of: report)
    }

    @Test("the player has a place for each frame, whether it is there, missing, or damaged")
    func places() async throws {
        let page = try await page(missing: [2, 5, 6], of: 8, cutShort: 4)
        #expect(page.contains(#"<input type="range" min="0" max="7""#))
        let gaps = page.matches(of: /data-first="([0-9]+)" data-step="1" data-length="([0-9]+)"/).map {
            "\($0.1) \($0.2)"
        }
        #expect(gaps == ["2 1", "5 2"])
    }

    @Test(
        "a browser plays missing frames as missing, each in its time",
        .enabled(if: LongTests.areWanted && XServer.isInstalled("chromium"), "needs chromium, and tools/test --all")
    )
    func played() async throws {
        // What is on the screen at each place of the slider is the page's title then.
        let script = """
            const player = document.querySelector(".player"), slider = player.querySelector("input[type=range]");
            const seen = [];
            for (let place = 0; place <= Number(slider.max); place++) {
              slider.value = place;
              slider.dispatchEvent(new Event("input"));
              const picture = player.querySelector("img");
              seen.push(picture.hidden ? player.querySelector(".absence").textContent : "picture");
            }
            document.title = seen.join("|");
            """
        let folder = try TemporaryDirectory()
        let page = try await page(missing: [2, 5, 6], of: 8, cutShort: 4)
            .replacing("</body>", with: "<script>{\(script)}</script></body>")
        try folder.write(Array(page.utf8), to: "page.html")
        let outcome = try Program("chromium").run(
            ["--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom"]
                + ["file://\(folder.path)/page.html"]
        )
        let title = try #require(outcome.text.firstMatch(of: /<title>([^<]*)/)).1
        let seen = title.split(separator: "|").map(String.init)
        #expect(seen.count == 8)
        #expect(
            seen.enumerated().filter { $0.offset != 3 }.map(\.element) == [
                "picture", "frame 2 missing", "picture", "frame 5 missing", "frame 6 missing", "picture", "picture",
            ]
        )
    }

    @Test("a quantity that jumps is drawn, and said in words; one that does not is a sentence")
    func charts() {
        let page = HTMLReporter().text(of: report)
        #expect(page.contains("width: 160 px (most), 200 px (2)"))
        #expect(page.contains("<title>width, frame 2: 200 px</title>"))
        #expect(page.contains("No chart of what never changes: height 90 px, scale @1x"))
        #expect(page.contains("<title>4 missing</title>"))
    }

    @Test("frames whose numbers are far apart are called by their numbers, as findings call them")
    func chartsOfFarNumbers() {
        let files = (0..<12).map { RuleExample.File("a.\(1 + 41 * $0).png", (1...3).contains($0) ? 200 : 160, 90) }
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(files).evidence]))
        #expect(page.contains("width: 160 px (most), 200 px (42-124x41)"))
        #expect(page.contains("<title>width, frame 42–124: 200 px</title>"))
    }

    @Test("findings are rows that carry what the filters go by, and each rule is a choice")
    func filters() {
        let page = HTMLReporter().text(of: report)
        #expect(page.matches(of: /<tr data-severity="error" data-rule="[a-z.-]+">/).count == 2)
        #expect(page.contains(#"<option value="seq.gap">seq.gap (1)</option>"#))
        #expect(page.contains(#"value="error" checked"#))
        #expect(!page.contains(#"value="warning""#))
    }

    @Test("a report without findings says so and has no filters")
    func clean() {
        let page = HTMLReporter().text(of: Linter().report(on: [RuleExample(names: ["a.1.png", "a.2.png"]).evidence]))
        #expect(page.contains("<p class=\"clean\">No findings.</p>"))
        #expect(page.contains("1 sequence, 2 frames: no findings"))
        #expect(!page.contains("<form"))
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
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;script&gt;alert(1)"))
        #expect(!page.contains("\" onclick="))
        #expect(page.contains("&quot; onclick=&#39;x&#39; &amp;amp;"))
        #expect(!page.unicodeScalars.contains { $0.properties.generalCategory == .format || $0.value == 7 })
    }

    @Test("the page asks for nothing from anywhere")
    func selfContained() {
        let page = HTMLReporter().text(of: report)
        #expect(page.contains("default-src 'none'; img-src data:"))
        #expect(page.firstMatch(of: /https?:|<link|src="(?!data:)/) == nil)
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
        #expect(
            made == [
                PixelSize(width: 240, height: 80), PixelSize(width: 240, height: 160), PixelSize(width: 1, height: 160),
                PixelSize(width: 3, height: 2), nil,
            ]
        )
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        let pictures = page.matches(of: /src="data:image\/png;base64,([A-Za-z0-9+\/=]+)"/)
        #expect(pictures.count == 4)
        let last = try #require(pictures.last.flatMap { Data(base64Encoded: String($0.1)) })
        let picture = try Array(last).withUnsafeBytes { try ImageDecoder().decode($0) }
        #expect(picture.withUnsafeBytes { Array($0) } == [UInt8](repeating: 200, count: 24))
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
        #expect(large.count == 12)
        #expect(large.values.allSatisfy { $0.size == PixelSize(width: 240, height: 150) })
        #expect(!HTMLReporter(thumbnails: large).text(of: report).contains("reduced"))

        let budget = 200_000
        let small = try await Thumbnail.all(in: report, budget: budget)
        #expect(small.count == 12)
        #expect(small.values.reduce(0) { $0 + $1.png.count } <= budget)
        #expect(Set(small.values.map(\.size)).count == 1)
        let room = try #require(small.values.first?.room)
        #expect((40..<160).contains(room.height))
        let page = HTMLReporter(thumbnails: small).text(of: report)
        #expect(page.contains("The pictures are reduced to \(room) px at most"))
        #expect(page.utf8.count < budget * 4 / 3 + 60_000)

        let few = try await Thumbnail.all(in: report, budget: 5000)
        #expect(!few.isEmpty && few.count < 12)
        #expect(few.values.reduce(0) { $0 + $1.png.count } <= 5000)
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
        let ratios = page.matches(of: /style="--r:([0-9.]+)"/).map { String($0.1) }
        #expect(ratios == ["1.0", "1.0", "0.5", "1.0", "2.0"])
        #expect(page.contains("f.6.png, 30000x30000 px"))
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
        #expect(page.contains("<span class=\"none\">a link that leads back to itself</span>"))
        #expect(!page.contains("symbolic links"))
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
        #expect(thumbnails.count == 6)
        #expect(thumbnails[folder.file("f.38.png")] != nil)
        let page = HTMLReporter(thumbnails: thumbnails).text(of: report)
        #expect(page.contains("44 more frames are not shown."))
    }
}
