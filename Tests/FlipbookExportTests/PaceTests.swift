import FlipbookTestSupport
import Foundation
import Testing

/// Sequences that would run faster than meant, and rates of durations that were rounded.
@Suite struct PaceTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...20) }

    private func export(_ arguments: [String]) throws -> (rate: String?, duration: Double?, errors: String) {
        let outcome = try bench.flipbook(["export"] + arguments + ["--json", "--overwrite"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        return (report["rate"] as? String, report["duration"] as? Double, outcome.errors)
    }

    @Test(
        "a step in the frames is noted with the rate that keeps the length, also for play",
        arguments: [
            (["walk", "--frames", "1-20x2"], "twice", "15"), (["walk/walk.1-20x4#.png"], "4 times", "15/2"),
        ]
    )
    func step(input: [String], words: String, rate: String) throws {
        let errors = try export(input + ["-o", "a.mkv"]).errors
        #expect(errors.contains("runs \(words) as fast") && errors.contains("--fps \(rate)."), "\(errors)")
        let kept = try export(input + ["-o", "a.mkv", "--fps", rate])
        #expect(abs((kept.duration ?? 0) - 2.0 / 3) < 1e-8 && !kept.errors.contains("as fast"), "\(kept.errors)")
        let played = try bench.flipbook(["play", "--sink", "fakesink", "--repeat", "1"] + input)
        #expect(played.errors.contains("--fps \(rate)."), "\(played.errors)")
    }

    @Test("a sequence that is numbered in twos runs as fast as it did")
    func onTwos() throws {
        try bench.add(stride(from: 1, through: 19, by: 2), to: "twos")
        #expect(try !export(["twos", "--frames", "1-19x2", "-o", "a.mkv"]).errors.contains("as fast"))
    }

    @Test("what the note on a GIF that is too fast offers keeps its length")
    func fastGIF() throws {
        let errors = try export(["walk", "-o", "a.gif", "--fps", "100"]).errors
        let remedy = try #require(errors.firstMatch(of: /--frames (\S+) --fps (\S+)\.\s/), "\(errors)")
        #expect(remedy.1 == "1-20x2" && remedy.2 == "50")
        let slower = try export(["walk", "-o", "a.gif", "--frames", "\(remedy.1)", "--fps", "\(remedy.2)"])
        #expect(slower.duration == 0.2 && slower.errors.isEmpty, "\(slower.errors)")
    }

    @Test(
        "a duration that was rounded has the rate of small numbers, with a note where it is not exact",
        arguments: [
            ("0.6666666666666666", "30", true), ("0.66666667", "30", true), ("0.8341666666666666", "24000/1001", true),
            ("1.7142857142857142", "35/3", true), ("2/3", "30", false), ("0.7", "200/7", false),
        ]
    )
    func roundedDuration(duration: String, rate: String, isNoted: Bool) throws {
        let found = try export(["walk", "-o", "a.mkv", "--duration", duration])
        #expect(found.rate == rate)
        #expect(found.errors.contains("shown at \(rate) frames/s") == isNoted, "\(found.errors)")
    }
}
