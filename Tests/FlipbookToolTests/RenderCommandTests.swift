import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook render`, and the view's options on the verbs that have them.
@Suite(.hangLimit) struct RenderCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4])
        try bench.folder.write(
            PNGEncoder.encode(TestFrames(width: 2, height: 2).picture(50)),
            to: "logo.png"
        )
    }

    /// The pixels of a PNG file, straight RGBA.
    private func pixels(_ name: String) throws -> [UInt8] {
        try ImageDecoder().decode(contentsOf: bench.folder.file(name)).withUnsafeBytes { Array($0) }
    }

    @Test("one frame is written pixel by pixel, by its number, the first without one")
    func frames() throws {
        for (arguments, number) in [([], 1), (["--frame", "2"], 2), (["--frame", "4"], 4)] as [([String], Int)] {
            let outcome = try Program.flipbook.run(
                ["render", "walk", "-o", "\(number).png"] + arguments,
                in: bench.folder.path
            )
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            expect(outcome.text.hasPrefix("\(number).png: frame \(number), 24x18, "))
            try expectEqual(pixels("\(number).png"), bench.frames.pixels(number))
        }
    }

    @Test("a missing frame is refused, or held on request; the message for one beyond the end has the range")
    func missing() throws {
        let refused = try bench.flipbook("render", "walk", "--frame", "3", "-o", "a.png")
        expectEqual(refused.status, 1)
        let held = try bench.flipbook("render", "walk", "--frame", "3", "-o", "a.png", "--missing", "hold")
        expectEqual(held.status, 0, "\(held.errors)")
        try expectEqual(pixels("a.png"), bench.frames.pixels(2))
        let beyond = try bench.flipbook("render", "walk", "--frame", "9", "-o", "b.png")
        expectEqual(beyond.status, 2)
        expectEqual(beyond.errors, "error: --frame: walk/walk.####.png has no frame 9; it has 1-2,4.\n")
        try expectEqual(bench.names(), ["a.png", "logo.png", "walk"])
    }

    @Test("an existing file and a frame of the input stay as they are")
    func overwriting() throws {
        try expectEqual(bench.flipbook("render", "walk", "-o", "a.png").status, 0)
        try expectEqual(bench.flipbook("render", "walk", "-o", "a.png", "--frame", "2").status, 2)
        try expectEqual(pixels("a.png"), bench.frames.pixels(1))
        try expectEqual(bench.flipbook("render", "walk", "-o", "a.png", "--frame", "2", "--overwrite").status, 0)
        try expectEqual(pixels("a.png"), bench.frames.pixels(2))
        try expectEqual(bench.flipbook("render", "walk", "-o", "walk/walk.0001.png", "--overwrite").status, 2)
    }

    @Test("--json is a receipt; --stats adds what rendering cost, and tells it")
    func receipt() throws {
        let outcome = try bench.flipbook("render", "walk", "-o", "a.png", "--json", "--stats", "--alpha", "0.5")
        let receipt = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        expectEqual(
            receipt.keys.sorted(),
            [
                "byteCount", "file", "frame", "hasAlpha", "height", "input", "notes", "position", "rendering",
                "source", "width",
            ]
        )
        expectEqual(receipt["hasAlpha"] as? Bool, true)
        expectEqual((receipt["rendering"] as? [String: Any])?["renders"] as? Int, 1)
        expect(outcome.errors.hasPrefix("stats: 1 render, 0 hits, decoding "))
    }

    @Test("an export says what it rendered: each drawing once, however often it is shown")
    func statistics() throws {
        let list = ["export", "walk/walk.0001.png", "walk/walk.0001.png", "walk/walk.0002.png", "-o", "a.mkv"]
        let outcome = try Program.flipbook.run(
            list + ["--sort", "none", "--stats", "--json", "--repeat", "3"],
            in: bench.folder.path
        )
        let receipt = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let rendering = try require(receipt["rendering"] as? [String: Any])
        expectEqual(rendering["renders"] as? Int, 2)
        expectEqual(rendering["hits"] as? Int, 4)
        expect(outcome.errors.contains("stats: 2 renders, 4 hits, "))
    }

    @Test("options of the view do what the manifest's keys do")
    func manifest() throws {
        let keys = """
            animationImages: [walk/walk.0001.png, walk/walk.0002.png]
            highlightedAnimationImages: [walk/walk.0004.png]
            isHighlighted: true
            alpha: 0.5
            tintColor: "#FF800080"
            orientation: right
            filter: nearest
            size: 40x60
            contentMode: scaleAspectFit
            backgroundColor: "#10203040"
            overlays: [{image: logo.png, position: topLeft, alpha: 0.5, inset: 3}]
            """
        try bench.folder.write(Array(keys.utf8), to: "view.yaml")
        let fromKeys = try bench.flipbook("render", "view.yaml", "-o", "keys.png")
        expectEqual(fromKeys.status, 0, "\(fromKeys.errors)")
        expect(!fromKeys.errors.contains("no effect"))
        let fromOptions = try bench.flipbook(
            "render",
            "walk/walk.0004.png",
            "-o",
            "options.png",
            "--alpha",
            "0.5",
            "--tint",
            "#FF800080",
            "--orientation",
            "right",
            "--filter",
            "nearest",
            "--size",
            "40x60",
            "--content-mode",
            "scaleAspectFit",
            "--background",
            "#10203040",
            "--overlay",
            "logo.png,topLeft,alpha=0.5,inset=3"
        )
        expectEqual(fromOptions.status, 0, "\(fromOptions.errors)")
        try expectEqual(pixels("keys.png"), pixels("options.png"))
        let written = try bench.flipbook(
            "manifest",
            "walk/walk.0004.png",
            "-o",
            "again.yaml",
            "--alpha",
            "0.5",
            "--tint",
            "#FF800080",
            "--orientation",
            "6",
            "--filter",
            "nearest",
            "--size",
            "40x60",
            "--content-mode",
            "scaleAspectFit",
            "--background",
            "#10203040",
            "--overlay",
            "logo.png,topLeft,alpha=0.5,inset=3"
        )
        expectEqual(written.status, 0, "\(written.errors)")
        try expectEqual(bench.flipbook("render", "again.yaml", "-o", "again.png").status, 0)
        try expectEqual(pixels("again.png"), pixels("options.png"))
        try expectEqual(
            bench.flipbook("render", "view.yaml", "--no-highlighted", "--alpha", "1", "-o", "c.png").status,
            0
        )
        try expect(pixels("c.png") != pixels("keys.png"))
    }

    @Test("an overlay outside a manifest's folder is an error that names it")
    func overlays() throws {
        try bench.folder.write(Array("image: walk.0001.png\noverlays: [../logo.png]\n".utf8), to: "walk/a.yaml")
        let outside = try bench.flipbook("render", "walk/a.yaml", "-o", "a.png")
        expectEqual(outside.status, 2)
        expect(outside.errors.contains("overlays[0]: ../logo.png is outside the manifest's folder"))
        try expectEqual(bench.flipbook("render", "walk/a.yaml", "-o", "a.png", "--allow-outside", ".").status, 0)
    }
}
