import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook play` without a display: GStreamer's fakesink keeps the time and shows nothing.
@Suite(.hangLimit) struct PlayCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    /// Plays the walk into no window, and says what its report has.
    private func play(_ options: String...) throws -> (outcome: Program.Outcome, report: [String: Any]) {
        let report = bench.folder.file("report.json").string
        let outcome = try bench.flipbook(["play", "walk", "--sink", "fakesink", "--report", report] + options)
        let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: report)))
        return (outcome, try require(facts as? [String: Any]))
    }

    @Test("a sequence plays to the end of its last cycle, at its rate")
    func plays() throws {
        try bench.add(1...6, to: "walk")
        let (outcome, values) = try play("--repeat", "2", "--fps", "30", "--every-frame")
        expectEqual(outcome.errors, "")
        expectEqual(outcome.text, "")
        expectEqual(outcome.status, 0)
        expectEqual(values["presented"] as? Int, 12)
        expectEqual(values["cycles"] as? Int, 2)
        expectEqual(values["rateAsked"] as? Double, 30)
        // A sink that does not wait for its time gets through hundreds a second; a slow machine through fewer than 30.
        try expect(require(values["rateReached"] as? Double) < 33)
    }

    @Test(
        "frames that cannot be decoded are named with what is shown instead, and the status tells whether that is accepted",
        arguments: LongTests.cases(
            [
                ("error", "walk.0002.png is shown instead", 8), ("hold", "walk.0002.png is shown instead", 8),
                ("nearest", "walk.0002.png is shown instead", 8), ("black", "black is shown instead", 8),
                ("skip", "left out", 6),
            ],
            every: 2
        )
    )
    func damaged(policy: String, instead: String, count: Int) throws {
        try bench.add(1...8, to: "walk")
        try bench.folder.write(Array(bench.frames.png(3).prefix(20)), to: "walk/walk.0003.png")
        try bench.folder.write([UInt8](), to: "walk/walk.0006.png")
        let (outcome, values) = try play("--repeat", "1", "--every-frame", "--missing", policy)
        let lines = outcome.errorLines
        expectEqual(lines.first?.hasPrefix("note: walk/walk.0003.png: ends before"), true)
        expectEqual(lines.first?.hasSuffix(" (\(instead))."), true)
        expectEqual(lines.dropFirst().first?.hasPrefix("note: walk/walk.0006.png: empty (0 bytes)"), true)
        if policy == "error" {
            expectEqual(
                lines.last,
                "error: 2 frames could not be decoded (walk/walk.0003.png, walk/walk.0006.png). "
                    + "Render or copy them again, or accept replacements with --missing hold (or nearest, black, skip)."
            )
        }
        expectEqual(lines.count, policy == "error" ? 3 : 2)
        expectEqual(outcome.status, policy == "error" ? 1 : 0)
        expectEqual(values["presented"] as? Int, count)
        expectEqual(values["undecodable"] as? Int, 2)
        expectEqual(values["droppedByCycle"] as? [Int], [0])
    }

    @Test("of many frames that cannot be decoded the first five are reported, each once, and how many more there were")
    func manyDamaged() throws {
        try bench.add(1...12, to: "walk")
        for number in 3...10 {
            var bytes = try bench.frames.png(number)
            bytes[bytes.count - 17] ^= 0x55
            try bench.folder.write(bytes, to: "walk/\(TestFrames.name(number))")
        }
        let outcome = try bench.flipbook(
            "play",
            "walk",
            "--sink",
            "fakesink",
            "--repeat",
            "3",
            "--fps",
            "100",
            "--missing",
            "hold",
            "--every-frame"
        )
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errorLines.count, 6)
        expect(outcome.errorLines.prefix(5).allSatisfy { $0.contains(": cannot be decoded: ") })
        expectEqual(outcome.errorLines.last, "note: and 3 more like these.")
    }

    @Test("a gap is refused, or played as it was asked for, which is said")
    func gap() throws {
        try bench.add([1, 2, 4], to: "walk")
        let refused = try bench.flipbook("play", "walk", "--sink", "fakesink", "--repeat", "1", "--strict")
        expectEqual(
            refused.errors,
            "error: walk/walk.####.png: frame 3 is missing (1 of 4). "
                + "Render it, or accept the gap with --missing hold (or nearest, black, skip).\n"
        )
        expectEqual(refused.status, 1)
        let held = try bench.flipbook("play", "walk", "--sink", "fakesink", "--repeat", "1", "--missing", "hold")
        expectEqual(held.errors, "note: walk/walk.####.png: held the previous frame for missing frame 3.\n")
        expectEqual(held.status, 0)
    }

    @Test(
        "a sink that cannot be used is named",
        arguments: LongTests.cases(
            [
                (
                    "nosuch",
                    "The GStreamer element 'nosuch' is not installed. No package is known to contain it. Check the name, "
                        + "or omit --sink: 'gst-inspect-1.0 | grep -i sink' lists installed sinks, and 'apt-cache "
                        + "search gstreamer1.0' lists all packages.", 3
                ),
                (
                    "gtk4paintablesink",
                    "The GStreamer element 'gtk4paintablesink' is not installed. Install it with "
                        + "'apt install gstreamer1.0-gtk4' (Debian, Ubuntu).", 3
                ),
                ("queue", "--sink: 'queue' is not a video sink. Try ximagesink, or omit --sink.", 2),
                (
                    "fakesink,nosuch=1",
                    "--sink: the GStreamer element 'fakesink' has no property 'nosuch'. List its properties with "
                        + "'gst-inspect-1.0 fakesink'.",
                    2
                ),
                (
                    "no\u{1B}such",
                    "The GStreamer element 'no\\u{1B}such' is not installed. No package is known to contain it. Check "
                        + "the name, or omit --sink: 'gst-inspect-1.0 | grep -i sink' lists installed sinks, and "
                        + "'apt-cache search gstreamer1.0' lists all packages.", 3
                ),
            ] as [(String, String, Int32)],
            every: 2
        )
    )
    func sinks(sink: String, sentence: String, status: Int32) throws {
        try bench.add(1...2, to: "walk")
        let outcome = try bench.flipbook("play", "walk", "--sink", sink)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expect(outcome.status == status)
    }

    @Test("without a display there is a sentence that says so")
    func noDisplay() throws {
        try bench.add(1...2, to: "walk")
        let outcome = try bench.flipbook("play", "walk")
        expectEqual(
            outcome.errors,
            "error: No display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start flipbook in a desktop session, add "
                + "--terminal, or write a file with 'flipbook export'.\n"
        )
        expectEqual(outcome.status, 3)
        let named = try bench.flipbook("play", "walk", "--sink", "ximagesink")
        expect(named.errors.hasPrefix("error: No display for ximagesink: DISPLAY is not set."), "\(named.errors)")
    }

    @Test("a display that does not answer is one that is not there, and not a success without a picture")
    func deadDisplay() throws {
        try bench.add(1...2, to: "walk")
        let outcome = try Program.flipbook.run(
            ["play", "walk"],
            in: bench.folder.path,
            environment: ["DISPLAY": ":7651", "WAYLAND_DISPLAY": bench.folder.path + "/none"]
        )
        expectEqual(
            outcome.errors,
            "error: No display: no server responds at WAYLAND_DISPLAY=\(bench.folder.path)/none or DISPLAY=:7651. Start "
                + "flipbook in a desktop session, add --terminal, or write a file with 'flipbook export'.\n"
        )
        expectEqual(outcome.status, 3)
    }

    @Test("one cycle and several are not both asked for")
    func once() throws {
        try bench.add(1...2, to: "walk")
        let once = try bench.flipbook("play", "walk", "--loop", "once", "--repeat", "2")
        expectEqual(once.status, 2)
        expect(once.errors.hasPrefix("error: --loop once stops after one cycle, and --repeat 2 requests more."))
    }

    @Test("--json prints the report, which --report - prints, too; both together are refused")
    func json() throws {
        try bench.add(1...2, to: "walk")
        let play = ["play", "walk", "--sink", "fakesink,sync=false", "--repeat", "1"]
        for option in [["--json"], ["--report", "-"]] {
            let outcome = try bench.flipbook(play + option)
            expect(outcome.text.contains("\"presented\": 2"))
            expectEqual(outcome.status, 0)
        }
        try expectEqual(bench.flipbook(play + ["--json", "--report", "a.json"]).status, 2)
    }
}
