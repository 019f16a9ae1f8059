import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Where `flipbook play --report` writes, and where it cannot.
@Suite(.hangLimit) struct PlayReportTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: 1...6)
    }

    @Test("every place that no report can be written to is reported before anything is played")
    func reports() throws {
        try bench.folder.write([], to: "file")
        let cases: [(name: String, message: String, status: Int32)] = [
            (
                "nowhere/report.json",
                "nowhere/report.json: the folder nowhere does not exist. Create it first, or write elsewhere with "
                    + "--report.",
                3
            ),
            ("walk", "--report walk: a folder, not a file. Specify a file in it.", 2),
            ("new/", "--report new/: a folder, not a file. Specify a file in it.", 2),
            ("file/report.json", "file/report.json: file is not a folder. Write elsewhere with --report.", 3),
            ("", "--report \"\": not a valid file name.", 2),
            (
                "walk/walk.0001.png",
                "--report walk/walk.0001.png: looks like an image file, not a report. Use a different extension.",
                2
            ),
        ]
        for (name, message, status) in cases {
            // One that played would not end.
            let outcome = try bench.flipbook("play", "walk", "--sink", "fakesink", "--report", name)
            expectEqual(outcome.errors, "error: \(message)\n")
            expect(outcome.status == status)
        }
        try expectEqual(bench.names(), ["file", "walk"])
    }

    @Test("a player that was stopped and goes on shows no frame twice, and leaves none out")
    func stopped() throws {
        let process = try RunningProgram(
            Program.flipbook.name,
            [
                "play", "walk", "--sink", "filesink,location=shown.raw,sync=true,buffer-mode=unbuffered", "--fps", "4",
                "--repeat", "2", "--report", "report.json",
            ],
            in: bench.folder.path
        )
        // In the middle: three frames of twelve have been shown.
        let shown = bench.folder.file("shown.raw").string
        var status = stat()
        var frame: off_t = 0
        while process.isRunning, frame == 0 || status.st_size < 3 * frame {
            usleep(20_000)
            guard stat(shown, &status) == 0 else { continue }
            if frame == 0 { frame = status.st_size }
        }
        process.stop()
        sleep(2)
        process.send(SIGCONT)
        expectEqual(process.wait(), .exit(0))
        let report = try JSONDecoder().decode(
            Counts.self,
            from: Data(contentsOf: URL(fileURLWithPath: bench.folder.file("report.json").string))
        )
        expectEqual(report.presented + report.dropped, 12)
        expectEqual(report.cycles, 2)
    }

    private struct Counts: Decodable {
        let presented: Int
        let dropped: Int
        let cycles: Int
    }

    @Test("the report appears whole, with --overwrite in the place of an older one, and nothing beside it")
    func reportReplaced() throws {
        try bench.folder.write(Array("older".utf8), to: "report.json")
        let refused = try bench.flipbook("play", "walk", "--sink", "fakesink", "--report", "report.json")
        expectEqual(refused.status, 2)
        expect(refused.errors.contains("report.json exists and was not changed."), "\(refused.errors)")
        let outcome = try bench.flipbook(
            "play",
            "walk",
            "--sink",
            "fakesink",
            "--repeat",
            "1",
            "--fps",
            "60",
            "--report",
            "report.json",
            "--overwrite"
        )
        expectEqual(outcome.status, 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("report.json").string))
        let report = try require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        expectEqual(report["cycles"] as? Int, 1)
        try expectEqual(bench.names(), ["report.json", "walk"])
    }
}
