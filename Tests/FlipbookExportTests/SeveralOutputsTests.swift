import FlipbookCore
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Several files of one export")
struct SeveralOutputsTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(frames: TestFrames(width: 32, height: 24, hasAlpha: true))
        try bench.add(1...6, to: "walk")
    }

    private func export(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
    }

    @Test("each file is complete, and as good as one that is made alone")
    func together() throws {
        let outcome = try export("-o", "a.mp4", "-o", "a.mkv", "-o", "a.gif", "-o", "a.apng", "-o", "out/f.%04d.png")
        try require(outcome.status == 0, "\(outcome.errors)")
        expectEqual(outcome.text.split(separator: "\n").count, 5)
        let alone = try export("-o", "b.mkv", "-o", "b.gif")
        try require(alone.status == 0)
        for (one, other) in [("a.gif", "b.gif")] {
            try expectEqual(
                Data(contentsOf: URL(fileURLWithPath: bench.folder.file(one).string)),
                Data(contentsOf: URL(fileURLWithPath: bench.folder.file(other).string))
            )
        }
        let found = try VideoFile(bench.folder.file("a.mkv")).frames(format: "rgba", byteCount: 32 * 24 * 4)
        expectEqual(found, (1...6).map { bench.frames.pixels($0) })
        try expectEqual(VideoFile(bench.folder.file("a.mp4")).presentationTimes().count, 6)
    }

    @Test("each frame is decoded once, and drawn once for files that want the same pixels")
    func shared() throws {
        let outcome = try export("-o", "a.mp4", "-o", "b.mp4", "-o", "a.mkv", "--stats", "--json")
        try require(outcome.status == 0, "\(outcome.errors)")
        let reports = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
        expectEqual(reports.count, 3)
        expectEqual(reports.map { $0["framesRendered"] as? Int }, [6, 0, 6])
        // Each of the lines says which file it is about.
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("stats: ") }
        let words = ["a.mp4: 6 renders", "b.mp4: 0 renders", "a.mkv: 6 renders"]
        expect(lines.count == 3 && zip(lines, words).allSatisfy { $0.hasPrefix("stats: " + $1) }, "\(outcome.errors)")
    }

    @Test("files that want the pictures twice or three times are each complete and compared")
    func passes() throws {
        // A GIF's colors are chosen first, and the comparison is one more.
        let outcome = try export("-o", "a.mkv", "-o", "a.gif", "-o", "a.apng", "--verify", "pixels", "--json")
        try require(outcome.status == 0, "\(outcome.errors)")
        let reports = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
        expectEqual(reports.map { $0["framesReadBack"] as? Int }, [6, 6, 6])
        expect(reports.allSatisfy { $0["fidelity"] is [String: Any] }, "\(outcome.text)")
        try expectEqual(bench.names().sorted(), ["a.apng", "a.gif", "a.mkv", "walk"])
    }

    @Test("an encoder's property is for the files whose encoder has it, and is refused where none has")
    func properties() throws {
        let outcome = try export(
            "-o",
            "a.mp4",
            "-o",
            "a.webm",
            "-o",
            "a.gif",
            "--option",
            "bframes=0",
            "--option",
            "cpu-used=5"
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.names().sorted(), ["a.gif", "a.mp4", "a.webm", "walk"])
        let refused = try export("-o", "b.gif", "-o", "b.mp4", "--option", "nosuch=1")
        expect(refused.status == 2 && refused.errors.contains("'x264enc' has no property"), "\(refused.errors)")
    }

    @Test("what holds for several files is said once")
    func notesOnce() throws {
        let outcome = try export("-o", "a.mp4", "-o", "a.mkv", "--size", "48x36", "--fps", "24")
        try require(outcome.status == 0, "\(outcome.errors)")
        let notes = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        expect(!notes.isEmpty && Set(notes).count == notes.count, "\(outcome.errors)")
    }

    @Test("an option holds for the files that have a use for it, and is refused where none has")
    func options() throws {
        let outcome = try export(
            "-o",
            "a.mp4",
            "-o",
            "a.gif",
            "--crf",
            "20",
            "--dither",
            "ordered",
            "--comment",
            "c",
            "--title",
            "t"
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let refused = try export("-o", "c.gif", "-o", "c.mkv", "--crf", "20")
        expectEqual(refused.status, 2)
        expect(refused.errors.hasPrefix("error: --quality, --crf: gif "), "\(refused.errors)")
        try expectEqual(bench.names().sorted(), ["a.gif", "a.mp4", "walk"])
    }

    @Test("a number can be for one extension")
    func scopedNumbers() throws {
        let outcome = try export("-o", "a.mp4", "-o", "a.webm", "--crf", "mp4=30", "--crf", "40", "--dry-run", "--json")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.text.contains("\"rateFactor\":30") && outcome.text.contains("\"rateFactor\":40"))
        let refused = try export("-o", "a.mp4", "--quality", "gif=30")
        expectEqual(
            refused.errors,
            "error: --quality gif=…: no output is a .gif file. Omit it, or add such an output with -o.\n"
        )
        expectEqual(refused.status, 2)
    }

    @Test("what is refused for one file is refused for all, and nothing is written")
    func refusal() throws {
        let twice = try export("-o", "a.mp4", "-o", "a.mp4")
        expectEqual(twice.errors, "error: -o a.mp4: two files cannot have the same name. Use only one of them.\n")
        let unknown = try export("-o", "a.mp4", "-o", "a.avi")
        expectEqual(unknown.status, 2)
        let elsewhere = try export("-o", "a.mp4", "-o", "missing/a.gif")
        expectEqual(
            elsewhere.errors,
            "error: missing/a.gif: the folder missing does not exist. Create it first, or write elsewhere with -o.\n"
        )
        // As where it is the only file.
        expectEqual(elsewhere.status, 3)
        try bench.folder.write(Array("mine".utf8), to: "there.gif")
        let existing = try export("-o", "a.mp4", "-o", "there.gif")
        expect(existing.status == 2 && existing.errors.contains("there.gif exists"), "\(existing.errors)")
        try expectEqual(bench.names().sorted(), ["there.gif", "walk"])
    }

    @Test("a file that fails leaves the others complete", .enabled(if: Sanitizer.isAbsent, Sanitizer.presence))
    func failure() throws {
        let folder = bench.folder.path
        // A limit that the lossless files break, and the others do not.
        try TestFrames(width: 320, height: 240).write(1...3, to: bench.folder, stem: "large")
        let line =
            "ulimit -f 80; '\(Program.flipbook.name)' export 'large.####.png' -o a.mp4 -o a.mkv -o out/p.%04d.bmp -o "
            + "a.gif --crf 45"
        let outcome = try Program("bash").run(["-c", line], in: folder)
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("a.mkv") && outcome.errors.contains("p.%04d.bmp"), "\(outcome.errors)")
        expect(outcome.text.contains("a.mp4: 3 frames"), "\(outcome.text)\(outcome.errors)")
        expect(!FileManager.default.fileExists(atPath: folder + "/a.mkv"))
    }

    @Test("a poster is made of the frame that is asked for")
    func poster() throws {
        let outcome = try export("-o", "a.mp4", "--poster", "p.png", "--poster-frame", "4")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(StillFile(bench.folder.file("p.png")).pixels(), bench.frames.pixels(4))
        let again = try export("-o", "b.mp4", "--poster", "p.png")
        expect(again.status == 2 && again.errors.contains("p.png"), "\(again.errors)")
        try expectEqual(bench.names().sorted(), ["a.mp4", "p.png", "walk"])
        try expectEqual(export("-o", "b.mp4", "--poster-frame", "2").status, 2)
    }

    @Test(
        "a poster is an image of any format, with the text that is burnt into the film's frame",
        arguments: LongTests.cases(["png", "tif", "bmp", "tga", "jpg", "webp"], every: 3)
    )
    func posterFormats(ending: String) throws {
        let name = "p.\(ending)"
        // Formats that keep every pixel have no quality.
        let isLossy = ["jpg", "webp"].contains(ending)
        let outcome = try bench.flipbook(
            ["export", "walk", "-o", "out/f.%d.tif", "--poster", name, "--poster-frame", "4", "--burn-in", "timecode"]
                + ["--burn-in", "top:frame"] + (isLossy ? ["--quality", "\(ending)=100"] : [])
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let film = try StillFile(bench.folder.file("out/f.4.tif")).pixels()
        let poster = try StillFile(bench.folder.file(name)).pixels()
        try require(film.count == poster.count)
        func distance(_ pixels: [UInt8]) -> Int { pairs(poster, pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } }
        expect(isLossy ? distance(film) < distance(bench.frames.pixels(4)) : film == poster)
        expect(film != bench.frames.pixels(4))
    }

    @Test("a poster that cannot be transparent says so, and takes its own quality")
    func posterInJPEG() throws {
        try TestFrames(width: 24, height: 18, hasAlpha: true).write(1...2, to: bench.folder, stem: "clear")
        func size(_ quality: String, _ name: String) throws -> Int {
            let outcome = try bench.flipbook(
                "export",
                "clear.####.png",
                "-o",
                "\(name).webm",
                "--poster",
                "\(name).jpg",
                "--quality",
                quality
            )
            try require(outcome.status == 0, "\(outcome.errors)")
            let flattened = "which jpeg does not support, so transparent parts are composited over black"
            expect(outcome.errors.contains(flattened), "\(outcome.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("\(name).jpg").string)).count
        }
        try expect(size("jpg=10", "small") < size("jpg=95", "large"))
    }
}
