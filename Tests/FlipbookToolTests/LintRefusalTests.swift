import FlipbookTestSupport
import Foundation
import Testing

@Suite("What flipbook lint refuses, and agrees on with the other verbs")
struct LintRefusalTests {
    @Test(
        "an option that says nothing is refused, as an empty variable of a script makes it",
        arguments: [
            (["--expect", ""], "the range has no frames"), (["--expect", " "], "the range has no frames"),
            (["--frames", ""], "no frames specified"), (["--rule-set", ""], "there is no such rule set"),
            (["--rule-set", "seq.gap"], "there is no such rule set"), (["--rule-set", "gmae"], "Did you mean 'game'?"),
            (["--documentation", "not a url"], "not an address"),
        ]
    )
    func emptyOptions(options: [String], words: String) throws {
        let bench = try Workbench(walk: [1, 2, 3])
        let run = try Program.flipbook.run(["lint", "walk"] + options, in: bench.folder.path)
        expectEqual(run.status, 2)
        expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test("the option is named once in a sentence about its value")
    func namedOnce() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        let errors = try bench.flipbook("lint", "walk", "--expect", "abc").errors
        expect(!errors.contains("--expect: --expect"), "\(errors)")
        expect(errors.contains("--expect"))
    }

    @Test("rules that a set adds and that look at pixels are named where nothing looks at pixels")
    func unseen() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        let run = try bench.flipbook("lint", "walk", "--rule-set", "vfx")
        expect(run.errors.contains("1 selected rule inspects pixels and does not run without --deep: seq.frozen"))
        try expect(bench.flipbook("lint", "walk", "--rule-set", "vfx", "--deep").errors.isEmpty)
        try expect(bench.flipbook("lint", "walk", "--rule-set", "game").errors.isEmpty)
    }

    @Test("a picture of 16 bits that is too large to be drawn is an error, with the words of render")
    func sixteenBits() throws {
        let bench = try Workbench()
        var writer = PNGWriter(width: 12_000, height: 12_000, colorType: 0)
        writer.bitDepth = 16
        // A header alone is enough to refuse it; what would follow it is half a gigabyte.
        let bytes =
            PNGWriter.signature + writer.header.bytes + PNGWriter.Chunk("IDAT", [1, 2, 3]).bytes
            + PNGWriter.Chunk("IEND").bytes
        try bench.folder.write(bytes, to: "big.png")
        let words = "needs 1099 MiB; the limit is 1024 MiB"
        for options in [[], ["--deep"]] {
            let run = try Program.flipbook.run(["lint", "big.png"] + options, in: bench.folder.path)
            expectEqual(run.status, 1)
            expect(run.text.contains("load.too-large") && run.text.contains(words), "\(run.text)")
        }
        let drawn = try bench.flipbook("render", "big.png", "-o", "small.png")
        expect(drawn.status != 0 && drawn.errors.contains(words), "\(drawn.errors)")
    }

    @Test(
        "no configuration makes an invented frame less than an error",
        arguments: LongTests.cases(["fix: info", "fix.held-frame: warning", "all: info"], every: 2)
    )
    func heldFrames(severity: String) throws {
        let bench = try Workbench(walk: [1, 2, 4, 5, 6])
        try expectEqual(bench.flipbook("fix", "walk", "--unsafe", "-q").status, 1)
        try bench.folder.write(Array("severities: {\(severity)}\n".utf8), to: ".flipbook.yaml")
        let run = try bench.flipbook("lint", "walk")
        let isRefused = severity != "all: info"
        expectEqual(run.status, isRefused ? 2 : 1)
        expect((run.errors + run.text).contains(isRefused ? "cannot be lowered" : "error  fix.held-frame"))
        try FileManager.default.removeItem(atPath: bench.folder.path + "/.flipbook.yaml")
        let written = try bench.flipbook("lint", "walk", "--write-baseline", "base.json")
        expect(written.errors.contains("1 finding is not in the baseline"), "\(written.errors)")
        try expectEqual(bench.flipbook("lint", "walk", "--baseline", "base.json").status, 1)
    }

    @Test("a pattern of highlighted pictures that leads nowhere is named, and not the manifest")
    func highlightedPattern() throws {
        let bench = try Workbench(walk: [1, 2, 3])
        let text = "animationImages: walk.####.png\nhighlightedAnimationImages: glow.####.png\nframeRate: 12\n"
        try bench.folder.write(Array(text.utf8), to: "walk/walk.yaml")
        let run = try bench.flipbook("lint", "walk/walk.yaml")
        expectEqual(run.status, 1)
        expect(run.text.contains("walk/glow.####.png"), "\(run.text)")
        expect(!run.text.contains("\nwalk/walk.yaml:"), "\(run.text)")
    }

    @Test("the summary promises no fix that is refused")
    func promises() throws {
        let bench = try Workbench(walk: [1, 2, 3, 4])
        var writer = PNGWriter(width: 30, height: 18, colorType: 2)
        writer.bitDepth = 16
        try bench.folder.write(writer.file(rows: [UInt8](repeating: 9, count: 30 * 18 * 6)), to: "walk/walk.0005.png")
        let run = try bench.flipbook("lint", "walk", "--select", "seq.mixed-size")
        expect(run.text.contains("1 error") && !run.text.contains("fixable"), "\(run.text)")
        // What a manifest names is not renamed.
        try bench.add([1, 2, 4], to: "run") { "run.000\($0).png" }
        try bench.add([3], to: "run") { "run.\($0).png" }
        let manifest = "frameRate: 12\nanimationImages: [run.0001.png, run.3.png]\n"
        try bench.folder.write(Array(manifest.utf8), to: "run/run.yaml")
        let fixed = try bench.flipbook("fix", "run", "--select", "seq.mixed-padding")
        expect(fixed.errors.contains("is not fixed") && !fixed.text.contains("fixable"), "\(fixed.text)")
    }

    @Test("undo says how many files came back, and how many made frames were removed")
    func undoWords() throws {
        let bench = try Workbench(walk: [1, 2, 5, 6, 7])
        try expectEqual(bench.flipbook("fix", "walk", "--unsafe", "-q").status, 1)
        try expect(bench.flipbook("undo", "walk").errors.contains("(2 created frames removed)"))
    }
}
