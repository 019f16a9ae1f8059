import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` shows what there is, says what is not as it should be, and refuses it with `--strict`.
@Suite(.hangLimit) struct PlayWhatIsThereTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Plays into no window; the reports as they were written.
    private func play(_ arguments: String...) throws -> (outcome: Program.Outcome, reports: [[String: Any]]) {
        let report = bench.folder.file("report.json").string
        let outcome = try bench.flipbook(
            ["play"] + arguments + [
                "--sink", "fakesink", "--every-frame", "--fps", "60", "--report", report, "--overwrite",
            ]
        )
        let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: report)))
        return (outcome, (facts as? [[String: Any]]) ?? [(facts as? [String: Any]) ?? [:]])
    }

    private func notes(_ report: [String: Any]?) -> [String] { report?["notes"] as? [String] ?? [] }

    @Test("missing frames are held, and said once and in the report")
    func missing() throws {
        try bench.add([1, 2, 5, 6], to: "walk")
        let (outcome, reports) = try play("walk", "--repeat", "1")
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errorLines, ["note: walk/walk.####.png: held the previous frame for missing frames 3-4."])
        expectEqual(reports.first?["presented"] as? Int, 6)
        expectEqual(notes(reports.first), ["walk/walk.####.png: held the previous frame for missing frames 3-4"])
        try expectEqual(bench.flipbook("play", "walk", "--sink", "fakesink", "--strict").status, 1)
    }

    @Test("frames of another size are placed on the canvas")
    func sizes() throws {
        try bench.add(1...4, to: "walk")
        try bench.folder.write(TestFrames(width: 40, height: 18).png(3), to: "walk/walk.0003.png")
        let (outcome, reports) = try play("walk", "--repeat", "1")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(reports.first?["presented"] as? Int, 4)
        expectEqual(notes(reports.first), ["walk.0003.png: 40x18, fitted to 24x18."])
        try expectEqual(bench.flipbook("play", "walk", "--sink", "fakesink", "--strict").status, 1)
    }

    @Test("of two files with one number the one is shown that is padded as the others are")
    func doubled() throws {
        try bench.add(1...4, to: "walk")
        try bench.folder.write(bench.frames.png(9), to: "walk/walk.3.png")
        let (outcome, reports) = try play("walk", "--repeat", "1")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(reports.first?["presented"] as? Int, 4)
        expectEqual(notes(reports.first), ["walk.0003.png and walk.3.png are both frame 3: the first is shown"])
        let strict = try bench.flipbook("play", "walk", "--sink", "fakesink", "--strict")
        expectEqual(strict.status, 1)
        expect(strict.errors.contains("are both frame 3"))
    }

    @Test("a frame that cannot be decoded is stood in for, with status 0; --strict keeps the status 1")
    func damaged() throws {
        try bench.add(1...4, to: "walk")
        try bench.folder.write(Array(bench.frames.png(3).prefix(20)), to: "walk/walk.0003.png")
        let (outcome, reports) = try play("walk", "--repeat", "1")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(reports.first?["undecodable"] as? Int, 1)
        let strict = try bench.flipbook("play", "walk", "--sink", "fakesink", "--strict", "--repeat", "1")
        expectEqual(strict.status, 1)
    }

    @Test("one frame opens its sequence, at that frame; --single shows it alone")
    func oneFrame() throws {
        try bench.add(1...6, to: "walk")
        let (outcome, reports) = try play("walk/walk.0003.png", "--repeat", "1")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(reports.first?["presented"] as? Int, 4)
        let single = try play("walk/walk.0003.png", "--repeat", "1", "--single")
        expectEqual(single.reports.first?["presented"] as? Int, 1)
        expectEqual(single.outcome.errors, "")
    }

    @Test("a folder of several sequences plays one after the other, and so do several folders")
    func several() throws {
        try bench.add(1...3, to: "shots") { "a.\($0).png" }
        try bench.add(1...5, to: "shots") { "b.\($0).png" }
        let (outcome, reports) = try play("shots", "--repeat", "1")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(reports.map { $0["presented"] as? Int }, [3, 5])
        try bench.add(1...2, to: "other")
        try bench.folder.write(Array("no image".utf8), to: "bad/x.0001.png")
        let folders = try play("shots", "bad", "other", "--repeat", "1")
        expectEqual(folders.outcome.status, 0, "\(folders.outcome.errors)")
        expect(folders.outcome.errors.contains("bad/x.0001.png"))
        expectEqual(folders.reports.map { $0["presented"] as? Int }.filter { $0 != 0 }, [3, 5, 2])
        let misspelt = try play("other", "nowhere", "--repeat", "1")
        expect(misspelt.outcome.errors.contains("error: nowhere: there is no such file or folder"))
        expectEqual(misspelt.reports.map { $0["presented"] as? Int }.filter { $0 != 0 }, [2])
        let last = try play("other", "bad", "--repeat", "1")
        expectEqual(last.reports.map { $0["presented"] as? Int }.filter { $0 != 0 }, [2])
        try expectEqual(bench.flipbook("play", "shots", "--sink", "fakesink", "--strict").status, 2)
        // A folder of nothing but folders is these.
        try bench.add(1...2, to: "film/sh020")
        try bench.add(1...4, to: "film/sh010")
        let film = try play("film", "--repeat", "1")
        expectEqual(film.outcome.status, 0, "\(film.outcome.errors)")
        expectEqual(film.reports.map { $0["presented"] as? Int }, [4, 2])
    }
}
