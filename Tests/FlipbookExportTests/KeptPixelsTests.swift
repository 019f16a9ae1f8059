import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// What files keep of the pixels, and that what they do not keep is said.
@Suite("What is not kept")
struct KeptPixelsTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(frames: TestFrames(width: 32, height: 24, hasAlpha: true))
        try bench.add(1...3, to: "walk")
        let size = PixelSize(width: 32, height: 24)
        let deep = Picture(making: size, format: .rgba64) { target in
            let words = target.bindMemory(to: UInt16.self)
            for index in words.indices { words[index] = index % 4 == 3 ? 65_535 : UInt16(index * 20) }
        }
        for number in 1...2 {
            try bench.folder.write(PNGEncoder.encode(deep, opaque: true), to: "deep/d.\(number).png")
        }
    }

    @Test(
        "--lossless is refused where the format has fewer bits than the pictures",
        arguments: LongTests.cases(["x.mkv", "x.webp", "x.##.bmp"], every: 2)
    )
    func lossless(name: String) throws {
        let outcome = try bench.flipbook("export", "deep", "-o", name, "--lossless")
        expectEqual(outcome.status, 2)
        expect(
            outcome.errors.contains("--lossless: the pictures have 16 bits per channel"),
            "\(outcome.errors)"
        )
    }

    @Test("and taken where it has as many")
    func losslessAsDeep() throws {
        try expectEqual(bench.flipbook("export", "deep", "-o", "y.##.png", "--lossless").status, 0)
        try expectEqual(
            bench.flipbook("export", "deep", "-o", "y.mov", "--codec", "png", "--lossless").status,
            0
        )
    }

    @Test("a GIF says how many pictures are seen in part, and refuses to keep that")
    func translucentGIF() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.gif")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(
            outcome.errors.contains("note: GIF has no partial transparency: in 3 pictures, pixels below 50 %"),
            "\(outcome.errors)"
        )
        let refused = try bench.flipbook("export", "walk", "-o", "b.gif", "--alpha-output", "keep")
        expectEqual(refused.status, 2)
        expect(refused.errors.contains(".apng"), "\(refused.errors)")
    }

    @Test("what another file keeps and this one does not, is said")
    func without() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4", "-o", "a.mkv", "--lossless")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(
            outcome.errors.contains(
                "note: a.mp4 lacks a setting that other files have. --lossless: h264 changes pixels"
            )
        )
    }

    @Test("depths that pictures do not have, and negative paddings, are refused in a sentence")
    func numbers() throws {
        let depth = try bench.flipbook("export", "walk", "-o", "a.mp4", "--depth", "9")
        expectEqual(depth.status, 2)
        expect(
            depth.errors.contains("--depth 9: use 8, 10, 12 or 16 bits per channel"),
            "\(depth.errors)"
        )
        let padding = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.png",
            "--format",
            "sheet",
            "--padding",
            "-3"
        )
        expect(padding.errors.contains("--padding -3: use 0 to 1024 pixels"), "\(padding.errors)")
    }

    @Test("remedies are others than what is there")
    func remedies() throws {
        let profile = try bench.flipbook("export", "walk", "-o", "a.mov", "--profile", "hq")
        expect(profile.errors.contains("choose --profile 4444"), "\(profile.errors)")
        let numbered = try bench.flipbook("export", "walk", "-o", "a.##.jpg")
        expect(numbered.errors.contains("frame.####.png"), "\(numbered.errors)")
    }
}
