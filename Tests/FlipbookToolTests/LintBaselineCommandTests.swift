import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook lint and its baselines", .hangLimit)
struct LintBaselineCommandTests {
    private let bench: Workbench

    /// A sequence with a gap in `shots/walk`, a whole one in `shots/run`.
    init() throws {
        bench = try Workbench()
        try bench.add([1, 2, 4, 5], to: "shots/walk")
        try bench.add(1...3, to: "shots/run")
    }

    @Test("a baseline takes what is there; only what is new counts, also after a folder has moved")
    func baseline() throws {
        let written = try bench.flipbook("lint", "-r", "shots", "--write-baseline", "base.json")
        expectEqual(written.status, 0)
        expectEqual(written.errors, "note: base.json: 1 finding; written.\n")
        try expectEqual(bench.flipbook("lint", "-r", "shots", "--baseline", "base.json").status, 0)
        let manager = FileManager.default
        try manager.moveItem(atPath: bench.folder.file("shots").string, toPath: bench.folder.file("moved").string)
        try expectEqual(bench.flipbook("lint", "moved/walk", "--baseline", "base.json").status, 0)
        try bench.add([6], to: "moved/walk")
        try manager.removeItem(atPath: bench.folder.file("moved/walk/walk.0002.png").string)
        let outcome = try bench.flipbook("lint", "moved/walk", "--baseline", "base.json", "--format", "compact")
        expect(outcome.text.contains("frames 2-3 are missing"))
        // Its entry is about another folder, which was not linted.
        expect(outcome.errors.isEmpty)
        expectEqual(outcome.status, 1)
    }

    @Test("an entry is called stale where its place was linted, and not where it was not")
    func staleBaseline() throws {
        try bench.add([1, 3], to: "shots/run")
        try FileManager.default.removeItem(atPath: bench.folder.file("shots/run/walk.0002.png").string)
        let written = try bench.flipbook("lint", "shots/walk", "shots/run", "--write-baseline", "base.json")
        expectEqual(written.errors, "note: base.json: 2 findings; written.\n")
        try expect(bench.flipbook("lint", "shots/walk", "--baseline", "base.json").errors.isEmpty)
        try bench.add([3], to: "shots/walk")
        let said =
            "note: base.json: 1 of its 2 findings is no longer present: seq.gap in shots/walk/walk.####.png (3). "
            + "Rewrite it with --write-baseline and --overwrite.\n"
        for inputs in [["shots/walk"], ["./shots/walk/"], ["shots/walk/walk.####.png"], ["-r", "shots"]] {
            let arguments = ["lint"] + inputs + ["--baseline", "base.json"]
            try expectEqual(Program.flipbook.run(arguments, in: bench.folder.path).errors, said, "\(inputs)")
        }
        try expect(bench.flipbook("lint", "shots/run", "--baseline", "base.json").errors.isEmpty)
        try FileManager.default.removeItem(atPath: bench.folder.file("shots/walk").string)
        try expectEqual(bench.flipbook("lint", "-r", "shots", "--baseline", "base.json").errors, said)
    }

    @Test("an entry of a rule that did not run is not called stale")
    func baselineOfOtherRules() throws {
        let frame = TestFrames(width: 8, height: 6, hasAlpha: false)
        for number in 1...3 {
            try bench.folder.write(try PNGEncoder.encode(frame.picture(number)), to: "own/walk.000\(number).png")
        }
        let written = try bench.flipbook("lint", "own", "--deep", "--write-baseline", "base.json")
        expectEqual(written.errors, "note: base.json: 1 finding; written.\n")
        try expect(bench.flipbook("lint", "own", "--baseline", "base.json").errors.isEmpty)
        let others = ["--deep", "--select", "seq.gap", "--baseline", "base.json"]
        try expect(Program.flipbook.run(["lint", "own"] + others, in: bench.folder.path).errors.isEmpty)
        let ignored = ["--deep", "--ignore", "alpha", "--baseline", "base.json"]
        try expect(Program.flipbook.run(["lint", "own"] + ignored, in: bench.folder.path).errors.isEmpty)
        for number in 1...3 { try bench.folder.write(frame.png(number), to: "own/walk.000\(number).png") }
        let said = try bench.flipbook("lint", "own", "--deep", "--baseline", "base.json").errors
        expect(said.contains("1 of its 1 findings is no longer present: alpha.unused-channel"))
    }
}
