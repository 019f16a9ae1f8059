import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// The options of the canvas' colors, through the whole program.
@Suite("The canvas' colors, as a user asks for them", .hangLimit)
struct CanvasSpaceTests {
    private let bench: Workbench

    /// Two frames of half of white.
    init() throws {
        bench = try Workbench()
        let half = try Picture(size: PixelSize(width: 32, height: 16), format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 128 : 255 }
        }
        for name in ["half.0001.png", "half.0002.png"] { try bench.folder.write(half.pngData(), to: name) }
    }

    private func run(_ arguments: String...) throws -> String {
        let outcome = try bench.flipbook(arguments)
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome.errors
    }

    private func level(_ name: String) throws -> UInt8 {
        try ImageDecoder().decode(contentsOf: bench.folder.file(name))[3, 3].red
    }

    @Test("the options and a manifest's keys are the same, for one frame, images and films")
    func blending() throws {
        _ = try run("render", "half.0001.png", "-o", "a.png", "--background", "black", "--blend", "linear")
        try expectEqual(level("a.png"), 188)
        try bench.folder.write(
            Array("animationImages: [half.0001.png, half.0002.png]\nbackgroundColor: black\nblend: linear\n".utf8),
            to: "half.yaml"
        )
        _ = try run("export", "half.yaml", "-o", "b.####.png")
        try expectEqual(level("b.0001.png"), 188)
        _ = try run("export", "half.yaml", "-o", "c.mkv", "--verify", "pixels")
        try expectEqual(VideoFile(bench.folder.file("c.mkv")).frames(format: "gray", byteCount: 512)[0][100], 188)
        _ = try run("export", "half.yaml", "-o", "d.####.png", "--blend", "gamma")
        try expectEqual(level("d.0001.png"), 128)
        // How much is covered is no light.
        _ = try run("export", "half.####.png", "-o", "e.####.png", "--blend", "linear", "--alpha-output", "matte")
        try expectEqual(level("e.0001.matte.png"), 128)
    }

    @Test(
        "segments have the colors of a whole export, and other keys than without them",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func segments() throws {
        func frames(_ options: String...) throws -> (frame: [UInt8], plan: String) {
            let planned = try bench.flipbook(
                ["plan", "half.####.png", "-o", "a.mkv", "--segment", "1", "--background", "black"] + options
            )
            try require(planned.status == 0, "\(planned.errors)")
            try bench.folder.write(Array(planned.text.utf8), to: "plan.json")
            for index in ["0", "1"] { _ = try run("segment", "plan.json", "--index", index) }
            _ = try run("join", "plan.json", "--overwrite")
            return (try VideoFile(bench.folder.file("a.mkv")).frames(format: "gray", byteCount: 512)[0], planned.text)
        }
        let (plain, light) = (try frames(), try frames("--canvas-space", "linear"))
        expect(plain.frame[100] == 128 && light.frame[100] == 188)
        expect(light.plan.contains("\"canvasSpace\""))
        expect(!plain.plan.contains("\"canvasSpace\""))
    }

    @Test("a file that lacks the canvas' colors says so, with the remedy; a wrong word names the right ones")
    func messages() throws {
        let note = try run("export", "half.####.png", "-o", "a.####.png", "--canvas-space", "display-p3")
        expect(
            note.contains(
                "note: The canvas is Display P3, but the file is not, so colors outside the file's gamut are clipped. "
                    + "To keep them, use --colorspace display-p3.\n"
            )
        )
        let wide = ["--canvas-space", "display-p3", "--colorspace", "display-p3"]
        let kept = try bench.flipbook(["export", "half.####.png", "-o", "b.####.png"] + wide)
        expect(kept.status == 0 && !kept.errors.contains("clipped"))
        let rendered = try bench.flipbook("render", "half.0001.png", "-o", "d.png", "--canvas-space", "bt2020")
        let clipped =
            "note: The canvas is BT.2020, but the file is not, so colors outside the file's gamut are clipped.\n"
        expect(rendered.status == 0 && rendered.errors == clipped, "\(rendered.errors)")
        let wrong = try bench.flipbook("render", "half.0001.png", "-o", "c.png", "--canvas-space", "p3")
        expectEqual(wrong.status, 2)
        expect(wrong.errors.contains("Use one of srgb, display-p3, bt709, bt2020, linear."))
    }

    @Test(
        "a film in BT.2020 has the same numbers whether its opaque frames are mixed as light or not",
        // GStreamer computes with BT.709's curve where we do with sRGB's, which is as good as nothing where there is no color.
        arguments: [([128, 128, 128, 255] as [UInt8], 1), ([160, 16, 32, 255], 6)]
    )
    func films(color: [UInt8], tolerance: Int) throws {
        let picture = try Picture(size: PixelSize(width: 32, height: 16), format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = color[index % 4] }
        }
        try bench.folder.write(picture.pngData(), to: "x.0001.png")
        func film(_ name: String, _ options: String...) throws -> [UInt8] {
            let wide = ["--colorspace", "bt2020", "--quality", "95"]
            let outcome = try bench.flipbook(["export", "x.####.png", "-o", name] + wide + options)
            try require(outcome.status == 0, "\(outcome.errors)")
            return try VideoFile(bench.folder.file(name)).frames(format: "yuv420p", byteCount: 768)[0]
        }
        let (numbers, light) = (try film("a.mp4"), try film("b.mp4", "--blend", "linear"))
        let most = pairs(numbers, light).map { abs(Int($0) - Int($1)) }.max() ?? 255
        expect(most <= tolerance, "\(most)")
    }

    @Test(
        "what a file says of its colors has one meaning from every canvas: mid gray stays 128",
        // Every day each of the files' spaces, and each canvas but for one.
        arguments: LongTests.cases(
            ["srgb", "display-p3", "bt709", "bt2020", "linear"].flatMap { canvas in
                ["bt709", "bt2020", "display-p3"].map { (canvas, $0) }
            },
            every: 4
        )
    )
    func oneMeaning(canvas: String, space: String) throws {
        let gray = try Picture(size: PixelSize(width: 32, height: 16), format: .rgba) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 128 }
        }
        try bench.folder.write(gray.pngData(), to: "x.0001.png")
        // No picture says that it has BT.709's colors.
        let names = ["a.mp4", "a.webm"] + (space == "bt709" ? [] : ["a.####.png"])
        let options = ["--colorspace", space, "--canvas-space", canvas]
        let outcome = try bench.flipbook(["export", "x.####.png"] + names.flatMap { ["-o", $0] } + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        for name in names {
            let file = VideoFile(bench.folder.file(name.replacingOccurrences(of: "####", with: "0001")))
            let level = try file.frames(format: "rgb24", byteCount: 32 * 16 * 3)[0][300]
            expect(abs(Int(level) - 128) <= 2, "\(name): \(level)")
        }
    }
}
