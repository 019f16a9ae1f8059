import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Fixing folders and undoing it")
struct FixRunnerTests {
    private let bench: FixBench
    private let rules = FixBench.rulesOfEveryFault

    init() throws { bench = try .withEveryFault() }

    @Test("what is shown is what is done, and undoing it gives every byte back")
    func inPlace() async throws {
        let before = try bench.contents()
        let plan = try await bench.plan(rules)
        try expectEqual(bench.contents(), before, "a plan changes nothing")
        expectEqual(
            FixBench.lines(plan),
            [
                "~ a.0009.png  pad and crop 10x4 px to 8x6 px  (seq.mixed-size)",
                "> a.8.png -> a.0007.png  (seq.mixed-padding, seq.start-index)",
                "> a.0002.png -> a.0001.png  (seq.start-index)", "> a.0003.png -> a.0002.png  (seq.start-index)",
                "> a.0004.png -> a.0003.png  (seq.start-index)", "> a.0006.png -> a.0005.png  (seq.start-index)",
                "> a.0007.png -> a.0006.png  (seq.start-index)", "> a.0009.png -> a.0008.png  (seq.start-index)",
                "> e\u{301}\\n\\u{1B}[31m.jpg -> e\u{301}\\n\\u{1B}[31m.png  (load.format-by-extension)",
                "+ a.0004.png = a.0003.png  (seq.gap)",
            ]
        )
        let again = try await bench.plan(rules)
        expectEqual(again.operations, plan.operations)
        try await FixRunner().fix(plan)
        try expectEqual(
            bench.names(),
            (1...8).map { "a.000\($0).png" } + ["below", "notes.txt", "out.png", "e\u{301}\n\u{1B}[31m.png"]
        )
        try await expectEqual(FixBench.findings(rules, in: bench.path), [])
        try expectEqual(bench.pixels("a.0004.png"), TestFrames(width: 8, height: 6).pixels(4))
        try await expect(FixBench.undo(bench.path) > 0)
        try expectEqual(bench.contents(), before)
        await #expect(throws: FixError.nothingToUndo(FilePath(bench.path))) { try await FixBench.undo(bench.path) }
    }

    @Test("a run that is killed after any number of moves can be undone, and until then nothing else is fixed")
    func interruption() async throws {
        let before = try bench.contents()
        var isEnded = false
        for limit in 0...40 where !isEnded {
            var runner = FixRunner()
            runner.moveLimit = limit
            let plan = try await bench.plan(rules)
            let error = await Self.error { () async throws(FixError) in try await runner.fix(plan) }
            if error == nil {
                isEnded = true
                expect(limit > plan.operations.count)
            } else {
                expectEqual(error, .stopped)
                let told = try await Linter(rules: [.unfinishedFix])
                    .lint(LintInput.evidence(for: [bench.path])).findings
                expectEqual(told.map(\.severity), [.error])
                expect(told.first?.fix.description.contains("estore the folder with") ?? false)
                let next = try await bench.plans(rules)
                expect(next.allSatisfy { $0.operations.isEmpty && $0.refusals.map(\.rule) == ["name.unfinished-fix"] })
                let again = FixError.unfinished(FilePath(bench.path))
                await #expect(throws: again) { try await FixRunner().fix(plan) }
            }
            if isEnded {
                try expectEqual(LintInput.evidence(for: [bench.path]).map(\.hasUnfinishedFix), [false])
            }
            try await FixBench.undo(bench.path)
            try expectEqual(bench.contents(), before, "after \(limit) moves")
            try expectEqual(LintInput.evidence(for: [bench.path]).map(\.hasUnfinishedFix), [false])
        }
        expect(isEnded)
    }

    /// What some work throws; `nil` where it ends.
    private static func error(of work: () async throws(FixError) -> Void) async -> FixError? {
        do throws(FixError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test("an undoing that is killed after any number of moves is reported, and undoing again ends it")
    func interruptedUndoing() async throws {
        let before = try bench.contents()
        let plan = try await bench.plan(rules)
        for limit in 0..<plan.operations.count {
            try await FixRunner().fix(try await bench.plan(rules))
            await #expect(throws: FixError.stopped) { try await FixBench.undo(bench.path, stoppingAfter: limit) }
            let told = try await Linter(rules: [.unfinishedFix])
                .lint(LintInput.evidence(for: [bench.path])).findings
            expectEqual(told.map(\.rule), ["name.unfinished-fix"], "after \(limit) moves")
            try await expect(FixBench.undo(bench.path) > 0)
            try expectEqual(bench.contents(), before, "after \(limit) moves")
        }
        expect(plan.operations.count > 1)
    }

    @Test("only good frames stand in for missing ones: not one whose pixels are damaged, nor one that is too large")
    func goodStandIns() async throws {
        let bench = try FixBench()
        for number in [1, 2, 3, 5] { try bench.add("ball.000\(number).png", number, width: 32, height: 32) }
        let path = bench.path + "/ball.0003.png"
        var damaged = try Data(contentsOf: URL(fileURLWithPath: path))
        // A byte of the pixels' checksum: IEND's twelve bytes come after it.
        damaged[damaged.count - 13] ^= 0xFF
        try damaged.write(to: URL(fileURLWithPath: path))
        let holds = try await bench.plan(["seq.gap", "load.undecodable"]).operations
        expectEqual(holds.map { "\($0.target) = \($0.source)" }, ["ball.0004.png = ball.0002.png"])
        // A header of 30000x30000 pixels with its right checksum, computed by `python3 -c 'zlib.crc32(…)'`.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x75, 0x30, 0,
            0, 0x75, 0x30, 8, 2, 0, 0, 0, 0xE9, 0x45, 0x6F, 0xED,
        ]
        let rest = try Data(contentsOf: URL(fileURLWithPath: bench.path + "/ball.0001.png")).dropFirst(33)
        try (Data(header) + rest).write(to: URL(fileURLWithPath: path))
        let plan = try await bench.plan(["seq.gap", "load.too-large"])
        expectEqual(plan.operations.map { "\($0.target) = \($0.source)" }, ["ball.0004.png = ball.0002.png"])
    }

    @Test("fixes are undone one by one, the last one first")
    func stack() async throws {
        let before = try bench.contents()
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
        let between = try bench.contents().filter { !$0.key.hasPrefix(".flipbook-fix") }
        expect(between[".flipbook-invented.json"] != nil)
        try await FixRunner().fix(try await bench.plan(["seq.mixed-size"]))
        try await FixBench.undo(bench.path)
        try expectEqual(bench.contents().filter { !$0.key.hasPrefix(".flipbook-fix") }, between)
        try await FixBench.undo(bench.path)
        try expectEqual(bench.contents(), before)
    }

    @Test("undoing a fix that ended before its journal was written cleans up, and leaves the fix before it")
    func noJournal() async throws {
        let before = try bench.contents()
        try await FixRunner().fix(try await bench.plan(["seq.gap"]))
        let between = try bench.contents()
        try bench.parent.write([1], to: "walk/.flipbook-fix-2/new-0")
        try bench.parent.write([1], to: "walk/.flipbook-fix-2/.journal")
        try await expectEqual(FixBench.undo(bench.path), 0)
        try expectEqual(bench.contents(), between)
        try await expectEqual(FixBench.undo(bench.path), 1)
        try expectEqual(bench.contents(), before)
    }

    @Test("a file that was changed since is not lost by undoing, and nothing else is moved back then")
    func changedSince() async throws {
        try await FixRunner().fix(try await bench.plan(rules))
        try bench.add("a.0003.png", 77)
        let before = try bench.contents()
        await #expect(throws: FixError.changedSince(folder: FilePath(bench.path), file: FilePath("a.0003.png"))) {
            try await FixBench.undo(bench.path)
        }
        try expectEqual(bench.contents(), before)
    }

    @Test("a journal that leads out of the folder, or is cut short, moves nothing")
    func foreignJournal() async throws {
        try bench.parent.write(Array("secret".utf8), to: "secret")
        let before = try bench.contents()
        for text in [
            "flipbook journal 1\u{0}../secret\u{0}mine\u{0}6 1f\u{0}\u{0}end/1",
            "flipbook journal 1\u{0}/..\u{0}mine\u{0}6 1f\u{0}\u{0}end/1",
            "flipbook journal 1\u{0}a\u{0}b\u{0}6 1f\u{0}\u{0}",
            "flipbook journal 1\u{0}a\u{0}b\u{0}6 1f\u{0}\u{0}end",
            "flipbook journal 0\u{0}end", "", "\u{0}",
        ] {
            let journal = try bench.parent.write(Array(text.utf8), to: "walk/.flipbook-fix-1/journal")
            await #expect(throws: FixError.journal(journal)) { try await FixBench.undo(bench.path) }
        }
        try FileManager.default.removeItem(atPath: bench.path + "/.flipbook-fix-1")
        try expectEqual(bench.contents(), before)
    }

    @Test("a new folder is complete, and the old one is as it was")
    func newFolder() async throws {
        let before = try bench.contents()
        let target = bench.parent.path + "/fixed"
        let plan = try await bench.plan(rules)
        try await FixRunner().fix(plan, into: FilePath(target + "/"))
        try expectEqual(bench.contents(), before)
        try expectEqual(
            bench.names("fixed"),
            (1...8).map { "a.000\($0).png" } + ["notes.txt", "out.png", "e\u{301}\n\u{1B}[31m.png"]
        )
        try await expectEqual(FixBench.findings(rules, in: target), [])
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: target + "/out.png")
        expect(link.hasPrefix("/") && link.hasSuffix("/walk/../gone"), "a link is not followed; it leads where it led")
        await #expect(throws: FixError.outputExists(FilePath(target))) {
            try await FixRunner().fix(plan, into: FilePath(target))
        }
        try expectEqual(bench.parent.names().filter { $0.hasPrefix(".") }, [])
    }

    @Test("a file that changes between the plan and the fix stops it before anything is moved")
    func stalePlan() async throws {
        let plan = try await bench.plan(rules)
        try bench.add("a.0003.png", 77)
        let before = try bench.contents()
        let changed = FixError.changed(FilePath(bench.path + "/a.0003.png"))
        await #expect(throws: changed) { try await FixRunner().fix(plan) }
        await #expect(throws: changed) { try await FixRunner().fix(plan, into: bench.parent.file("fixed")) }
        try expectEqual(bench.contents(), before)
        try expectEqual(bench.parent.names(), ["walk"])
    }

    @Test("a plan does not hold any more once a frame came, went, or was fixed by another run")
    func staleNames() async throws {
        let changed = FixError.changed(FilePath(bench.path))
        let plan = try await bench.plan(["seq.gap"])
        try await FixRunner().fix(try await bench.plan(["seq.mixed-padding"]))
        await #expect(throws: changed) { try await FixRunner().fix(plan) }
        try await FixBench.undo(bench.path)
        try await FixRunner().fix(plan)
        try await FixBench.undo(bench.path)
        try bench.add("a.0010.png", 10)
        let before = try bench.contents()
        await #expect(throws: changed) { try await FixRunner().fix(plan) }
        await #expect(throws: changed) { try await FixRunner().fix(plan, into: bench.parent.file("fixed")) }
        try expectEqual(bench.contents(), before)
    }

    @Test("what a killed run left of a new folder is removed by the next one, and not that of a run at work")
    func deadFolders() async throws {
        try bench.parent.write([1], to: ".flipbook-fix-dead.partial/a.0001.png")
        try bench.parent.write([1], to: ".flipbook-fix-live.partial/a.0001.png")
        let live = open(bench.parent.path + "/.flipbook-fix-live.partial", O_RDONLY | O_DIRECTORY)
        expectEqual(flock(live, LOCK_EX | LOCK_NB), 0)
        try await FixRunner().fix(try await bench.plan(rules), into: bench.parent.file("fixed"))
        try expectEqual(bench.parent.names().sorted(), [".flipbook-fix-live.partial", "fixed", "walk"])
        close(live)
    }
}
