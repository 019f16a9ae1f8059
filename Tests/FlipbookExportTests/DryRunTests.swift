import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook export --dry-run`.
@Suite(.hangLimit) struct DryRunTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4])
    }

    @Test("it says what would be done, with the encoder's line, and writes nothing")
    func sentences() throws {
        let before = try bench.folder.names()
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mp4", "--missing", "hold", "--dry-run")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let lines = outcome.text.split(separator: "\n")
        expectEqual(lines.first, "a.mp4: 4 frames, 24x18, 30 frames/s, 0.133 s, h264, crf 20, preset medium.")
        expectEqual(lines.dropFirst().first, "walk/walk.####.png, drawn on a canvas of 24x18, 1 cycle.")
        expect(lines.contains { $0.hasPrefix("gst-launch-1.0 videotestsrc num-buffers=4 ! capsfilter ") })
        expectEqual(lines.last, "Nothing was written.")
        try expectEqual(bench.folder.names(), before)
    }

    @Test(
        "x264 looks ahead as its preset says, at huge pictures no farther than 2.5 GB of them reach",
        arguments: [("4096x2160", nil), ("8192x8192", 8), ("16384x8192", 4)] as [(String, Int?)]
    )
    func lookahead(size: String, pictures: Int?) throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--missing",
            "hold",
            "--size",
            size,
            "--preset",
            "veryslow",
            "--dry-run"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let found = outcome.text.firstMatch(of: /rc-lookahead=([0-9]+)/)?.1
        expectEqual(found.flatMap { Int($0) }, pictures, "\(outcome.text)")
    }

    @Test(
        "a megabyte is a million bytes, a mebibyte 2^20, and the plan says how many they are",
        arguments: LongTests.cases(
            [
                ("1MB", 1_000_000), ("1MiB", 1_048_576), ("1.5MB", 1_500_000), ("800kB", 800_000), ("800KiB", 819_200),
                ("1G", 1_000_000_000), ("4000", 4000),
            ],
            every: 3
        )
    )
    func sizes(text: String, byteCount: Int) throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--missing",
            "hold",
            "--dry-run",
            "--max-size",
            text
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.text.contains(", h264, at most \(byteCount) bytes, preset medium."), "\(outcome.text)")
    }

    @Test("with --json it prints the plan as one document")
    func json() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "out/a.##.png",
            "--missing",
            "skip",
            "--dry-run",
            "--json"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let plan = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        expectEqual((plan["drawings"] as? [Any])?.count, 3)
        expectEqual(plan["runs"] as? [[Int]], [[0, 1, 0], [1, 1, 1], [2, 1, 2]])
        expectEqual(plan["target"] as? String, "out/a.##.png")
        try expectEqual(bench.folder.names().contains("out"), false)
    }

    @Test("it ends as the export would")
    func refusals() throws {
        try expectEqual(bench.flipbook("export", "walk", "-o", "a.mp4", "--dry-run").status, 1)
        let taken = try bench.flipbook("export", "walk", "-o", "nowhere/a.mp4", "--missing", "hold", "--dry-run")
        expectEqual(taken.status, 3)
        expect(taken.errors.contains("the folder nowhere does not exist"), "\(taken.errors)")
        let option = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mp4",
            "--missing",
            "hold",
            "--option",
            "nosuch=1",
            "--dry-run"
        )
        expectEqual(option.status, 2)
        expect(option.errors.contains("nosuch"), "\(option.errors)")
    }

    @Test(
        "a place where nothing can be written is refused in the words of the export",
        arguments: LongTests.cases(
            [
                "/sys/a.mp4", "/proc/a.mp4", "/sys/a.###.png", "/proc/new/a.###.png", "/sys/new/a.###.png",
                String(repeating: "n", count: 252) + ".mp4", String(repeating: "n", count: 248) + ".###.png",
                "new/" + String(repeating: "n", count: 248) + ".###.png",
                String(repeating: "n", count: 256) + "/a.###.png", "walk/walk.0001.png/a.###.png", "a/b/c.###.png",
            ],
            every: 3
        )
    )
    func places(target: String) throws {
        let before = try bench.folder.names()
        let export = try bench.flipbook("export", "walk", "-o", target, "--missing", "hold")
        let plan = try bench.flipbook("export", "walk", "-o", target, "--missing", "hold", "--dry-run")
        expectEqual(export.status, 3, "\(export.errors)")
        expect(export.errors.hasPrefix("error: "))
        expectEqual(plan.status, export.status)
        expectEqual(plan.errors, export.errors)
        try expectEqual(bench.folder.names(), before)
    }
}
