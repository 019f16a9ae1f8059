import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Invented frames stay known until a renderer made them")
struct InventedFrameTests {
    private let bench: FixBench
    private let rules: Set<RuleID> = ["seq.gap", "fix.held-frame"]

    /// A folder of six frames in which frame 3 is a copy of frame 2.
    init() async throws {
        bench = try FixBench()
        for number in [1, 2, 4, 5, 6] { try bench.add("a.000\(number).png", number) }
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
    }

    private func move(_ name: String, _ newName: String) throws {
        try FileManager.default.moveItem(atPath: bench.path + "/" + name, toPath: bench.path + "/" + newName)
    }

    private func findings() async throws -> [String] { try await FixBench.findings(rules, in: bench.path) }

    /// The sentence about the one invented frame.
    private func message(_ path: String? = nil) async throws -> String? {
        let linter = Linter(rules: RuleRegistry.all.filter { $0.id == "fix.held-frame" })
        let found = try await linter.lint(LintInput.evidence(for: [path ?? bench.path])).findings
        return found.count == 1 ? found.first.map { "\($0.subject) \($0.message)" } : nil
    }

    @Test(
        "no severity makes it less than an error",
        arguments: [RuleSelector.rule("fix.held-frame"), .group("fix"), .all]
    )
    func severity(selector: RuleSelector) async throws {
        var configuration = LintConfiguration()
        configuration.settings.severities = [.init(selector, .info)]
        let override = RuleSettings(severities: [.init(selector, .info)])
        configuration.overrides = [PathOverride(paths: [try PathGlob(parsing: "**")], settings: override)]
        let linter = Linter(rules: RuleRegistry.all, configuration: configuration)
        let report = try await linter.lint(LintInput.evidence(for: [bench.path]))
        expectEqual(report.findings.filter { $0.rule == "fix.held-frame" }.map(\.severity), [.error])
        expect(configuration.fails(report))
    }

    @Test("a file that is written anew with the same pixels is the same frame; one with other pixels is not")
    func writtenAnew() async throws {
        let frame = bench.parent.file("walk/a.0003.png")
        let picture = try ImageDecoder().decode(contentsOf: frame)
        let pixels = picture.withUnsafeBytes { Array($0) }
        let writer = PNGWriter(width: 8, height: 6)
        let old = try Data(contentsOf: URL(filePath: frame.string))
        let anew = writer.file(rows: pixels)
        expect(Array(old) != anew)
        try bench.parent.write(anew, to: "walk/a.0003.png")
        try await expectEqual(findings(), ["a.0003.png fix.held-frame"])
        try bench.parent.write(writer.file(rows: pixels.dropLast(4) + [1, 2, 3, 255]), to: "walk/a.0003.png")
        try await expectEqual(findings(), [])
    }

    @Test("names that all change carry the mark with them, and its sentence names the file that is there")
    func otherPrefix() async throws {
        for number in 1...6 { try move("a.000\(number).png", "b.000\(number).png") }
        try await expectEqual(message(), "b.0003.png is a copy of b.0002.png, made by a fix.")
    }

    @Test("of frames that moved up or down by one, the copy is accused and not its source", arguments: [1, -1])
    func shifted(by step: Int) async throws {
        for number in step > 0 ? Array((1...6).reversed()) : Array(1...6) {
            try move("a.000\(number).png", "a.000\(number + step).png")
        }
        try await expectEqual(message(), "a.000\(3 + step).png is a copy of a.000\(2 + step).png, made by a fix.")
    }

    @Test("a frame that was put before it moves the copy, and the source stays what it is")
    func inserted() async throws {
        for number in (3...6).reversed() { try move("a.000\(number).png", "a.000\(number + 1).png") }
        try bench.add("a.0003.png", 33)
        try await expectEqual(findings(), ["a.0004.png fix.held-frame"])
    }

    @Test("a source that is rendered again leaves the copy what it is")
    func otherSource() async throws {
        try bench.add("a.0002.png", 22)
        try await expectEqual(findings(), ["a.0003.png fix.held-frame"])
    }

    @Test("a frame that is rendered takes the mark away, also among others that are all the same")
    func twins() async throws {
        let still = try FixBench()
        for number in [1, 2, 4, 6] { try still.add("a.000\(number).png", 1) }
        try await FixRunner().fix(try await still.plan(["seq.gap"]))
        let found = try await FixBench.findings(rules, in: still.path)
        expectEqual(found, ["a.0003.png fix.held-frame", "a.0005.png fix.held-frame"])
        try still.add("a.0003.png", 3)
        try await expectEqual(FixBench.findings(rules, in: still.path), ["a.0005.png fix.held-frame"])
        try still.add("a.0005.png", 5)
        try await expectEqual(FixBench.findings(rules, in: still.path), [])
    }

    @Test("asked for alone, the file is an error as in its folder")
    func alone() async throws {
        try await expectEqual(
            message(bench.path + "/a.0003.png"),
            "a.0003.png is a copy of a.0002.png, made by a fix."
        )
    }

    @Test(
        "a file that was renamed into a gap keeps its mark beside a frame with the same picture, until it is rendered"
    )
    func guessLikeAnotherFrame() async throws {
        let guess = try FixBench()
        for number in [1, 2, 4, 5] { try guess.add("a.000\(number).png", number) }
        try guess.add("a.0003 copy.png", 5)
        try await FixRunner().fix(try await guess.plan(["seq.gap"]))
        for number in 1...5 {
            let (old, new) = ("\(guess.path)/a.000\(number).png", "\(guess.path)/b.000\(number).png")
            try FileManager.default.moveItem(atPath: old, toPath: new)
        }
        try await expectEqual(FixBench.findings(rules, in: guess.path), ["b.0003.png fix.held-frame"])
        try guess.add("b.0005.png", 55)
        try await expectEqual(FixBench.findings(rules, in: guess.path), ["b.0003.png fix.held-frame"])
        try guess.add("b.0003.png", 3)
        try await expectEqual(FixBench.findings(rules, in: guess.path), [])
    }

    @Test("names that a fix changes are changed in the sentence, too")
    func renumbered() async throws {
        try FileManager.default.removeItem(atPath: bench.path + "/a.0001.png")
        try await FixRunner().fix(try await bench.plan(["seq.start-index"]))
        try await expectEqual(message(), "a.0002.png is a copy of a.0001.png, made by a fix.")
    }

    @Test("a file that is renamed into a gap is in the list, in place and in a new folder, until it is rendered")
    func guess() async throws {
        let guess = try FixBench()
        for number in [1, 2, 4, 5] { try guess.add("a.000\(number).png", number) }
        try guess.add("a.0003 copy.png", 3)
        let words = "a.0003.png was renamed from a.0003 copy.png by a fix."
        let copy = FilePath(guess.parent.path + "/fixed")
        try await FixRunner().fix(try await guess.plan(["seq.gap"]), into: copy)
        try await expectEqual(message(copy.string), words)
        try await FixRunner().fix(try await guess.plan(["seq.gap"]))
        try await expectEqual(message(guess.path), words)
        try guess.add("a.0003.png", 33)
        try await expectEqual(message(guess.path), nil)
        try guess.add("a.0003.png", 3)
        try await FixBench.undo(guess.path)
        try expectEqual(
            guess.names().filter { !$0.hasPrefix(".") },
            ["a.0001.png", "a.0002.png", "a.0003 copy.png", "a.0004.png", "a.0005.png"]
        )
        try expect(!guess.names().contains(".flipbook-invented.json"))
    }

    @Test("a baseline does not accept it")
    func baseline() async throws {
        let report = try await Linter(rules: RuleRegistry.all).lint(LintInput.evidence(for: [bench.path]))
        var baseline = LintBaseline(report)
        expect(!baseline.entries.contains { $0.rule == "fix.held-frame" })
        baseline.entries += report.findings.map {
            .init(
                rule: $0.rule.rawValue,
                sequence: $0.canonicalSequence,
                frames: nil,
                fingerprint: $0.fingerprint
            )
        }
        expectEqual(baseline.applied(to: report).report.findings.map(\.rule), ["fix.held-frame"])
    }
}
