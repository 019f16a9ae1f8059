import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookRender
import FlipbookTestSupport
import Foundation
import Testing

@Suite("One plan for all fixes")
struct FixEngineTests {
    private let bench: FixBench

    init() throws {
        bench = try FixBench()
    }

    @Test("sizes are judged after names are mended, so a good frame is never cropped for a misnamed one")
    func sizesAfterNames() async throws {
        for number in 1...12 where ![6, 9].contains(number) {
            try bench.add("w_00\(number < 10 ? "0" : "")\(number).png", number, width: 32, height: 32)
        }
        try bench.add("w_6.png", 6, width: 24, height: 24)
        try bench.add("w_9.png", 9, width: 32, height: 32)
        let plan = try await bench.plan(["seq.mixed-padding", "seq.mixed-size", "seq.gap"])
        expectEqual(
            FixBench.lines(plan),
            [
                "~ w_6.png  scale 24x24 px to 32x32 px  (seq.mixed-size)",
                "> w_6.png -> w_0006.png  (seq.mixed-padding)", "> w_9.png -> w_0009.png  (seq.mixed-padding)",
            ]
        )
    }

    @Test("of two frames of different sizes neither is changed")
    func tie() async throws {
        try bench.add("a.1.png", 1)
        try bench.add("a.2.png", 2, width: 12, height: 12)
        try await expect(bench.plans(["seq.mixed-size"]).isEmpty)
        for number in [3, 4] { try bench.add("a.\(number).png", number, width: number * 4, height: 6) }
        try await expect(bench.plans(["seq.mixed-size"]).isEmpty, "2 of 4 are 12x12, or 8x6, or another size")
    }

    @Test("a frame of twice the size is scaled, not cropped to its middle")
    func doubleSize() async throws {
        for number in [1, 2, 3] { try bench.add("a.\(number).png", number) }
        let large = TestFrames(width: 16, height: 12, hasAlpha: false)
        try bench.parent.write(large.png(4), to: "walk/a.4.png")
        let plan = try await bench.plan(["seq.mixed-size"])
        expectEqual(FixBench.lines(plan), ["~ a.4.png  scale 16x12 px to 8x6 px  (seq.mixed-size)"])
        try await FixRunner().fix(plan)
        let scaled = try ImageDecoder().decode(contentsOf: bench.parent.file("walk/a.4.png"))
        expectEqual(scaled.size, PixelSize(width: 8, height: 6))
        let expected = try large.png(4).withUnsafeBytes { try ImageDecoder().decode($0) }.scaled(
            to: PixelSize(width: 8, height: 6)
        )
        try expectEqual(bench.pixels("a.4.png"), expected.withUnsafeBytes { Array($0) })
        try expect(InventedFrames(of: FilePath(bench.path)) == nil, "what was larger is all there")
    }

    @Test("rules that ask for the contrary of each other change nothing, and both say so")
    func contradiction() async throws {
        for number in [8, 9, 10] { try bench.add("a.\(number).png", number) }
        let rules: Set<RuleID> = ["seq.zero-padded", "seq.lexicographic-order"]
        let plan = try await bench.plan(rules)
        expect(plan.operations.isEmpty)
        expectEqual(
            Set(plan.refusals.map(\.description)),
            [
                "a.8.png: seq.lexicographic-order is not fixed: seq.zero-padded requires the opposite; select only "
                    + "one of the two",
                "a.8.png: seq.zero-padded is not fixed: seq.lexicographic-order requires the opposite; select only "
                    + "one of the two",
            ]
        )
        expectEqual(FixBench.lines(try await bench.plan(["seq.lexicographic-order"])).count, 2)
    }

    @Test("without --unsafe names change and nothing else")
    func safe() async throws {
        for number in [1, 2, 5] { try bench.add("a.000\(number).png", number) }
        try bench.add("a.4.png", 4, width: 3, height: 3)
        let evidence = try LintInput.evidence(for: [bench.path])
        let report = try await Linter().lint(evidence)
        let plans = try await FixPlanner(Linter()).plans(for: evidence, findings: report.findings)
        expectEqual(plans.flatMap(FixBench.lines), ["> a.4.png -> a.0004.png  (seq.mixed-padding)"])
    }

    @Test("a rule of another package carries fixes that are planned with the others")
    func customRule() async throws {
        let rule = LintRule(
            .init("studio.spaces", .warning, evidence: .names, fixable: .safe),
            summary: "A name has a space in it.",
            why: "The farm's shell splits it.",
            remedy: "Rename the file.",
            passing: [["a.1.png"]],
            failing: [["a b.1.png"]],
            judge: .frames {
                $0.path.lastComponent.contains(" ")
            } verdict: { frames in
                let renamings = frames.map { frame in
                    let name = frame.path.lastComponent.replacing(" ", with: "_")
                    return Fix.Operation.rename([Fix.Renaming(frame.path, to: name)])
                }
                return frames.verdict(
                    one: "has a space in its name.",
                    many: "have spaces in their names.",
                    fix: "Rename \(frames.count == 1 ? "it" : "them").",
                    by: renamings
                )
            }
        )
        for name in ["a b.0001.png", "a b.0002.png", "a b.3.png"] { try bench.add(name) }
        let linter = Linter(rules: [rule, .mixedPadding])
        let evidence = try LintInput.evidence(for: [bench.path])
        let plans = try await FixPlanner(linter)
            .plans(for: evidence, findings: try await linter.lint(evidence).findings)
        expectEqual(
            Set(plans.flatMap(FixBench.lines)),
            [
                "> a b.0001.png -> a_b.0001.png  (studio.spaces)", "> a b.0002.png -> a_b.0002.png  (studio.spaces)",
                "> a b.3.png -> a_b.0003.png  (seq.mixed-padding, studio.spaces)",
            ]
        )
    }

    @Test("what a fix invents stays an error in its folder and in a copy of it, until the real frame comes")
    func invented() async throws {
        for number in [1, 2, 4] { try bench.add("a.000\(number).png", number) }
        try bench.add("a.0005.png", 5, width: 10, height: 9)
        try await FixRunner().fix(try await bench.plan(["seq.gap", "seq.mixed-size"]))
        try await expectEqual(
            FixBench.findings(["fix.held-frame", "seq.gap", "seq.mixed-size"], in: bench.path),
            ["a.0003.png fix.held-frame", "a.0005.png fix.held-frame"]
        )
        for fix in try KeptFix.all(in: FilePath(bench.path)) { try fix.forget() }
        try await expectEqual(FixBench.findings(["fix.held-frame"], in: bench.path).count, 2)
        try bench.add("a.0003.png", 3)
        try await expectEqual(FixBench.findings(["fix.held-frame"], in: bench.path), ["a.0005.png fix.held-frame"])
        // Renamed, it is the same frame.
        try bench.add("a.6.png", 6)
        try await FixRunner().fix(try await bench.plan(["seq.mixed-padding", "seq.start-index"]))
        try await expectEqual(FixBench.findings(["fix.held-frame"], in: bench.path), ["a.0005.png fix.held-frame"])
        try FileManager.default.copyItem(atPath: bench.path, toPath: bench.parent.path + "/copy")
        try await expectEqual(
            FixBench.findings(["fix.held-frame"], in: bench.parent.path + "/copy"),
            ["a.0005.png fix.held-frame"]
        )
    }

    @Test("a fix is undone in a copy of the folder, whose files have other inodes and dates")
    func copiedFolder() async throws {
        for number in [1, 2, 4] { try bench.add("a.000\(number).png", number) }
        try bench.add("a.5.png", 5, width: 9, height: 7)
        let before = try bench.contents()
        try await FixRunner().fix(try await bench.plan(["seq.gap", "seq.mixed-size", "seq.mixed-padding"]))
        let copy = bench.parent.path + "/copy"
        try FileManager.default.copyItem(atPath: bench.path, toPath: copy)
        for name in try FileManager.default.contentsOfDirectory(atPath: copy) {
            let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
            try FileManager.default.setAttributes(old, ofItemAtPath: copy + "/" + name)
        }
        try await FixBench.undo(copy)
        let after = try before.keys.map { ($0, try Data(contentsOf: URL(fileURLWithPath: copy + "/" + $0))) }
        expectEqual(Dictionary(uniqueKeysWithValues: after), before)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: copy).count, before.count)
    }

    @Test("fixes that only moved names are forgotten after ten; one that holds pictures stays")
    func pruning() async throws {
        try bench.add("a.0001.png", 1)
        try bench.add("a.0002.png", 2)
        for number in 3...16 {
            try bench.add("a.\(number).png", number)
            try await FixRunner().fix(try await bench.plan(["seq.mixed-padding"]))
        }
        let kept = try KeptFix.all(in: FilePath(bench.path))
        expectEqual(kept.map(\.number), Array(5...14))
        expect(kept.allSatisfy { $0.renamed == 1 && $0.redrawn == 0 && $0.held == 0 && $0.isFinished })
    }

    @Test("files are known by SHA-256, long ones by pieces of them")
    func digests() throws {
        // Told by sha256sum.
        expectEqual(FileDigest(of: Array("".utf8)).hashText, "e3b0c44298fc1c14")
        expectEqual(FileDigest(of: Array("a".utf8)).hashText, "ca978112ca1bbdca")
        expectEqual(FileDigest(of: Array("abc".utf8)).hashText, "ba7816bf8f01cfea")
        let words = Array("Nobody inspects the spammish repetition".utf8)
        expectEqual(FileDigest(of: words).hashText, "031edd7d41651593")
        var bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let file = try bench.parent.write(bytes, to: "x.bin")
        expectEqual(FileDigest(of: file), FileDigest(of: bytes))
        bytes = [UInt8](repeating: 7, count: 3_000_001)
        let long = try bench.parent.write(bytes, to: "x.bin")
        let (sample, whole) = (FileDigest(of: long, isSample: true), FileDigest(of: long))
        expectEqual(whole, FileDigest(of: bytes))
        // Between two pieces of a sample.
        bytes[100_000] = 8
        _ = try bench.parent.write(bytes, to: "x.bin")
        expectEqual(FileDigest(of: long, isSample: true), sample)
        expect(FileDigest(of: long) != whole)
        bytes[bytes.count - 1] = 8
        _ = try bench.parent.write(bytes, to: "x.bin")
        expect(FileDigest(of: long, isSample: true) != sample)
        expect(FileDigest(of: bench.parent.file("gone")) == nil)
    }

    @Test("a fix that did not end is not forgotten, since it may hold the only copy of a frame")
    func forgetting() async throws {
        for number in 1...2 { try bench.add("a.000\(number).png", number) }
        try bench.add("a.0003.png", 3, width: 10, height: 9)
        let plan = try await bench.plan(["seq.mixed-size"])
        var runner = FixRunner()
        runner.moveLimit = 2
        await #expect(throws: FixError.stopped) { try await runner.fix(plan) }
        let kept = try require(try KeptFix.all(in: FilePath(bench.path)).first)
        #expect(throws: FixError.unfinished(FilePath(bench.path))) { try kept.forget() }
        try await FixBench.undo(bench.path)
        try await expectEqual(FixBench.findings(["seq.mixed-size"], in: bench.path), ["a.0003.png seq.mixed-size"])
    }

    @Test("a folder in the place of a frame keeps a fix from being undone, and nothing moves")
    func folderInTheWay() async throws {
        for name in ["a.0001.png", "a.0002.png", "a.3.png"] { try bench.add(name, 1) }
        try await FixRunner().fix(try await bench.plan(["seq.mixed-padding"]))
        let obstacle = bench.path + "/a.3.png"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        await #expect(throws: FixError.changedSince(folder: FilePath(bench.path), file: "a.3.png")) {
            try await FixBench.undo(bench.path)
        }
        try FileManager.default.removeItem(atPath: obstacle)
        try await FixBench.undo(bench.path)
        expect(FileManager.default.fileExists(atPath: obstacle))
    }

    @Test(
        "no selection leaves out what a fix made",
        arguments: [RuleSettings(select: [.rule("seq.gap")]), RuleSettings(ignore: [.group("name")])]
    )
    func guards(settings: RuleSettings) throws {
        let configuration = LintConfiguration(settings: settings)
        let folder = RuleExample(names: ["walk.1.png", "walk.2.png"]) { $0.hasUnfinishedFix = true }.evidence
        let report = Linter(rules: RuleRegistry.all, configuration: configuration).report(on: [folder])
        expect(report.findings.map(\.rule).contains("name.unfinished-fix"))
    }
}
