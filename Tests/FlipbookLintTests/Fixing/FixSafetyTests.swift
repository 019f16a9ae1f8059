import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("A fix loses nothing, whatever lies in the folder")
struct FixSafetyTests {
    private let bench: FixBench
    private let rules = FixBench.rulesOfEveryFault

    init() throws { bench = try .withEveryFault() }

    @Test("folders with numbers that no fix gives are no fixes'")
    func foreignNumbers() async throws {
        for name in ["999999999999999999", "1000000000", "007", "0", "+1"] {
            try bench.parent.write([1], to: "walk/.flipbook-fix-\(name)/x")
        }
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
        try expectEqual(KeptFix.all(in: FilePath(bench.path)).map(\.number), [1])
        try await expectEqual(FixBench.undo(bench.path), 1)
    }

    @Test("a cancelled fix leaves the folder as it was")
    func cancellation() async throws {
        let before = try bench.contents()
        let plan = try await bench.plan(rules)
        let target = bench.parent.file("fixed")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: FixError.cancelled) { try await FixRunner().fix(plan) }
            await #expect(throws: FixError.cancelled) { try await FixRunner().fix(plan, into: target) }
        }
        await task.value
        try expectEqual(bench.contents(), before)
        try expectEqual(bench.parent.names(), ["walk"])
    }

    @Test(
        "a held frame on another disk is a copy",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/shm"), "there is no /dev/shm")
    )
    func otherDisk() async throws {
        let target = "/dev/shm/flipbook-fix-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let plan = try await bench.plan(rules)
        try await FixRunner().fix(plan, into: FilePath(target))
        try await expectEqual(FixBench.findings(rules, in: target), [])
        let dates = try [bench.path + "/notes.txt", target + "/notes.txt"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
        }
        expect(dates[0] != nil && dates[0] == dates[1])
    }

    @Test("two files whose extensions are each other's swap their names")
    func circle() async throws {
        let other = try FixBench()
        let png = try TestFrames(width: 1, height: 1).png(1)
        let sizes: [UInt8] = [40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
        let bmp = Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + sizes + [UInt8](repeating: 0, count: 28)
        try other.parent.write(png, to: "walk/x.bmp")
        try other.parent.write(bmp, to: "walk/x.png")
        let before = try other.contents()
        for limit in 0...3 {
            var runner = FixRunner()
            runner.moveLimit = limit
            let plan = try await other.plan(["load.format-by-extension"])
            await #expect(throws: FixError.stopped) { try await runner.fix(plan) }
            try await FixBench.undo(other.path)
            try expectEqual(other.contents(), before, "after \(limit) moves")
        }
        try await FixRunner().fix(try await other.plan(["load.format-by-extension"]))
        try expectEqual(other.contents()["x.png"], Data(png))
        try expectEqual(other.contents()["x.bmp"], Data(bmp))
        try await FixBench.undo(other.path)
        try expectEqual(other.contents(), before)
    }

    @Test("whatever a folder holds, a fix loses no file, keeps what it shows, and is undone", arguments: 1...25)
    func anyFolder(seed: UInt64) async throws {
        var random = RandomBytes(seed: seed)
        let folder = try FixBench()
        var taken: Set<String> = []
        for index in 0..<Int(random.next() % 20 + 3) {
            let stem = ["a.", "A.", "b", "e\u{301}\n"][Int(random.next() % 4)]
            let number = String(random.next() % 15)
            let zeros = String(repeating: "0", count: Int(random.next() % 3))
            let end = [".png", ".PNG", ".jpg", "@2x.png"][Int(random.next() % 4)]
            let name = stem + zeros + number + end
            let kind = random.next() % 8
            guard taken.insert(name).inserted else { continue }
            switch kind {
            case 0: try folder.parent.write([UInt8(index)], to: "walk/" + name)
            case 1:
                try FileManager.default.createDirectory(
                    atPath: folder.path + "/" + name,
                    withIntermediateDirectories: false
                )
            case 2:
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name,
                    withDestinationPath: "a.1.png"
                )
            case 3: try folder.add(name, index, width: 5, height: 9, alpha: true)
            default: try folder.add(name, index)
            }
        }
        let fixable = Set(RuleRegistry.all.map(\.description).filter { $0.fixable != .display }.map(\.id))
        // One thing is there to fix, whatever else is.
        for number in [1, 2, 4] { try folder.add("z.\(number).png", number) }
        let before = try folder.contents()
        let plans = try await folder.plans(fixable).filter { !$0.operations.isEmpty }
        expectEqual(plans.count, 1)
        for plan in plans {
            expectEqual(Set(plan.operations.map(\.description)).count, plan.operations.count)
            try await FixRunner().fix(plan, into: folder.parent.file("fixed"))
            try expectEqual(folder.contents(), before)
            try await FixRunner().fix(plan)
            let after = try folder.contents().filter { !$0.key.hasPrefix(".flipbook") }
            let redrawn = plan.operations.filter { $0.source == $0.target }.map(\.source.string)
            for (name, bytes) in before where !redrawn.contains(name) {
                expectEqual(after[plan.newNames[FilePath(name)]?.string ?? name], bytes)
            }
            let held = plan.operations.count { $0.description.hasPrefix("+") }
            expectEqual(after.count, before.count + held)
            for name in try folder.names("fixed") {
                let bytes = FileManager.default.contents(atPath: folder.parent.path + "/fixed/" + name)
                expect(bytes == nil || after[name] == bytes || after[name]?.starts(with: Data("->".utf8)) == true)
            }
            try await FixBench.undo(folder.path)
            try expectEqual(folder.contents(), before)
        }
    }
}
