import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What files are called, and what stands in them, comes out as letters: never as a command to a terminal or to a shell.
@Suite(.hangLimit) struct EscapingTests {
    /// Names that mean something to a terminal, to a shell, to HTML or to those who read from right to left.
    private static let stems = [
        "a\u{1B}]0;owned\u{7}b\u{1B}[2Jc, line\nbreak, re\rturn, del\u{7F}ete, c1\u{9B}31m",
        "\u{61C}soft\u{AD}vowel\u{180E}tag\u{E0041}, bidi\u{202E}gnp, zero\u{200B}width\u{FEFF}",
        "-rf $(touch owned)`touch owned`a'b\"c;touch owned",
        "--output=owned", "~root*<script>owned()</script>",
    ]

    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Whether a text is safe to show: no control but the end of a line, none that turns writing round, none that is not seen.
    private static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            // By Unicode's own properties: controls, and what is not seen or turns writing round.
            scalar == "\n"
                || scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        }
    }

    @Test(
        "no verb prints a name as it is, whether it ends well or not",
        arguments: LongTests.cases(Array(stems.indices), every: 2)
    )
    func names(index: Int) throws {
        let stem = Self.stems[index]
        for number in 1...2 { try bench.folder.write(bench.frames.png(number), to: "\(stem)/\(stem).\(number).png") }
        try bench.folder.write([1, 2, 3], to: "\(stem)/\(stem).3.png")
        try bench.folder.write(
            Array(
                "animationImages: [\"\(stem.unicodeScalars.map { $0.value < 0x20 || $0 == "\"" ? "x" : String($0) }.joined()).png\"]\n"
                    .utf8
            ),
            to: "\(stem)/m.yaml"
        )
        let input = "./\(stem)"
        let runs: [[String]] = [
            ["list", "-r", "."], ["list", input], ["explain", input], ["explain", input, "--to", "ffmpeg"],
            ["list", input, "--json"], ["explain", input, "--json"],
            ["export", input, "-o", "j.mkv", "--frames", "1-2", "--json"],
            ["lint", input, "--deep"], ["lint", input, "--deep", "-v", "--format", "compact"],
            ["lint", input, "--deep", "--format", "github"], ["fix", input, "--diff"],
            ["lint", input + "/m.yaml"], ["export", input, "-o", "a.mp4"],
            ["export", input, "-o", input + "/\(stem).mp4"],
            ["export", input, "--dry-run", "-o", "a.mkv", "--frames", "1-2"],
            ["render", input, "--frame", "3", "-o", "a.png"],
            ["export", input + "/m.yaml", "-o", "b.mp4"], ["manifest", input], ["nosuch\(stem)"],
            ["lint", "none\(stem)"],
            ["export", input, "-o", "a.\(stem)"], ["export", input, "--fps", stem, "-o", "a.mp4"],
        ]
        // Every day every other name in a third of the verbs, and each verb with one of the names.
        let first = index % 3
        for run in LongTests.cases(Array(runs[first...] + runs[..<first]), every: 3) {
            let outcome = try Program.flipbook.run(run, in: bench.folder.path)
            expect(outcome.status < 128, "\(run)")
            expect(Self.isSafe(outcome.errors), "\(run): \(outcome.errors.debugDescription)")
            // A manifest is a file for a program.
            if run[0] != "manifest" { expect(Self.isSafe(outcome.text), "\(run): \(outcome.text.debugDescription)") }
        }
        expect(!FileManager.default.fileExists(atPath: bench.folder.file("owned").string))
    }

    @Test("nor do the JSON documents of the verbs of a farm")
    func farm() throws {
        for number in 1...2 { try bench.folder.write(bench.frames.png(number), to: "walk/walk.\(number).png") }
        let name = "\(Self.stems[1]).mkv"
        let plan = try bench.flipbook("plan", "walk", "-o", name, "--segment", "1")
        try require(plan.status == 0, "\(plan.errors)")
        try bench.folder.write(Array(plan.output), to: "plan.json")
        let segment = try bench.flipbook("segment", "plan.json", "--index", "0", "--json")
        // A stand-in for Slurm's program, which says a number.
        let program = try bench.folder.write(Array("#!/bin/sh\necho '1\u{202E}2'\n".utf8), to: "bin/sbatch").string
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let path = bench.folder.file("bin").string + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let submit = try bench.flipbook(
            ["submit", "plan.json", "--engine", "slurm", "--json"],
            environment: ["PATH": path]
        )
        let export = ["export", "walk", "-o", name, "--receipt", "a.json"]
        try require(try bench.flipbook(export).status == 0)
        try bench.folder.write([1], to: name)
        let verify = try bench.flipbook("verify", name, "--receipt", "a.json", "--json")
        for (outcome, status) in [(segment, Int32(0)), (submit, 0), (verify, 1)] {
            expect(outcome.status == status, "\(outcome.errors)")
            expect(outcome.text.hasPrefix("{"))
            expect(Self.isSafe(outcome.text), "\(outcome.text.debugDescription)")
            expect(outcome.text.contains("\\u202e"), "\(outcome.text)")
        }
    }

    @Test("a report of HTML or SARIF holds no markup of a name's, and an encoder's line runs nothing of it")
    func reports() throws {
        let stem = "<script>owned()<!--\"'&\u{202E}`touch owned`$(touch owned)"
        for number in 1...2 {
            try bench.folder.write(bench.frames.png(number), to: "walk/\(stem.replacing("/", with: "-")).\(number).png")
        }
        try bench.folder.write([1], to: "walk/\(stem.replacing("/", with: "-")).3.png")
        let html = try bench.flipbook("lint", "walk", "--deep", "--format", "html").text
        expect(html.contains("&lt;script&gt;") && !html.contains("<script>owned"))
        let sarif = try bench.flipbook("lint", "walk", "--format", "sarif")
        try expect(JSONSerialization.jsonObject(with: sarif.output) is [String: Any])
        expect(!sarif.text.contains("\u{202E}"))
        let plan = try bench.flipbook(
            "export",
            "walk",
            "--frames",
            "1-2",
            "--dry-run",
            "-o",
            "$(touch owned)'`touch owned`.mp4"
        )
        expectEqual(plan.status, 0, "\(plan.errors)")
        let line = try require(plan.text.split(separator: "\n").first { $0.contains("gst-launch-1.0") })
        // Without the encoder: the shell alone takes the line apart.
        let outcome = try Program("bash").run(["-c", "gst-launch-1.0() { :; }; \(line)"], in: bench.folder.path)
        expectEqual(outcome.errors, "")
        expect(!FileManager.default.fileExists(atPath: bench.folder.file("owned").string))
    }
}
