import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Folders of JPEG, BMP and TIFF frames, through the whole program.
@Suite("Frames of other formats than PNG", .hangLimit)
struct FormatTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    private func write(_ numbers: ClosedRange<Int>, _ suffix: String, as format: String) throws {
        try FileManager.default.createDirectory(
            atPath: bench.folder.path + "/walk",
            withIntermediateDirectories: true
        )
        for number in numbers {
            let name = "walk/walk.000\(number).\(suffix)"
            _ = try StillFile(
                writing: bench.frames.pixels(number),
                bench.frames.size,
                as: format,
                to: name,
                in: bench.folder
            )
        }
    }

    @Test(
        "frames are listed, linted, rendered and exported losslessly",
        arguments: LongTests.cases(["tiff", "bmp", "tga", "ppm", "pam"], every: 3)
    )
    func lossless(suffix: String) throws {
        try write(1...4, suffix, as: ["bmp", "tga"].contains(suffix) ? "bgr24" : "rgb24")
        let list = try bench.flipbook("list", "walk")
        expect(list.text.contains("walk.####.\(suffix)"))
        expect(list.text.contains("24x18"))
        let lint = try bench.flipbook("lint", "walk", "--deep")
        expectEqual(lint.status, 0, "\(lint.text)")
        let export = try bench.flipbook("export", "walk", "-o", "a.mkv")
        expectEqual(export.status, 0, "\(export.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...4), [1, 2, 3, 4])
        let render = try bench.flipbook("render", "walk", "--frame", "3", "-o", "a.png")
        expectEqual(render.status, 0, "\(render.errors)")
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("a.png"))
        expectEqual(picture.withUnsafeBytes { Array($0) }, bench.frames.pixels(3))
    }

    @Test(
        "an export that keeps transparency says whether its colors are multiplied by it",
        arguments: [
            ("a.mkv", "Transparency is kept, with straight alpha (not premultiplied)."),
            ("a.#.exr", "Transparency is kept: OpenEXR has premultiplied alpha."), ("a.mp4", nil),
        ] as [(String, String?)]
    )
    func alpha(output: String, note: String?) throws {
        try TestFrames(width: 32, height: 24, hasAlpha: true).write(1...2, to: bench.folder, stem: "clear/w")
        let outcome = try bench.flipbook("export", "clear", "-o", output)
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errors.contains("ransparency is kept"), (note != nil), "\(outcome.errors)")
        if let note { expect(outcome.errors.contains("note: \(note)\n"), "\(outcome.errors)") }
    }

    @Test("JPEG frames are exported; one that is cut off is named by export and by lint, gray halves are never shown")
    func jpeg() throws {
        try write(1...4, "jpg", as: "yuvj444p")
        try expectEqual(bench.flipbook("lint", "walk", "--deep").status, 0)
        let export = try bench.flipbook("export", "walk", "-o", "a.mp4")
        expectEqual(export.status, 0, "\(export.errors)")
        let file = bench.folder.file("walk/walk.0002.jpg")
        let bytes = try StillFile(file).bytes()
        try bench.folder.write(bytes.dropLast(30), to: "walk/walk.0002.jpg")
        let refused = try bench.flipbook("export", "walk", "-o", "b.mp4")
        expectEqual(refused.status, 1)
        expect(refused.errors.contains("walk.0002.jpg: ends before"), "\(refused.errors)")
        let lint = try bench.flipbook("lint", "walk")
        expectEqual(lint.status, 1)
        expect(lint.text.contains("load.truncated"), "\(lint.text)")
    }

    @Test(
        "numbered images that are written are listed, linted, rendered and exported again",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        arguments: ["exr", "tga", "webp", "jxl", "avif"]
    )
    func roundTrip(suffix: String) throws {
        try bench.frames.write(1...3, to: bench.folder)
        let exact =
            ["webp", "jxl"].contains(suffix)
            ? ["--lossless"] : suffix == "avif" ? ["--chroma", "444", "--quality", "100"] : []
        let written = try bench.flipbook(["export", "walk.####.png", "-o", "out/b.####.\(suffix)"] + exact)
        expectEqual(written.status, 0, "\(written.errors)")
        let list = try bench.flipbook("list", "out")
        expect(list.text.contains("b.####.\(suffix)") && list.text.contains("24x18"), "\(list.text)")
        let lint = try bench.flipbook("lint", "out", "--deep")
        expectEqual(lint.status, 0, "\(lint.text)")
        let render = try bench.flipbook("render", "out", "--frame", "2", "-o", "a.png")
        expectEqual(render.status, 0, "\(render.errors)")
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("a.png"))
        let difference = picture.withUnsafeBytes { pixels in
            pairs(pixels, bench.frames.pixels(2)).map { abs(Int($0) - Int($1)) }.max() ?? 255
        }
        expect(difference <= (suffix == "exr" ? 1 : suffix == "avif" ? 24 : 0))
        let again = try bench.flipbook("export", "out", "-o", "a.mkv")
        expectEqual(again.status, 0, "\(again.errors)")
        // Half floats and AVIF are near the frames, which are told apart by equal pixels.
        if !["exr", "avif"].contains(suffix) { try expectEqual(bench.shown(in: "a.mkv", among: 1...3), [1, 2, 3]) }
    }

    @Test("a log, a linear and a video DPX are each shown by their headers, through the whole program")
    func dpx() throws {
        for (name, transfer) in [("log", UInt8(1)), ("linear", 2), ("video", 6)] {
            var bytes = try StillFile(
                writing: bench.frames.pixels(1),
                bench.frames.size,
                as: "gbrp10be",
                to: "\(name).1.dpx",
                in: bench.folder
            ).bytes()
            bytes[801] = transfer
            try bench.folder.write(bytes, to: "\(name).1.dpx")
            let render = try bench.flipbook(
                "render",
                "\(name).1.dpx",
                "--frame",
                "1",
                "-o",
                "\(name).png",
                "--overwrite"
            )
            expectEqual(render.status, 0, "\(render.errors)")
        }
        func middle(_ name: String) throws -> Int {
            Int(try ImageDecoder().decode(contentsOf: bench.folder.file(name))[6, 4].blue)
        }
        let (log, linear, video) = try (middle("log.png"), middle("linear.png"), middle("video.png"))
        // The number is 49 of 255: 0.19 of white as it is, and 0.47 as light; as density it is nearly black.
        expect(abs(video - 49) <= 1 && abs(linear - 121) <= 2 && log < 40, "\(log) \(linear) \(video)")
    }
}
