import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// What the view's options and keys do to a frame.
@Suite(.hangLimit) struct ViewCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2])
    }

    /// A picture that is written, its size and its pixels.
    private func render(_ arguments: [String], to name: String = "a.png") throws -> (Picture, Program.Outcome) {
        let outcome = try Program.flipbook.run(
            ["render"] + arguments + ["-o", name, "--overwrite"],
            in: bench.folder.path
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return (try ImageDecoder().decode(contentsOf: bench.folder.file(name)), outcome)
    }

    private func pixels(_ picture: Picture) -> [UInt8] { picture.withUnsafeBytes { Array($0) } }

    /// The pixel in a column and a row.
    private func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.size.width + x) * 4
        return Array(pixels(picture)[start..<start + 4])
    }

    @Test(
        "system 8: a scale and a screen make the canvas",
        arguments: LongTests.cases(
            [
                (["--scale", "1.5"], 36, 27), (["--scale", "3/2"], 36, 27), (["--scale", "4/3"], 32, 24),
                (["--scale", "2"], 48, 36), (["--device", "ipad", "--scale", "2"], 1536, 2048),
                (["--device", "iphone"], 320, 480), (["--device", "iphone-4in", "--landscape"], 568, 320),
                (["--device", "iphone", "--scale", "1.5"], 480, 720),
            ] as [([String], Int, Int)],
            every: 3
        )
    )
    func canvases(arguments: [String], width: Int, height: Int) throws {
        try expectEqual(render(["walk"] + arguments).0.size, PixelSize(width: width, height: height))
    }

    @Test("system 8: 101x67 at @2x is 101x67 at a scale of 2, padded to 102x68 for H.264")
    func oddCanvas() throws {
        try bench.folder.write(TestFrames(width: 101, height: 67).png(1), to: "odd@2x.png")
        try expectEqual(render(["odd@2x.png", "--scale", "2"]).0.size, PixelSize(width: 101, height: 67))
        let export = try bench.flipbook("export", "odd@2x.png", "--scale", "2", "-o", "a.mp4")
        expect(export.text.hasPrefix("a.mp4: 1 frame, 102x68, "))
        expect(
            export.errors.contains("101x67 has an odd width or height, which h264 does not support, so it is padded")
        )
    }

    @Test("--corner-radius rounds the background, and with --clips-to-bounds the pictures, in an option or a manifest")
    func corners() throws {
        let radius = ["--corner-radius", "9"]
        let plain = try render(["walk"]).0
        expectEqual(pixels(try render(["walk"] + radius).0), pixels(plain))
        let cut = try render(["walk", "--clips-to-bounds"] + radius).0
        // The circle of radius 9 leaves out the corner's pixel, and x² / 18 of the last column before its top: 1/54.
        expect(pixel(cut, 0, 0) == [0, 0, 0, 0] && pixel(cut, 23, 17) == [0, 0, 0, 0])
        expect(pixel(cut, 12, 0) == pixel(plain, 12, 0) && pixel(cut, 12, 9) == pixel(plain, 12, 9))
        expectEqual(pixel(cut, 8, 0)[3], 250)
        let behind = try render(
            ["walk", "--background", "white", "--content-mode", "center", "--size", "48x36"] + radius
        ).0
        expect(pixel(behind, 0, 0) == [0, 0, 0, 0] && pixel(behind, 24, 0) == [255, 255, 255, 255])
        expectEqual(pixel(behind, 12, 9), pixel(plain, 0, 0))
        // Points are two pixels each.
        let fine = try render([
            "walk", "--scale", "2", "--clips-to-bounds", "--corner-radius", "4.5", "--size", "24x18", "--mismatch",
            "fit",
        ])
        expectEqual(pixel(fine.0, 8, 0)[3], 250)

        let keys = "animationImages: walk/walk.####.png\nclipsToBounds: true\ncornerRadius: 9\n"
        try bench.folder.write(Array(keys.utf8), to: "round.yaml")
        try bench.folder.write(
            Array(#"{"animationImages": "walk/walk.####.png", "clipsToBounds": true, "cornerRadius": 9.0}"#.utf8),
            to: "round.json"
        )
        try bench.folder.write(Array("ffconcat version 1.0\nfile walk/walk.0001.png\n".utf8), to: "round.ffconcat")
        for input in [["round.yaml"], ["round.json"], ["round.ffconcat", "--clips-to-bounds"] + radius] {
            expectEqual(pixels(try render(input).0), pixels(cut), "\(input)")
        }
        try expect(
            bench.flipbook("manifest", "round.json", "-q").text.contains("clipsToBounds: true\ncornerRadius: 9\n")
        )
    }

    @Test("a corner radius without effect is reported, with the option that gives it one")
    func uselessCorners() throws {
        let advice = "note: The corner radius has no effect without a background. To also round the pictures, use "
        for verb in [["render", "walk", "-o", "a.png"], ["export", "walk", "-o", "a.mp4", "--dry-run", "--json"]] {
            let outcome = try Program.flipbook.run(verb + ["--corner-radius", "3"], in: bench.folder.path)
            expectEqual(outcome.errors, advice + "--clips-to-bounds.\n")
            expectEqual(outcome.text.contains("use --clips-to-bounds."), verb.contains("--json"))
        }
        try expectEqual(
            bench.flipbook("render", "walk", "-o", "b.png", "--corner-radius", "3", "--background", "red").errors,
            ""
        )
    }

    @Test(
        "a corner radius that is none is refused with what to write",
        arguments: LongTests.cases(["-1", "nan", "x", "16385"], every: 2)
    )
    func noCorners(radius: String) throws {
        let outcome = try bench.flipbook("render", "walk", "--corner-radius=\(radius)", "-o", "a.png")
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("'\(radius)' is not a corner radius. Use a number from 0 to 16384."))
    }

    @Test("a movie of rounded pictures carries alpha, and one without alpha has black corners")
    func cornersOfMovies() throws {
        let cut = ["--corner-radius", "9", "--clips-to-bounds", "--background", "white"]
        for (name, alpha) in [("a.mkv", UInt8(0)), ("a.mp4", 255)] {
            let outcome = try Program.flipbook.run(["export", "walk", "-q", "-o", name] + cut, in: bench.folder.path)
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            let pixels = try require(
                try VideoFile(bench.folder.file(name)).frames(format: "rgba", byteCount: 24 * 18 * 4).first
            )
            expect(pixels[3] == alpha && pixels[..<3].allSatisfy { $0 < 8 }, "\(name): \(pixels[..<4])")
        }
    }

    @Test("a scale in a manifest may be a fraction, and picks the finer variant")
    func fraction() throws {
        try bench.folder.write(TestFrames(width: 8, height: 6).png(1), to: "v1.png")
        try bench.folder.write(TestFrames(width: 16, height: 12).png(2), to: "v1@2x.png")
        try bench.folder.write(Array("animationImages: v@.png\nscale: 1.5\nmismatch: fit\n".utf8), to: "v.yaml")
        let (picture, outcome) = try render(["v.yaml", "--json"])
        expectEqual(picture.size, PixelSize(width: 12, height: 9))
        expect(outcome.text.contains("v1@2x.png"))
    }

    @Test("--mirror exchanges left and right, and caps with the picture")
    func mirroring() throws {
        let plain = bench.frames.pixels(1)
        let mirrored = try render(["walk", "--mirror"]).0
        for x in [0, 5, 23] {
            let start = (7 * 24 + 23 - x) * 4
            expectEqual(pixel(mirrored, x, 7), Array(plain[start..<start + 4]))
        }
        let caps = try render(["walk", "--cap-insets", "0,2,0,9", "--size", "60x18"]).0
        let both = try render(["walk", "--cap-insets", "0,2,0,9", "--size", "60x18", "--mirror"]).0
        // The right cap is on the left now, as wide as it was.
        for x in [0, 8, 58, 59] { expectEqual(pixel(both, x, 3), pixel(caps, 59 - x, 3), "column \(x)") }
        try bench.folder.write(
            Array(
                """
                image: walk/walk.0001.png
                flipsForRightToLeftLayoutDirection: true
                semanticContentAttribute: forceRightToLeft

                """
                .utf8
            ),
            to: "v.yaml"
        )
        expectEqual(pixels(try render(["v.yaml"]).0), pixels(mirrored))
        expectEqual(pixels(try render(["v.yaml", "--no-mirror"]).0), plain)
    }

    @Test("an explicit mode without caps tiles the whole picture from the upper left, or scales it")
    func tiling() throws {
        let tiled = try render(["walk", "--resizing", "tile", "--size", "60x40"]).0
        let source = bench.frames.pixels(1)
        for (x, y) in [(0, 0), (23, 17), (24, 18), (59, 39), (50, 3)] {
            let start = (y % 18 * 24 + x % 24) * 4
            expectEqual(pixel(tiled, x, y), Array(source[start..<start + 4]), "(\(x), \(y))")
        }
        let stretched = try render(["walk", "--resizing", "stretch", "--size", "60x40"]).0
        try expectEqual(pixels(stretched), pixels(render(["walk", "--size", "60x40", "--mismatch", "stretch"]).0))
    }

    @Test(
        "UIKit's former ways to stretch are cap insets in other words",
        arguments: LongTests.cases(
            [
                ("leftCapWidth: 6\ntopCapHeight: 4", "capInsets: {top: 4, left: 6, bottom: 13, right: 17}"),
                ("contentStretch: [0, 0, 1, 1]", "contentMode: scaleToFill"),
                ("contentStretch: [0.25, 0.5, 0.5, 0.5]", "capInsets: {top: 9, left: 6, bottom: 0, right: 6}"),
            ],
            every: 2
        )
    )
    func formerWays(former: String, insets: String) throws {
        let shared = "image: walk/walk.0001.png\nsize: 61x43\nfilter: nearest\n"
        let mode = insets.hasPrefix("cap") ? "\nresizingMode: stretch\n" : "\n"
        try bench.folder.write(Array((shared + former + "\n").utf8), to: "former.yaml")
        try bench.folder.write(Array((shared + insets + mode).utf8), to: "now.yaml")
        try expectEqual(pixels(render(["former.yaml"]).0), pixels(render(["now.yaml"]).0))
        // An option for caps puts the manifest's own way aside.
        let option = try render(["former.yaml", "--cap-insets", "1,1,1,1"]).0
        try bench.folder.write(Array((shared + "capInsets: [1, 1, 1, 1]\n").utf8), to: "now.yaml")
        try expectEqual(pixels(option), pixels(render(["now.yaml"]).0))
    }

    @Test("an edge between two pixels is snapped, or covers them in part where that is asked for")
    func pixelPolicies() throws {
        let base = ["walk", "--size", "25x18", "--content-mode", "center"]
        let snapped = try render(base).0
        expect(pixel(snapped, 0, 0)[3] == 0 && pixel(snapped, 24, 0)[3] == 255)
        let exact = try render(base + ["--pixel-policy", "exact"]).0
        expect((126...129).contains(pixel(exact, 0, 0)[3]) && (126...129).contains(pixel(exact, 24, 0)[3]))
    }

    @Test("--highlighted without highlighted pictures says so; with some it does not")
    func highlighting() throws {
        let note = "note: --highlighted: there are no highlighted pictures, so the normal pictures are shown.\n"
        try expectEqual(render(["walk", "--highlighted"]).1.errors, note)
        try expect(render(["walk", "--no-highlighted"]).1.errors.isEmpty)
        let text = "image: walk/walk.0001.png\nhighlightedImage: walk/walk.0002.png\n"
        try bench.folder.write(Array(text.utf8), to: "h.yaml")
        let (picture, outcome) = try render(["h.yaml", "--highlighted"])
        expect(outcome.errors.isEmpty)
        expectEqual(pixels(picture), bench.frames.pixels(2))
        let export = try bench.flipbook("export", "walk", "--highlighted", "-o", "a.mkv")
        expect(export.errors.contains(note))
    }

    @Test("system 10: a symbol configuration changes nothing and is reported once")
    func symbols() throws {
        let text = "image: walk/walk.0001.png\npreferredSymbolConfiguration: {scale: large}\n"
        try bench.folder.write(Array(text.utf8), to: "s.yaml")
        let (picture, outcome) = try render(["s.yaml"])
        expectEqual(pixels(picture), bench.frames.pixels(1))
        expectEqual(outcome.errorLines.count, 1)
        expect(outcome.errors.hasPrefix("note: s.yaml:2:1: preferredSymbolConfiguration: ignored"))
        let export = try bench.flipbook("export", "s.yaml", "-o", "a.mkv")
        expectEqual(export.errorLines.count { $0.contains("symbol.unsupported") }, 1)
    }

    @Test("manifest writes what the options say of the view")
    func writing() throws {
        let written = try bench.flipbook(
            "manifest",
            "walk",
            "-q",
            "-o",
            "m.yaml",
            "--mirror",
            "--pixel-policy",
            "exact",
            "--scale",
            "1.5",
            "--device",
            "iphone"
        )
        expectEqual(written.status, 0, "\(written.errors)")
        let options = ["walk", "--mirror", "--pixel-policy", "exact", "--scale", "1.5", "--device", "iphone"]
        try expectEqual(pixels(render(["m.yaml"]).0), pixels(render(options).0))
    }

    @Test(
        "two options that say the same thing are refused",
        arguments: [
            (["--device", "ipad", "--size", "3x3"], "error: --size and --device both set the canvas."),
            (["--landscape"], "error: --landscape requires a device."),
            (["--device", "watch"], "error: --device: 'watch' is not a valid value"),
        ]
    )
    func contradictions(arguments: [String], opening: String) throws {
        let outcome = try Program.flipbook.run(["render", "walk", "-o", "a.png"] + arguments, in: bench.folder.path)
        expectEqual(outcome.status, 2)
        expect(outcome.errors.hasPrefix(opening), "\(outcome.errors)")
    }
}
