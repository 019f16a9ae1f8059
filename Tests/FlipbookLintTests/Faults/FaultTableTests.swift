import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Faults that people have, put into clean sequences one at a time")
struct FaultTableTests {
    private static let clean = Samples.checkout.appendingPathComponent("sequences/clean")
    private static let page = Samples.checkout
        .appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc/FaultsThatAreFound.md")
    private static let isRecording = ProcessInfo.processInfo.environment["FLIPBOOK_RECORD_FAULTS"] != nil

    private func findings(
        in path: String,
        _ deepest: EvidenceLevel,
        expected: FrameSet? = nil,
        of bench: FaultBench? = nil
    ) async throws -> [Finding] {
        // The folder is there as long as its bench.
        defer { withExtendedLifetime(bench) {} }
        let configuration = LintConfiguration(expectations: expected.map { [Expectation($0)] } ?? [])
        return try await Linter(configuration: configuration, deepest: deepest).lint(LintInput.evidence(for: [path]))
            .findings
    }

    @Test("in clean sequences no rule that runs by default finds anything that matters, not even in the pixels")
    func clean() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.clean.path).sorted()
        expect(names.count >= 9)
        for name in names + ["../walker", "../glow", "../on-twos", "../bouncing-ball"] {
            let found = try await findings(in: Self.clean.appendingPathComponent(name).path, .pixels)
            expectEqual(found.filter { $0.severity > .info }.map(\.message), [], "\(name)")
        }
    }

    @Test("the clean sequences together are below two megabytes")
    func size() throws {
        let files = FileManager.default.enumerator(at: Self.clean, includingPropertiesForKeys: [.fileSizeKey])
        let sizes = try (files?.allObjects as? [URL] ?? []).map {
            try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
        expect(sizes.count > 100)
        expect(sizes.reduce(0, +) < 2_000_000)
    }

    /// What finds a fault.
    private struct Row {
        let fault: InjectedFault
        let isByDefault: Bool
        let finding: Finding
        /// The made-up folder's name, which is another one each time.
        let folder: String

        var line: String {
            let cells = [
                fault.words, isByDefault ? "yes" : "with `--deep`", "`\(finding.rule)`", finding.severity.rawValue,
                "\(finding.subject): \(finding.message)", "\(finding.fix)",
            ]
            let named = cells.map { $0.replacingOccurrences(of: folder, with: "shot") }
            return "| " + named.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
        }
    }

    private func row(_ fault: InjectedFault) async throws -> Row? {
        let bench = try FaultBench(fault.sequence)
        try fault.inject(bench)
        func find(_ deepest: EvidenceLevel) async throws -> Finding? {
            try await findings(in: bench.folder.path, deepest, expected: fault.expected, of: bench).first {
                $0.rule == fault.rule
            }
        }
        let byDefault = try await find(.headers)
        let found: Finding? = if let byDefault { byDefault } else { try await find(.pixels) }
        return found.map {
            Row(
                fault: fault,
                isByDefault: byDefault != nil,
                finding: $0,
                folder: FilePath(bench.folder.path).lastComponent
            )
        }
    }

    @Test("every fault is found by its rule", arguments: LongTests.cases(Array(InjectedFault.all.indices), every: 4))
    func found(index: Int) async throws {
        let fault = InjectedFault.all[index]
        let bench = try FaultBench(fault.sequence)
        let before = try await findings(in: bench.folder.path, .pixels, of: bench)
        expect(!before.contains { $0.rule == fault.rule }, "the clean sequence has it already")
        let row = try await row(fault)
        expect(row != nil, "\(fault.words): \(fault.rule)")
    }

    /// In how many of the clean sequences that can have it a fault of the pixels is found.
    private func spread(_ fault: SpreadFault) async throws -> (found: Int, of: Int) {
        var counts = (found: 0, of: 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.clean.path).sorted() {
            let bench = try FaultBench(name)
            let evidence = try LintInput.evidence(for: [bench.folder.path])
            guard let sequence = evidence.first?.sequences.max(by: { $0.frames.count < $1.frames.count }) else {
                continue
            }
            let names = sequence.frames.map(\.path.lastComponent)
            let place = names.count / 2
            guard names.count > 6, sequence.scales == [1] else { continue }
            let pixels = try bench.pixels(names[place]).pixels
            let isTranslucent = stride(from: 3, to: pixels.count, by: 4).count { 1...254 ~= pixels[$0] } > 20
            if fault.needsAlpha, !isTranslucent { continue }
            let before = try await findings(in: bench.folder.path, .pixels, of: bench)
            if before.contains(where: { $0.rule == fault.rule }) { continue }
            try fault.inject(bench, names, place)
            counts.of += 1
            let after = try await findings(in: bench.folder.path, .pixels, of: bench)
            if after.contains(where: { $0.rule == fault.rule }) { counts.found += 1 }
        }
        return counts
    }

    private func spreadTable() async throws -> String {
        var lines: [String] = []
        for fault in SpreadFault.all {
            let (found, count) = try await spread(fault)
            expect(count > 0, "\(fault.words)")
            lines.append("| \(fault.words) | `\(fault.rule)` | \(found) of \(count) |")
        }
        return """

            ## In every sequence

            A fault may be obvious in one sequence and hidden in another: fast movement hides a darker frame. A test inserts each of these faults into the middle of every suitable clean sequence and counts the sequences in which the rule finds the fault.

            | fault | rule | found in |
            |---|---|---|

            """ + lines.joined(separator: "\n") + "\n"
    }

    @Test("the table in the documentation is what the linter says; FLIPBOOK_RECORD_FAULTS=1 rewrites it")
    func table() async throws {
        expect(InjectedFault.all.count >= 40)
        var lines: [String] = []
        for fault in InjectedFault.all {
            if let row = try await row(fault) { lines.append(row.line) }
        }
        let deep = lines.count { $0.contains("| with `--deep` |") }
        let text = """
            # Faults that are found

            The linter's findings on \(lines.count) common faults, each inserted into one of the clean sequences in `sequences/clean`.

            By default, the linter reads names and headers and finds \(lines.count - deep) of them. With `--deep`, it also reads pixels and finds the other \(deep). In the clean sequences, no default rule reports a warning or an error. A test inserts each fault and compares the findings with this page.

            | fault | found | rule | severity | message | remedy |
            |---|---|---|---|---|---|

            """ + lines.joined(separator: "\n") + "\n" + (try await spreadTable())
        if Self.isRecording { try Data(text.utf8).write(to: Self.page) }
        try expectEqual(String(contentsOf: Self.page, encoding: .utf8), text)
    }
}
