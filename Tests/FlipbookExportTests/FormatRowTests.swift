import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// The table of formats that are read, row by row, through the whole program.
@Suite("Each format is an input of each verb", .hangLimit)
struct FormatRowTests {
    /// What makes a row's files of the frames.
    enum Maker: String {
        case flipbook, ffmpeg, imageMagick, libheif, text, sheet
    }

    /// Every seventh has its turn every day. OpenEXR comes first, since what writes PNG and reads it is met by most tests.
    private static let rows: [(input: String, maker: Maker)] = [
        ("a.####.exr", .flipbook), ("a.####.pam", .ffmpeg), ("walk.gif", .flipbook), ("a.####.heic", .libheif),
        ("a.####.jpg", .flipbook), ("a.####.ppm", .ffmpeg), ("walk.apng", .flipbook), ("a.####.ico", .imageMagick),
        ("a.####.tiff", .flipbook), ("a.####.pgm", .ffmpeg), ("walk.webp", .flipbook), ("a.####.cur", .imageMagick),
        ("a.####.bmp", .flipbook), ("a.####.pbm", .ffmpeg), ("walk.avif", .flipbook), ("a.####.hdr", .imageMagick),
        ("a.####.tga", .flipbook), ("a.####.dpx", .ffmpeg), ("walk.jxl", .flipbook), ("a.####.xbm", .imageMagick),
        ("a.####.webp", .flipbook), ("walk.avi", .ffmpeg), ("walk.mp4", .flipbook), ("a.####.svg", .text),
        ("a.####.avif", .flipbook), ("walk.mov", .flipbook), ("walk.json", .sheet),
        ("a.####.jxl", .flipbook), ("walk.tiff", .imageMagick), ("walk.mkv", .flipbook), ("walk.png", .sheet),
        ("a.####.png", .flipbook), ("walk.zip", .text), ("walk.webm", .flipbook),
    ]

    private let bench: Workbench
    private let numbers = 1...3

    /// Frames that even a film without much chroma tells apart.
    init() throws {
        bench = try Workbench(frames: TestFrames(width: 64, height: 48))
        try bench.add(numbers, to: "walk")
    }

    private func run(_ program: Program, _ arguments: [String]) throws {
        let outcome = try program.run(arguments, in: bench.folder.path)
        try require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }

    /// Makes the files of a row.
    private func make(_ input: String, by maker: Maker) throws {
        let source = "walk/walk.%04d.png"
        switch maker {
        case .flipbook:
            try run(.flipbook, ["export", "walk", "-o", input, "--fps", "10", "-q"])
        case .ffmpeg:
            let name = input.replacingOccurrences(of: "####", with: "%04d")
            try run(Program("ffmpeg"), ["-v", "error", "-framerate", "25", "-i", source, "-q:v", "2", name])
        case .imageMagick where input == "walk.tiff":
            try run(Program("convert"), numbers.map { "walk/\(TestFrames.name($0))" } + [input])
        case .imageMagick, .libheif:
            for number in numbers {
                let (from, to) = (
                    "walk/\(TestFrames.name(number))", input.replacingOccurrences(of: "####", with: "000\(number)")
                )
                if maker == .libheif {
                    try run(Program("heif-enc"), ["-q", "90", from, "-o", to])
                } else {
                    try run(Program("convert"), [from] + (to.hasSuffix("hdr") ? ["-colorspace", "RGB"] : []) + [to])
                }
            }
        case .text where input == "walk.zip":
            let script = "import shutil; shutil.make_archive('walk', 'zip', 'walk')"
            try run(Program("/usr/bin/python3"), ["-c", script])
        case .text:
            for number in numbers {
                // The frame's middle as one area.
                let pixels = bench.frames.pixels(number)
                let middle = (24 * 64 + 32) * 4
                let color = "rgb(\(pixels[middle]),\(pixels[middle + 1]),\(pixels[middle + 2]))"
                let svg = """
                    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"
                    fill="\(color)"/></svg>
                    """
                try bench.folder.write(
                    Array(svg.utf8),
                    to: input.replacingOccurrences(of: "####", with: "000\(number)")
                )
            }
        case .sheet:
            try run(.flipbook, ["export", "walk", "-o", "walk.png", "--format", "sheet", "-q"])
        }
    }

    /// Compares the rendered pixel in the middle with the frame's, where the format has colors.
    private func checkMiddle(_ input: String) throws {
        // What ffmpeg writes as DPX it calls light.
        guard !["pgm", "pbm", "xbm", "dpx"].contains(where: input.hasSuffix) else { return }
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("a.png"))
        let (found, pixels) = (picture[32, 24], bench.frames.pixels(2))
        let expected = pixels[(24 * 64 + 32) * 4..<(24 * 64 + 32) * 4 + 3]
        let difference =
            zip([found.red, found.green, found.blue], expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
        expect(difference <= 20, "\(input): \(found), \(Array(expected))")
    }

    @Test("export, play, lint, list and render take it", arguments: LongTests.cases(rows, every: 14))
    func verbs(input: String, maker: Maker) throws {
        try make(input, by: maker)
        let listed = try bench.flipbook(["list"] + [input.contains("#") ? "." : input])
        expect(listed.text.contains("1-3  3 frames  64x48"), "\(listed)")
        let linted = try bench.flipbook(["lint", "--deep", input])
        expect(linted.status == 0 && linted.text.contains("3 frames: "), "\(linted)")
        let exported = try bench.flipbook(["export"] + [input] + ["-o", "out.mkv", "--repeat", "1"])
        expectEqual(exported.status, 0, "\(exported.errors)")
        try expectEqual(VideoFile(bench.folder.file("out.mkv")).frames(format: "rgba", byteCount: 64 * 48 * 4).count, 3)
        let played = try bench.flipbook(["play"] + [input] + ["--sink", "fakesink", "--repeat", "1", "--fps", "60"])
        expectEqual(played.status, 0, "\(played.errors)")
        let rendered = try bench.flipbook(["render"] + [input] + ["--frame", "2", "-o", "a.png", "--overwrite"])
        expectEqual(rendered.status, 0, "\(rendered.errors)")
        try checkMiddle(input)
    }
}
