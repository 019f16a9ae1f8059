import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Baselines")
struct LintBaselineTests {
    private func report(_ folders: [String: [String]]) -> LintReport {
        Linter(rules: [.gap, .empty]).report(
            on: folders.sorted { $0.key < $1.key }.map { FolderEvidence(path: $0.key, names: $0.value) }
        )
    }

    private let gap = ["walk.1.png", "walk.3.png", "walk.4.png"]

    @Test("what a baseline has does not count, and is counted")
    func known() {
        let before = report(["a": gap])
        let (rest, stale) = LintBaseline(before).applied(to: before)
        expectEqual(before.findings.count, 1)
        expect(rest.findings.isEmpty && stale.isEmpty)
        expectEqual(rest.summary.baselined, 1)
    }

    @Test("a folder may move")
    func moved() {
        let baseline = LintBaseline(report(["a": gap]))
        expect(baseline.applied(to: report(["somewhere/else": gap])).report.findings.isEmpty)
    }

    @Test("the same finding in a second folder is new, and the one at the old place is the known one")
    func second() {
        let (rest, stale) = LintBaseline(report(["b": gap])).applied(to: report(["a": gap, "b": gap]))
        expectEqual(rest.findings.map(\.sequence), ["a/walk.@.png"])
        expect(stale.isEmpty)
    }

    @Test("another gap is new, and the entry of the old one is stale")
    func other() {
        let baseline = LintBaseline(report(["a": gap]))
        let (rest, stale) = baseline.applied(
            to: report(["a": ["walk.1.png", "walk.2.png", "walk.4.png", "walk.5.png"]])
        )
        expectEqual(rest.findings.map(\.message), ["frame 3 is missing (1 of 5)."])
        expectEqual(stale.map(\.frames), ["2"])
    }

    @Test("an entry may be stale where its rule ran, or where there is no such rule any more")
    func rules() {
        func entry(_ rule: String) -> LintBaseline.Entry {
            LintBaseline.Entry(rule: rule, sequence: "a", frames: nil, fingerprint: "0")
        }
        let report = report(["a": gap])
        expect(report.rules.isSuperset(of: [LintRule.gap.id, LintRule.empty.id]))
        expect(entry("seq.gap").mayBeStale(in: report, among: RuleRegistry.descriptions))
        expect(!entry("seq.mixed-size").mayBeStale(in: report, among: RuleRegistry.descriptions))
        expect(
            !entry("alpha.unused-channel").mayBeStale(
                in: LintReport(merging: [report]),
                among: RuleRegistry.descriptions
            )
        )
        expect(entry("seq.of-yesterday").mayBeStale(in: report, among: RuleRegistry.descriptions))
        expect(
            entry("seq.gap").mayBeStale(
                in: LintBaseline(report).applied(to: report).report,
                among: RuleRegistry.descriptions
            )
        )
    }

    @Test("a fingerprint is the same on every machine")
    func stable() {
        expectEqual(LintBaseline(report(["a": gap])).entries.map(\.fingerprint), ["513f9e08c6e1ef7c"])
    }

    @Test("the file has an entry a line")
    func text() {
        let text = LintBaseline(report(["a": gap, "b\n": gap])).text
        expectEqual(text.split(separator: "\n").count, 4)
        expectEqual(LintBaseline(entries: []).text, "{\"version\":1,\"findings\":[]}\n")
    }
}
