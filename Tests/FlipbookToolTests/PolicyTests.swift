import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// What the command line accepts is done, printed, and written into the receipt.
@Suite(.hangLimit) struct PolicyTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test(
        "a gap is held, blackened or left out, and the command says so",
        arguments: [
            ("hold", [1, 2, 2, 2, 5], "held the previous frame for missing frames 3-4"),
            ("black", [1, 2, nil, nil, 5], "showed black for missing frames 3-4"),
            ("skip", [1, 2, 5], "left out missing frames 3-4"),
        ]
    )
    func missing(policy: String, shown: [Int?], words: String) throws {
        try bench.add([1, 2, 5], to: "walk")
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", policy)
        expectEqual(outcome.errors, "note: walk/walk.####.png: \(words).\n")
        expectEqual(outcome.status, 0)
        try expectEqual(bench.shown(in: "a.mkv", among: 1...5), shown)
    }

    @Test("a frame of another size is placed on the canvas, and the command says so")
    func mismatch() throws {
        try bench.add(1...3, to: "walk")
        try bench.folder.write(TestFrames(width: 48, height: 36).png(2), to: "walk/walk.0002.png")
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mkv", "--mismatch", "fit")
        expect(outcome.errors.hasPrefix("note: walk.0002.png: 48x36, scaled to 24x18.\n"))
        expectEqual(outcome.status, 0)
        try expectEqual(bench.shown(in: "a.mkv", among: [1, 3]), [1, nil, 3])
    }

    @Test("whole cycles follow one another")
    func cycles() throws {
        try bench.add(1...2, to: "walk")
        try expectEqual(bench.exported(["walk", "--repeat", "3"], among: 1...2), [1, 2, 1, 2, 1, 2])
    }

    @Test(
        "the rate comes from --fps or --duration, 30 without either",
        arguments: LongTests.cases(
            [
                ([], "30", 0.2), (["--fps", "24"], "24", 0.25), (["--fps", "ntsc"], "30000/1001", 0.2002),
                (["--fps", "film"], "24", 0.25), (["--fps", "23.976"], "24000/1001", 0.25025),
                (["--duration", "2"], "3", 2), (["--duration", "250ms"], "24", 0.25),
                (["--duration", "7/30"], "180/7", 0.233_333_333),
            ],
            every: 3
        )
    )
    func rates(options: [String], rate: String, duration: Double) throws {
        try bench.add(1...6, to: "walk")
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", "a.mp4", "--json", "-q"] + options,
            in: bench.folder.path
        )
        let receipt = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        expectEqual(receipt["rate"] as? String, rate)
        expectEqual(receipt["duration"] as? Double, duration)
        let times = try VideoFile(bench.folder.file("a.mp4")).presentationTimes()
        expectEqual(times.count, 6)
        let last = try require(times.last)
        expect(abs(last - duration * 5 / 6) < 0.000_01)
    }

    @Test("alpha is composited over black where the codec has none, and the command says so")
    func alpha() throws {
        let bench = try Workbench(frames: TestFrames(width: 24, height: 18, hasAlpha: true))
        try bench.add(1...2, to: "walk")
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4")
        expectEqual(
            outcome.errors,
            "note: All 2 frames have an alpha channel, which h264 does not support, so transparent parts are "
                + "composited over black. Choose a different color with --background, or, to keep the transparency, "
                + "use .webm.\n"
        )
        for color in ["clear", "#FF000080"] {
            let seen = try bench.flipbook("export", "walk", "-o", "d\(color).mp4", "--background", color)
            expectEqual(seen.errors, outcome.errors)
        }
        try expectEqual(bench.flipbook("export", "walk", "-o", "b.mp4", "--background", "#203040").errors, "")
        let kept = try bench.flipbook("export", "walk", "-o", "c.mkv").errors
        expectEqual(kept, "note: Transparency is kept, with straight alpha (not premultiplied).\n")
    }

    @Test(
        "opaque pictures stay opaque if they are scaled and cover the canvas, by any content mode",
        arguments: [
            ["--scale", "2"], ["--size", "48x36"], ["--size", "32x24"],
            ["--size", "30x30", "--content-mode", "scaleToFill"],
            ["--size", "25x40", "--content-mode", "scaleAspectFill"],
            ["--size", "20x16", "--content-mode", "center"],
            ["--size", "47x31", "--mismatch", "fill", "--filter", "nearest"],
        ]
    )
    func scaledOpaquePictures(options: [String]) throws {
        try bench.add(1...2, to: "walk")
        for (output, pixels) in [("a.mov", "yuv422p10le"), ("a.mkv", "bgr0")] {
            let outcome = try bench.flipbook(["export", "walk", "-o", output] + options)
            try require(outcome.status == 0, "\(outcome.errors)")
            expect(!outcome.errors.contains("ransparen"), "\(outcome.errors)")
            try expectEqual(VideoFile(bench.folder.file(output)).stream()["pix_fmt"], pixels)
        }
        let image = try bench.flipbook(["render", "walk", "--frame", "2", "-o", "a.jpg"] + options)
        expect(!image.errors.contains("ransparen") && !image.errors.contains("0001"), "\(image.errors)")
    }

    @Test("an animation of the image to one of another shape keeps the transparent bars around it")
    func animatedImage() throws {
        try bench.add(1...1, to: "walk")
        try TestFrames(width: 10, height: 18).write(2...2, to: bench.folder)
        let other = TestFrames.name(2)
        let manifest =
            "image: walk/walk.0001.png\nduration: 0.2\nframeRate: 10\nanimations:\n"
            + "  - {property: image, to: \(other), delay: 0.1}\n"
        try bench.folder.write(Array(manifest.utf8), to: "a.yaml")
        let outcome = try bench.flipbook("export", "a.yaml", "-o", "a.mov", "--scale", "2")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(VideoFile(bench.folder.file("a.mov")).stream()["pix_fmt"], "yuva444p12le")
    }

    @Test("the note on transparent bars around opaque pictures names the bars, and a background fills them")
    func bars() throws {
        try bench.add(1...2, to: "walk")
        let words = ["export", "walk", "--size", "48x18"]
        let clear = try bench.flipbook(words + ["-o", "a.mkv"])
        expectEqual(
            clear.errors,
            "note: walk.0001.png: 24x18, fitted to 48x18; 1 other file differs from the canvas, too.\n"
                + "note: The canvas around the pictures is transparent, with straight alpha (not premultiplied). For a "
                + "color, use --background.\n"
        )
        try expectEqual(VideoFile(bench.folder.file("a.mkv")).stream()["pix_fmt"], "bgra")
        let filled = try bench.flipbook(words + ["-o", "b.mkv", "--background", "red"])
        expect(!filled.errors.contains("ransparen"), "\(filled.errors)")
        try expectEqual(VideoFile(bench.folder.file("b.mkv")).stream()["pix_fmt"], "bgr0")
    }

    @Test("an odd side is padded where the codec needs it, and the command says so")
    func odd() throws {
        let bench = try Workbench(frames: TestFrames(width: 23, height: 19))
        try bench.add(1...2, to: "walk")
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4")
        expectEqual(
            outcome.errors,
            "note: 23x19 has an odd width or height, which h264 does not support, so it is "
                + "padded to 24x20 by repeating the last row or column.\n"
        )
        expect(outcome.text.hasPrefix("a.mp4: 2 frames, 24x20, "))
    }
}
