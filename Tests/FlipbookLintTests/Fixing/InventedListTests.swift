import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("The list of invented frames")
struct InventedListTests {
    private let bench: FixBench
    private let rules: Set<RuleID> = ["seq.gap", "fix.held-frame", "fix.unreadable-list"]
    private var list: String { bench.path + "/" + InventedFrames.fileName }

    /// A folder in which frame 3 is a copy of frame 2.
    init() async throws {
        bench = try FixBench()
        for number in [1, 2, 4, 5, 6] { try bench.add("a.000\(number).png", number) }
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: list)) }

    @Test(
        "one that is damaged is an error, and nothing is fixed until it is whole",
        arguments: ["", "{", "[]", "<<<<<<< HEAD\n", #"{"version":1,"frames":[]}"#, #"{"version":2,"frames":[{}]}"#]
    )
    func damaged(text: String) async throws {
        let whole = try String(contentsOfFile: list, encoding: .utf8)
        try write(text)
        try bench.add("a.8.png", 8)
        try await expect(FixBench.findings(rules, in: bench.path).contains("walk fix.unreadable-list"))
        let before = try bench.contents()
        let plans = try await bench.plans(["seq.mixed-padding", "seq.gap"])
        expectEqual(plans.map(\.changeCount), [0])
        expectEqual(plans.flatMap(\.refusals).map(\.rule), ["fix.unreadable-list"])
        try expectEqual(bench.contents(), before)
        try write(whole)
        let plan = try await bench.plan(["seq.mixed-padding"])
        expect(plan.changeCount == 1 && plan.refusals.isEmpty)
    }

    @Test("a folder in its place is no list, and a link is none")
    func noFile() async throws {
        try FileManager.default.removeItem(atPath: list)
        try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: "a.0001.png")
        try await expectEqual(FixBench.findings(rules, in: bench.path), ["walk fix.unreadable-list"])
        try FileManager.default.removeItem(atPath: list)
        try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: false)
        try await expectEqual(FixBench.findings(rules, in: bench.path), ["walk fix.unreadable-list"])
        try FileManager.default.removeItem(atPath: list)
        try await expectEqual(FixBench.findings(rules, in: bench.path), [], "without a list nothing is known")
    }

    @Test("one that a formatter laid out differently is the same list, and the fix can be undone")
    func formatted() async throws {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: list)))
        let pretty = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
        try pretty.write(to: URL(filePath: list))
        try await expectEqual(FixBench.findings(rules, in: bench.path), ["a.0003.png fix.held-frame"])
        try await expectEqual(FixBench.undo(bench.path), 1)
        try expectEqual(bench.names(), [1, 2, 4, 5, 6].map { "a.000\($0).png" })
        expect(!FileManager.default.fileExists(atPath: list))
    }

    @Test("a frame that was elsewhere during a later fix is still known when it comes back")
    func elsewhere() async throws {
        let (frame, refuge) = (bench.path + "/a.0003.png", bench.parent.path + "/away.png")
        try FileManager.default.moveItem(atPath: frame, toPath: refuge)
        try bench.add("a.0003.png", 33)
        try FileManager.default.removeItem(atPath: bench.path + "/a.0005.png")
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
        try await expectEqual(FixBench.findings(rules, in: bench.path), ["a.0005.png fix.held-frame"])
        try FileManager.default.removeItem(atPath: frame)
        try FileManager.default.moveItem(atPath: refuge, toPath: frame)
        try await expectEqual(
            FixBench.findings(rules, in: bench.path),
            ["a.0003.png fix.held-frame", "a.0005.png fix.held-frame"]
        )
    }
}
