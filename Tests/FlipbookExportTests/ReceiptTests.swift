import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// What the command tells a person and a program.
@Suite(.hangLimit) struct ReceiptTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4])
    }

    @Test("--json prints one document with every fact of the export, and nothing else")
    func json() throws {
        try bench.folder.write(TestFrames(width: 48, height: 36).png(2), to: "walk/walk.0002.png")
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mkv",
            "--json",
            "-q",
            "--missing",
            "hold",
            "--mismatch",
            "fit",
            "--repeat",
            "2"
        )
        expectEqual(outcome.errors, "")
        let receipt = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        expectEqual(
            receipt.keys.sorted(),
            [
                "byteCount", "codec", "container", "duration", "file", "fitted", "framesEncoded", "framesIn",
                "framesReadBack", "framesRendered", "height", "input", "notes", "rate", "skipped", "substitutions",
                "wallTime", "width",
            ]
        )
        expectEqual(receipt["input"] as? String, "walk/walk.####.png")
        expectEqual(receipt["framesIn"] as? Int, 3)
        expectEqual(receipt["framesEncoded"] as? Int, 8)
        expectEqual(receipt["framesReadBack"] as? Int, 8)
        expectEqual(receipt["framesRendered"] as? Int, 3)
        expectEqual(receipt["rate"] as? String, "30")
        expectEqual(receipt["duration"] as? Double, 0.266_666_666)
        expectEqual(receipt["width"] as? Int, 24)
        expectEqual(receipt["height"] as? Int, 18)
        expectEqual(receipt["codec"] as? String, "ffv1")
        expectEqual(receipt["container"] as? String, "mkv")
        expectEqual(receipt["file"] as? String, "a.mkv")
        expectEqual(receipt["skipped"] as? String, "")
        expectEqual(receipt["fitted"] as? [String], ["walk.0002.png: 48x36, scaled to 24x18"])
        let substitutions = try require(receipt["substitutions"] as? [[String: Any]])
        expectEqual(substitutions.map { $0["frame"] as? Int }, [3])
        expectEqual(substitutions.map { $0["policy"] as? String }, ["hold"])
        expectEqual(substitutions.map { $0["heldFrame"] as? Int }, [2])
        expectEqual((receipt["notes"] as? [String])?.count, 2)
        let wallTime = try require(receipt["wallTime"] as? Double)
        expect(wallTime > 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder.file("a.mkv").string)
        expectEqual(receipt["byteCount"] as? Int, attributes[.size] as? Int)
    }

    @Test("the receipt names the frames that were left out")
    func skipped() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mkv", "--json", "--missing", "skip")
        let receipt = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        expectEqual(receipt["skipped"] as? String, "3")
        expectEqual(receipt["framesEncoded"] as? Int, 3)
    }

    @Test("a failure prints nothing on standard output, with --json neither")
    func failure() throws {
        let outcome = try bench.flipbook("export", "walk", "-o", "a.mkv", "--json")
        expectEqual(outcome.text, "")
        expect(outcome.errors.hasPrefix("error: "))
        expectEqual(outcome.status, 1)
    }

    @Test("--progress json is one document a line, the frames rising in each stage")
    func progress() throws {
        let outcome = try bench.flipbook(
            "export",
            "walk",
            "-o",
            "a.mkv",
            "-q",
            "--missing",
            "skip",
            "--repeat",
            "40",
            "--progress",
            "json"
        )
        var stages: [String] = []
        var last = -1
        for line in outcome.errorLines {
            let step = try require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let stage = try require(step["stage"] as? String)
            let frame = try require(step["frame"] as? Int)
            let count = try require(step["frameCount"] as? Int)
            expect(step["framesPerSecond"] is NSNumber)
            if stages.last != stage {
                stages.append(stage)
                last = -1
            }
            expect(frame > last && frame <= count, "\(line)")
            expectEqual(count, stage == "checking" ? 3 : 120)
            last = frame
        }
        expectEqual(stages, ["checking", "encoding", "verifying"])
        expectEqual(outcome.text, "")
    }

    @Test("-q leaves the errors and --json, and takes away notes and the sentence about the file")
    func quiet() throws {
        let loud = try bench.flipbook("export", "walk", "-o", "a.mkv", "--missing", "hold")
        let quiet = try bench.flipbook("export", "walk", "-o", "b.mkv", "--missing", "hold", "-q")
        expect(loud.errors.hasPrefix("note: "))
        expectEqual(quiet.errors, "")
        expect(loud.text.hasPrefix("a.mkv: 4 frames, 24x18, 30 frames/s, 0.133 s, ffv1, "))
        expect(loud.text.hasSuffix(" bytes; all 4 read back.\n"))
        expectEqual(quiet.text, "")
        let options = ["export", "walk", "-o", "d.mkv", "--missing", "hold", "-q", "--json"]
        try expect(bench.flipbook(options).text.contains("\"framesEncoded\" : 4"))
        try expectEqual(bench.flipbook("render", "walk", "-o", "a.png", "--missing", "hold", "-q").text, "")
        try expect(bench.flipbook("export", "walk", "-o", "c.mkv", "-q").errors.hasPrefix("error: "))
    }

    @Test("a terminal gets color and a bar; NO_COLOR, TERM=dumb and a pipe get none")
    func color() throws {
        // `script` gives the command a terminal, and what it shows.
        func shown(_ environment: [String: String]) throws -> String {
            let command = "env -u NO_COLOR \(Program.flipbook.name) export walk -o a.mkv"
            let setting = environment.map { "\($0)=\($1) " }.joined()
            let inner = command.replacing("env -u NO_COLOR ", with: "env -u NO_COLOR \(setting)")
            return try Program("script").run(["-qec", inner, "/dev/null"], in: bench.folder.path).text
        }
        try expect(shown(["TERM": "xterm"]).contains("\u{1B}[1;31merror:\u{1B}[0m walk/"))
        try expect(shown(["TERM": "xterm", "NO_COLOR": "1"]).contains("error: walk/"))
        try expect(shown(["TERM": "dumb"]).contains("error: walk/"))
        try expect(!bench.flipbook("export", "walk", "-o", "a.mkv").errors.contains("\u{1B}"))
    }

    @Test("a reader that has gone is no failure, a full disk behind standard output is one")
    func standardOutput() throws {
        func status(_ script: String) throws -> Program.Outcome {
            try Program("bash").run(
                ["-c", "set -o pipefail; \(script)", "bash", Program.flipbook.name],
                in: bench.folder.path
            )
        }
        let gone = try status("\"$1\" export walk -o a.mkv -q --missing skip | true")
        expectEqual(gone.status, 0)
        expectEqual(gone.errors, "")
        let full = try status("\"$1\" export walk -o b.mkv -q --json --missing skip >/dev/full")
        expectEqual(full.status, 3)
        expectEqual(
            full.errors,
            "error: Cannot write to standard output: No space left on device.\n"
        )
        try expectEqual(status("\"$1\" export walk -o c.mkv -q --missing skip <&- >&- 2>&-").status, 0)
        try expectEqual(bench.names(), ["a.mkv", "b.mkv", "c.mkv", "walk"])
        let made = try ["a.mkv", "b.mkv", "c.mkv"].map { try bench.shown(in: $0, among: 1...4) }
        expectEqual(made, [[1, 2, 4], [1, 2, 4], [1, 2, 4]], "what is said does not go into the file")
    }
}
