import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Options of flipbook lint")
struct LintOptionTests {
    @Test("lint takes what its advice names: --mismatch, --frames, --scale, --fps")
    func advice() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        try bench.folder.write(TestFrames(width: 30, height: 18).png(4), to: "walk/walk.0004.png")
        try expect(bench.flipbook("lint", "walk").text.contains("error  seq.mixed-size"))
        let fits = try bench.flipbook("lint", "walk", "--mismatch", "fit")
        expect(
            fits.status == 0 && fits.text.contains("info   seq.mixed-size")
                || fits.text.contains("info  seq.mixed-size")
        )
        let chosen = try bench.flipbook("lint", "walk", "--frames", "1-3")
        expect(chosen.text.hasPrefix("1 sequence, 3 frames: no findings in names and headers"), "\(chosen)")
        let longer = try bench.flipbook("lint", "walk", "--frames", "1-6", "--mismatch", "fit")
        expect(longer.status == 1 && longer.text.contains("frames 5-6 are missing (2 of 6)"))
        try expectEqual(bench.flipbook("lint", "walk", "--frames", "1-").status, 2)
        try expect(bench.flipbook("lint", "walk", "--scale", "9").errors.contains("--scale: use 1, 2 or 3."))
    }

    @Test("lint says that it did not decode the frames, unless it did or has findings")
    func shallow() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        let shallow = "no findings in names and headers (--deep also decodes the pictures)\n"
        try expectEqual(bench.flipbook("lint", "walk").text, "1 sequence, 3 frames: \(shallow)")
        try expectEqual(bench.flipbook("lint", "walk", "--deep").text, "1 sequence, 3 frames: no findings\n")
        for quiet in [["-q"], ["--format", "compact"]] {
            try expectEqual(bench.flipbook(["lint", "walk"] + quiet).text, "")
        }
        try bench.folder.write([UInt8](), to: "walk/walk.0002.png")
        try expect(bench.flipbook("lint", "walk").text.hasSuffix("1 sequence, 3 frames: 1 error\n"))
    }

    @Test("flashes are counted at the sequence's own rate")
    func flashes() throws {
        let bench = try Workbench()
        for number in 1...16 {
            let value: UInt8 = number % 2 == 0 ? 250 : 5
            let picture = Picture(making: PixelSize(width: 8, height: 8), format: .rgba) { bytes in
                for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : value }
            }
            try bench.folder.write(PNGEncoder.encode(picture), to: "strobe/s.\(number < 10 ? "0" : "")\(number).png")
        }
        let words = ["lint", "strobe", "--select", "a11y.flashing"]
        func run(_ more: [String]) throws -> String {
            try Program.flipbook.run(words + more, in: bench.folder.path).text
        }
        try expect(run([]).contains("within a second at 30 frames per second; up to 3 flashes are safe."))
        try expect(run(["--fps", "12"]).contains("flashes 6 times within a second at 12 frames per second"))
        try expect(run(["--fps", "4"]).contains("no findings"))
    }

    @Test("--init writes a configuration for the folder once, and lint goes by it")
    func initialization() throws {
        let bench = try Workbench()
        try bench.add(1001...1004, to: "sh010") { "sh010.\($0).png" }
        let run = try bench.flipbook("lint", "--init")
        expectEqual(run.status, 0)
        expectEqual(run.errors, "note: .flipbook.yaml written; 'flipbook lint .' uses it.\n")
        let text = String(
            decoding: FileManager.default.contents(atPath: bench.folder.path + "/.flipbook.yaml") ?? Data(),
            as: UTF8.self
        )
        expect(text.contains("select: [vfx]\n") && text.contains("# suppressions:"))
        try expect(bench.flipbook("lint", "-r", ".").text.hasPrefix("1 sequence, 4 frames: no findings in names"))
        let again = try bench.flipbook("lint", "--init")
        expect(again.status == 2 && again.errors.contains(".flipbook.yaml: already exists."))
    }

    @Test("--rule-set selects what is usual in a trade, and rule lists it")
    func ruleSets() throws {
        let bench = try Workbench()
        try bench.add(2...4, to: "walk") { "a0\($0).png" }
        try expect(bench.flipbook("lint", "walk").text.contains("no findings"))
        let found = try bench.flipbook("lint", "walk", "--rule-set", "uikit-names", "--format", "compact").text
        expect(found.contains("[seq.start-index]") && found.contains("[seq.zero-padded]"))
        try expect(bench.flipbook("rule", "uikit-names").text.contains("seq.over-limit"))
        let wrong = try bench.flipbook("lint", "walk", "--rule-set", "vfxx")
        expect(wrong.status == 2 && wrong.errors.contains("Did you mean 'vfx'?"))
    }

    @Test("color is for terminals, and for logs that ask for it")
    func color() throws {
        let bench = try Workbench(walk: [1, 2, 4, 5])
        func run(_ options: [String], _ environment: [String: String] = [:]) throws -> Bool {
            try Program("env").run(
                ["-u", "NO_COLOR"] + environment.map { "\($0)=\($1)" }
                    + [Program.flipbook.name, "lint", "walk"] + options,
                in: bench.folder.path
            )
            .text.contains("\u{1B}[31merror")
        }
        try expect(!run([]))
        try expect(run(["--color", "always"]))
        try expect(run([], ["FORCE_COLOR": "1"]) && run([], ["CLICOLOR_FORCE": "1"]))
        try expect(!run([], ["FORCE_COLOR": "0"]) && !run([], ["FORCE_COLOR": "1", "NO_COLOR": "1"]))
        try expect(!run(["--color", "never"], ["FORCE_COLOR": "1"]))
    }

    @Test("findings that cannot be reported are no silence")
    func fullDisk() throws {
        let bench = try Workbench(walk: [1, 2, 4])
        for words in ["lint walk", "lint --json walk", "rule"] {
            let script = "\"$1\" \(words) > /dev/full"
            let run = try Program("bash").run(["-c", script, "bash", Program.flipbook.name], in: bench.folder.path)
            expectEqual(run.status, 3)
            expectEqual(run.errors, "error: Cannot write to standard output: No space left on device.\n")
        }
    }
}
