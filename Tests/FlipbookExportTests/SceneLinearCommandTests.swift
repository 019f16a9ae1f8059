import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Exposure, lookup tables and profiles, through the whole program.
@Suite("The colors of scene-linear frames, as a user asks for them", .hangLimit)
struct SceneLinearCommandTests {
    private let bench: Workbench
    private let size = PixelSize(width: 64, height: 48)

    /// An OpenEXR file of random light, and a random cube.
    init() throws {
        bench = try Workbench()
        var random = SeededGenerator(seed: 5)
        let channels = ["R", "G", "B"].map { name in
            (name, (0..<size.area).map { _ in Float.random(in: -0.2...3, using: &random) })
        }
        let file = EXRWriter.file(width: size.width, height: size.height, channels: channels)
        try bench.folder.write(file, to: "shot.0001.exr")
        try bench.folder.write(file, to: "shot.0002.exr")
        let lines = (0..<729).map { _ in
            (0..<3).map { _ in "\(Float.random(in: 0...1, using: &random))" }.joined(separator: " ") + "\n"
        }
        try bench.folder.write(Array(("LUT_3D_SIZE 9\n" + lines.joined()).utf8), to: "look/random.cube")
    }

    private func values(of name: String) throws -> [UInt16] {
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: bench.folder.file(name))
        try require(picture.format == .rgba64)
        return picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    @Test("a cube shows light as ffmpeg's tetrahedra do")
    func cube() throws {
        let outcome = try bench.flipbook("render", "shot.0001.exr", "-o", "a.png", "--lut", "look/random.cube")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.errors.contains("note: The frame is scene-linear, shown through random.cube.\n"))
        expect(outcome.errors.contains("% of the pixels are brighter than the domain of the lookup table"))
        let filter = "format=gbrpf32le,lut3d=file=look/random.cube:interp=tetrahedral"
        let theirs = try Program("ffmpeg").run(
            ["-v", "error", "-i", "shot.0001.exr", "-vf", filter, "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "b.raw"],
            in: bench.folder.path
        )
        try require(theirs.status == 0, "\(theirs.errors)")
        let raw = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("b.raw").string))
        let numbers = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        try require(numbers.count == 3 * size.area)
        let ours = try values(of: "a.png")
        for pixel in 0..<size.area {
            // ffmpeg's planes are green, blue, red.
            for (channel, plane) in [2, 0, 1].enumerated() {
                let expected = Double(numbers[plane * size.area + pixel]) * 65_535
                expect(abs(Double(ours[pixel * 4 + channel]) - expected) <= 1.01)
            }
        }
    }

    /// Writes frames of one layer, gray or in colors, whose light is the same everywhere.
    private func write(_ lights: [Float], to folder: String, channels: [String] = ["R", "G", "B"]) throws {
        for (number, light) in zip(1..., lights) {
            let pixels = channels.map { ($0, [Float](repeating: light, count: 256)) }
            try bench.folder.write(
                EXRWriter.file(width: 16, height: 16, channels: pixels),
                to: "\(folder)/f.\(number).exr"
            )
        }
    }

    @Test(
        "frames that differ only in light brighter than white are not equal, and lint does not take them for duplicates",
        arguments: [["R", "G", "B"], ["Z"]]
    )
    func brighterThanWhite(channels: [String]) throws {
        try write([11, 12, 13], to: "one", channels: channels)
        try write([501, 502, 503], to: "other", channels: channels)
        let outcome = try bench.flipbook("diff", "one", "other")
        expectEqual(outcome.status, 1)
        expectEqual(outcome.text, "No frame can be compared (1-3).\n")
        let words =
            "100.0 % of the pixels are brighter than white and are clipped, the most among 3 such frames. Use a lower "
        expect(outcome.errors.contains("note: other/f.@.exr: f.1.exr: \(words)--exposure"), "\(outcome.errors)")
        try expect(bench.flipbook("diff", "one", "other", "--exposure", "-10").text.hasPrefix("3 of 3 frames differ"))
        try expectEqual(bench.flipbook("diff", "one", "one").text, "3 frames compared, no difference.\n")
        let select = ["--deep", "--select", "seq.duplicate-frames"]
        try expect(!bench.flipbook(["lint", "one"] + select).text.contains("seq.duplicate-frames"))
        try write([11, 11, 11], to: "still", channels: channels)
        try expect(bench.flipbook(["lint", "still"] + select).text.contains("all 3 frames show the same picture"))
    }

    @Test("a note says how many bits of floating-point frames are kept, and no format is said to keep all of them")
    func depth() throws {
        try write([0.25, 0.5], to: "one")
        let video = try bench.flipbook("export", "one", "-o", "a.mp4")
        let start = "note: All 2 frames have 32 bits per channel; the output keeps "
        let ways = "To keep 10, use --depth 10; to keep 16, use .mov with --codec png.\n"
        expect(video.errors.contains("\(start)8, with dithering. \(ways)"), "\(video.errors)")
        let images = try bench.flipbook("export", "one", "-o", "a.#.exr")
        expect(images.errors.contains("\(start)16.\n"), "\(images.errors)")
        let image = try bench.flipbook("render", "one", "-o", "a.exr")
        expect(image.errors.contains("note: the picture has 32 bits per channel; exr keeps 16.\n"), "\(image.errors)")
    }

    @Test("the options and a manifest's keys are the same; its files lie beside it")
    func manifest() throws {
        let keys = "exposure: -1.5\nlut: random.cube\ninputProfile: acescg\n"
        try bench.folder.write(Array("image: ../shot.0001.exr\n\(keys)".utf8), to: "look/shot.yaml")
        let byManifest = try bench.flipbook("render", "look/shot.yaml", "--allow-outside", ".", "-o", "a.png")
        try require(byManifest.status == 0, "\(byManifest.errors)")
        let options = ["--exposure", "-1.5", "--lut", "look/random.cube", "--input-profile", "acescg"]
        let byOptions = try bench.flipbook(["render", "shot.0001.exr", "-o", "b.png"] + options)
        try require(byOptions.status == 0, "\(byOptions.errors)")
        try expectEqual(values(of: "a.png"), values(of: "b.png"))
        let plain = try bench.flipbook("render", "shot.0001.exr", "-o", "c.png", "--exposure", "-1.5")
        try require(plain.status == 0, "\(plain.errors)")
        try expect(values(of: "a.png") != values(of: "c.png"))
    }

    @Test("segments are made with the same colors as a whole export, and with other ones where the table changes")
    func segments() throws {
        let colors = ["--exposure", "-1", "--lut", "look/random.cube"]
        func frames() throws -> [[UInt8]] {
            let plan = ["plan", "shot.####.exr", "-o", "a.mkv", "--segment", "1"] + colors
            let planned = try bench.flipbook(plan)
            try require(planned.status == 0, "\(planned.errors)")
            try bench.folder.write(Array(planned.text.utf8), to: "plan.json")
            for index in ["0", "1"] {
                let made = try bench.flipbook("segment", "plan.json", "--index", index)
                try require(made.status == 0, "\(made.errors)")
            }
            let joined = try bench.flipbook("join", "plan.json", "--overwrite")
            try require(joined.status == 0, "\(joined.errors)")
            return try VideoFile(bench.folder.file("a.mkv")).frames(format: "gbrp16le", byteCount: size.area * 6)
        }
        let segmented = try frames()
        let whole = try bench.flipbook(["export", "shot.####.exr", "-o", "b.mkv"] + colors)
        try require(whole.status == 0, "\(whole.errors)")
        try expectEqual(
            VideoFile(bench.folder.file("b.mkv")).frames(format: "gbrp16le", byteCount: size.area * 6),
            segmented
        )
        try bench.folder.write(Array("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8), to: "look/random.cube")
        try expect(frames() != segmented)
    }

    @Test(
        "what cannot be used is named, with its line",
        arguments: LongTests.cases(
            [
                (["--lut", "bad.cube"], "--lut: bad.cube, line 3: 'x' is not a number.", 3),
                (["--lut", "gone.cube"], "--lut: gone.cube: ", 3),
                (["--input-profile", "bad.cube"], "--input-profile: bad.cube: it is not an ICC profile.", 3),
                (["--input-profile", "acecg"], "Did you mean 'acescg'?", 2),
                (["--exposure", "bright"], "'bright' is not an exposure. Use a number from -20 to 20.", 2),
            ],
            every: 2
        )
    )
    func faults(options: [String], words: String, status: Int) throws {
        try bench.folder.write(Array("LUT_1D_SIZE 2\n0 0 0\n1 x 1\n".utf8), to: "bad.cube")
        let outcome = try bench.flipbook(["render", "shot.0001.exr", "-o", "a.png"] + options)
        expect(outcome.status == status)
        expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("a setting for light says that it has no effect on other frames")
    func idle() throws {
        try bench.add([1], to: ".")
        let outcome = try bench.flipbook("render", "walk.0001.png", "-o", "a.png", "--exposure", "1")
        expectEqual(
            outcome.errors,
            "note: --exposure: none of the frames is scene-linear, so this has no effect. If the frames are linear, use "
                + "--input-profile linear.\n"
        )
        let light = try bench.flipbook(
            "render",
            "walk.0001.png",
            "-o",
            "b.png",
            "--exposure",
            "-1",
            "--input-profile",
            "linear"
        )
        expect(light.errors.contains("The frame is scene-linear"), "\(light.errors)")
    }
}
