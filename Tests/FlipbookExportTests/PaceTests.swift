import FlipbookTestSupport
import Foundation
import Testing

/// Sequences that would run faster than meant, and rates of durations that were rounded.
@Suite struct PaceTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...20) }

    private func export(_ arguments: [String]) throws -> (rate: String?, duration: Double?, errors: String) {
        let outcome = try bench.flipbook(["export"] + arguments + ["--json", "--overwrite"])
        try require(outcome.status == 0, "\(outcome.errors)")
        let report = try require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
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
        expect(errors.contains("runs \(words) as fast") && errors.contains("--fps \(rate)."), "\(errors)")
        let kept = try export(input + ["-o", "a.mkv", "--fps", rate])
        expect(abs((kept.duration ?? 0) - 2.0 / 3) < 1e-8 && !kept.errors.contains("as fast"), "\(kept.errors)")
        let played = try bench.flipbook(["play", "--sink", "fakesink", "--repeat", "1"] + input)
        expect(played.errors.contains("--fps \(rate)."), "\(played.errors)")
    }

    @Test("a manifest's rate is that of all frames, of which --frames leaves some out")
    func manifest() throws {
        for (name, pattern) in [("all", "####"), ("some", "1-20x2####")] {
            let text = "animationImages: walk/walk.\(pattern).png\nframeRate: 24\n"
            try bench.folder.write(Array(text.utf8), to: "\(name).yaml")
        }
        let errors = try export(["all.yaml", "--frames", "1-20x2", "-o", "a.mkv"]).errors
        expect(errors.contains("runs twice as fast. To keep its length, use --fps 12."), "\(errors)")
        try expect(!export(["some.yaml", "-o", "a.mkv"]).errors.contains("as fast"))
    }

    @Test("a sequence that is numbered in twos runs as fast as it did")
    func onTwos() throws {
        try bench.add(stride(from: 1, through: 19, by: 2), to: "twos")
        try expect(!export(["twos", "--frames", "1-19x2", "-o", "a.mkv"]).errors.contains("as fast"))
    }

    @Test("pictures with their own durations keep their length with what the note offers")
    func ownDurations() throws {
        _ = try export(["walk", "-o", "a.gif", "--fps", "25"])
        let errors = try export(["a.gif", "--frames", "1-20x2", "-o", "a.mkv"]).errors
        let remedy = try require(Workbench.remedy(in: errors), "\(errors)")
        expectEqual(remedy, "--duration 0.8")
        let kept = try export(["a.gif", "--frames", "1-20x2", "-o", "a.mkv"] + Workbench.words(of: remedy))
        expect(kept.duration == 0.8, "\(kept.errors)")
    }

    @Test("what the note on a GIF that is too fast offers keeps its length")
    func fastGIF() throws {
        let errors = try export(["walk", "-o", "a.gif", "--fps", "100"]).errors
        let remedy = try require(Workbench.remedy(in: errors), "\(errors)")
        expectEqual(remedy, "--frames 1-20x2 --fps 50")
        let slower = try export(["walk", "-o", "a.gif"] + Workbench.words(of: remedy))
        expect(slower.duration == 0.2 && slower.errors.isEmpty, "\(slower.errors)")
    }

    @Test(
        "at each rate from 1 to 120 each frame is there once, for its part of a second",
        arguments: LongTests.cases(Array(1...120), every: 40)
    )
    func rates(rate: Int) throws {
        let found = try export(["walk", "--frames", "1-5", "-o", "a.mkv", "--fps", "\(rate)"])
        expect(found.rate == "\(rate)" && abs((found.duration ?? 0) - 5 / Double(rate)) < 1e-8, "\(found)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...20), [1, 2, 3, 4, 5])
    }

    @Test("a tenth of a frame in a second shows one for ten seconds")
    func slow() throws {
        try expectEqual(export(["walk", "--frames", "1", "-o", "a.mp4", "--fps", "1/10"]).duration, 10)
        try expectEqual(export(["walk", "--frames", "1-3", "-o", "b.mp4", "--fps", "1/10"]).duration, 30)
        try expectEqual(VideoFile(bench.folder.file("b.mp4")).presentationTimes(), [0, 10, 20])
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
        expectEqual(found.rate, rate)
        expectEqual(found.errors.contains("shown at \(rate) frames/s"), isNoted, "\(found.errors)")
    }
}
