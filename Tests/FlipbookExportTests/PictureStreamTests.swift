import FlipbookTestSupport
import Foundation
import Testing

@Suite("Pictures on standard output")
struct PictureStreamTests {
    @Test("another program reads every picture of a Y4M stream, with its rate and its colors")
    func y4m() throws {
        let bench = try Workbench(frames: TestFrames(width: 33, height: 18))
        try bench.add(1...5, to: "walk")
        let line =
            "'\(Program.flipbook.name)' export walk -o - --format y4m --fps 24000/1001 | "
            + "ffmpeg -v error -f yuv4mpegpipe -i - -c:v ffv1 a.mkv"
        let outcome = try Program("bash").run(["-o", "pipefail", "-c", line], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.errors.contains("standard output: 5 frames, 34x18, 24000/1001 frames/s"))
        let file = VideoFile(bench.folder.file("a.mkv"))
        let stream = try file.stream()
        expect(stream["width"] == "34" && stream["height"] == "18" && stream["pix_fmt"] == "yuv420p")
        expectEqual(stream["r_frame_rate"], "24000/1001")
        try expectEqual(file.presentationTimes().count, 5)
    }

    @Test("a raw stream is the pixels and nothing else")
    func raw() throws {
        let bench = try Workbench(walk: 1...3)
        let outcome = try bench.flipbook("export", "walk", "-o", "-", "--format", "raw", "-q")
        expect(outcome.status == 0 && outcome.errors == "")
        expectEqual(Array(outcome.output), (1...3).flatMap(bench.frames.pixels))
    }

    @Test(
        "what goes nowhere is refused",
        arguments: [
            (["-o", "-"], "-o -: choose a stream format with --format y4m or --format raw."),
            (
                ["-o", "-", "--format", "gif"],
                "--format gif: the values are y4m, raw for -o -, apng for .png, sheet for .png, contact for "
                    + ".png. For all others, the extension determines the format."
            ),
            (["-o", "a.mp4", "--format", "y4m"], "a.mp4: a Y4M stream can be written only to standard output: -o -."),
        ]
    )
    func refusals(arguments: [String], sentence: String) throws {
        let bench = try Workbench(walk: 1...2)
        let outcome = try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expect(outcome.status == 2 && outcome.text == "")
        try expectEqual(bench.names(), ["walk"])
    }

    @Test("a stream that is closed takes no pictures, and the export says so")
    func closed() throws {
        let bench = try Workbench(walk: 1...2)
        let line = "exec '\(Program.flipbook.name)' export walk -o - --format raw >&-"
        let outcome = try Program("bash").run(["-c", line], in: bench.folder.path)
        expectEqual(
            outcome.errors,
            "error: -o -: standard output is closed. Send the pictures to another program or into a file.\n"
        )
        expectEqual(outcome.status, 2)
    }

    @Test("a reader that goes ends the export with a word")
    func lostReader() throws {
        let bench = try Workbench(frames: TestFrames(width: 400, height: 300))
        try bench.add(1...4, to: "walk")
        let line = "'\(Program.flipbook.name)' export walk -o - --format raw --repeat 20 | head -c 10 >/dev/null"
        let outcome = try Program("bash").run(["-o", "pipefail", "-c", line], in: bench.folder.path)
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("the program that reads the pictures has stopped reading"), "\(outcome.errors)")
    }
}
