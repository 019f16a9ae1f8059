import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("A session does what the command does")
struct LintSessionTests {
    private let bench: FixBench

    init() throws {
        bench = try FixBench()
    }

    /// A rule of another package: names of frames are short.
    private static let longName = LintRule(
        .init("studio.long-name", .warning, evidence: .names, fixable: .safe),
        summary: "A name is longer than the farm takes.",
        why: "The farm cuts it off.",
        remedy: "Rename the file.",
        options: [RuleOption("letters", "How many letters it may have.", default: 12, in: 1...200)],
        passing: [["a.1.png"]],
        failing: [["a very long name.1.png"]]
    ) { options in
        let most = options.integer("letters")
        return .frames {
            $0.path.lastComponent.count > most
        } verdict: { frames in
            frames.verdict(
                one: "has more than \(most) letters.",
                many: "have more than \(most) letters.",
                fix: "Rename the files.",
                by: frames.map { frame in
                    let name = frame.path.lastComponent
                    return .rename([Fix.Renaming(frame.path, to: String(name.suffix(most)))])
                }
            )
        }
    }

    @Test("each folder has the configuration above it, manifests are read, and what is not there is a fault")
    func run() async throws {
        for number in [1, 2, 4, 5] { try bench.add("a.\(number).png", number) }
        let quiet = Array("ignore: [seq.gap]\n".utf8)
        for number in [1, 2, 4, 5] {
            let png = try TestFrames(width: 8, height: 6).png(number)
            try bench.parent.write(png, to: "walk/quiet/b.\(number).png")
            try bench.parent.write(png, to: "walk/listed/c.\(number).png")
        }
        try bench.parent.write(quiet, to: "walk/quiet/.flipbook.yaml")
        let manifest = "frameRate: 24\ntitle: C\nmissing: hold\nanimationImages: c.@.png\n"
        try bench.parent.write(Array(manifest.utf8), to: "walk/listed/c.yaml")
        var session = LintSession()
        session.isRecursive = true
        let outcome = try await session.run([bench.path, bench.parent.path + "/gone"])
        let gaps = outcome.report.findings.filter { $0.rule == "seq.gap" }
        expectEqual(gaps.map(\.subject).sorted(), ["a.@.png", "c.@.png"])
        expectEqual(gaps.first { $0.subject == "c.@.png" }?.severity, .info, "the manifest holds it")
        expect(outcome.fails)
        expectEqual(outcome.report.faults.map(\.path), [bench.parent.file("gone")])
        expect(outcome.leftOut.contains("seq.duplicate-frames") && !outcome.leftOut.contains("seq.gap"))

        session.baseline = LintBaseline(outcome.report)
        let again = try await session.run([bench.path])
        expect(again.report.findings.isEmpty && again.report.baselined == outcome.report.findings.count)
        expect(!again.fails)
    }

    @Test("rules of another package have options in .flipbook.yaml, and are mended with the others")
    func customRules() async throws {
        for number in [1, 2, 3] { try bench.add("quite.a.long.name.000\(number).png", number) }
        try bench.add("quite.a.long.name.4.png", 4)
        try bench.parent.write(Array("options: {studio.long-name: {letters: 13}}\n".utf8), to: "walk/.flipbook.yaml")
        let session = LintSession(rules: RuleRegistry.all + [Self.longName])
        let found = try await session.run([bench.path]).report.findings
        expectEqual(found.map(\.rule).filter { $0.group == "studio" }.count, 2)
        let (plans, outcome) = try await session.fix([bench.path])
        expectEqual(plans.count, 1)
        expect(outcome.report.findings.isEmpty && !outcome.fails)
        try expectEqual(bench.names(), (1...4).map { "name.000\($0).png" })
        try bench.parent.write(Array("options: {studio.long-name: {letters: 0}}\n".utf8), to: "walk/.flipbook.yaml")
        let error = await #expect(throws: LintSessionError.self) { try await session.run([bench.path]) }
        expectEqual(error?.description.contains("studio.long-name.letters"), true, "\(String(describing: error))")
    }

    @Test("options that a program sets are checked as those of a file are")
    func options() async throws {
        try bench.add("a.1.png", 1)
        let wrong: [RuleID: [String: RuleOptionValue]] = [
            "studio.long-name": ["letters": .integer(0), "words": .integer(1)], "studio.long": ["letters": .integer(9)],
        ]
        let faults = [
            "long-name.letters: expected a whole number from 1 to 200, found 0",
            "long-name.words: there is no such option", "long.letters: there is no such option",
        ]
        let rules = RuleRegistry.all + [Self.longName]
        let settings = RuleSettings(options: wrong)
        let override = PathOverride(paths: [], settings: settings)
        for configuration in [LintConfiguration(settings: settings), LintConfiguration(overrides: [override])] {
            let session = LintSession(configuration: configuration, rules: rules)
            let error = await #expect(throws: LintSessionError.self) { try await session.run([bench.path]) }
            let text = error?.description ?? ""
            for fault in faults { expect(text.contains(": options.studio.\(fault)"), "\(text)") }
        }
        let right = RuleSettings(options: ["studio.long-name": ["letters": .integer(13)]])
        _ = try await LintSession(configuration: LintConfiguration(settings: right), rules: rules).run([bench.path])
    }

    @Test("each key that a finding of a baseline lacks is named")
    func damagedBaseline() throws {
        try bench.parent.write(Array(#"{"version":1,"findings":[{"rule":1,"frames":null}]}"#.utf8), to: "b.json")
        let error = #expect(throws: LintSessionError.self) { try LintBaseline(reading: bench.parent.file("b.json")) }
        for fault in ["rule: expected text", "sequence: this key is missing", "fingerprint: this key is missing"] {
            expectEqual(error?.description.contains("findings[0].\(fault)"), true, "\(String(describing: error))")
        }
    }

    @Test("the conditions of an export are those of a lint: frames, scale factors, mismatched sizes, the rate")
    func conditions() async throws {
        for number in [3, 4, 6, 20] { try bench.add("a.00\(number < 10 ? "0" : "")\(number).png", number) }
        try bench.add("a.0005.png", 5, width: 9, height: 9)
        func findings(_ change: (inout LintConditions) -> Void) async throws -> [String] {
            var session = LintSession()
            change(&session.conditions)
            return try await session.run([bench.path]).report.findings.map {
                "\($0.severity) \($0.rule) \($0.frames?.description ?? "")"
            }
        }
        // More numbers are missing than there, unless a range says which are meant.
        try await expectEqual(findings { _ in }, ["warning seq.mixed-size 5", "warning seq.gap 7-19"])
        try await expectEqual(
            findings { $0.frames = FrameSet(1...6) },
            ["error seq.gap 1-2", "error seq.mixed-size 5"]
        )
        try await expectEqual(
            findings {
                $0.frames = FrameSet(3...6)
                $0.mismatch = .fit
            },
            ["info seq.mixed-size 5"]
        )
        try bench.add("a.2.png", 2)
        try await expectEqual(
            findings { $0.frames = FrameSet(1...4) },
            ["error seq.gap 1", "error seq.mixed-padding 2"]
        )
        try FileManager.default.removeItem(atPath: bench.path + "/a.2.png")
        try bench.add("a.0003@2x.png", 3, width: 16, height: 12)
        let scales = try await findings { $0.frames = FrameSet(3...4) }
        expect(scales.contains { $0.contains("scale.") })
        try await expectEqual(
            findings {
                $0.frames = FrameSet(3...4)
                $0.scale = 1
            },
            []
        )
    }

    @Test("what is written for a folder is read again, selects the set that fits it, and says nothing else")
    func template() async throws {
        for number in 1001...1003 { try bench.add("sh010.\(number).png", number) }
        let text = try LintSession.configurationTemplate(for: FilePath(bench.path))
        expect(text.contains("\nselect: [vfx]\n"))
        try bench.parent.write(Array(text.utf8), to: "walk/.flipbook.yaml")
        var session = LintSession()
        let targets = try session.targets([bench.path])
        var expected = LintConfiguration(file: targets.groups[0].configuration.file)
        expected.settings.select = [try RuleSelector(parsing: "vfx", among: RuleRegistry.descriptions)]
        expectEqual(targets.groups.map(\.configuration), [expected])
        // What is commented out is right, too.
        let all = text.split(separator: "\n").map { line in
            line.wholeMatch(of: /# ((?:ignore|severities|options|max-warnings|overrides|suppressions):.*|  .*)/)
                .map { String($0.1) } ?? String(line)
        }
        session.configuration = .file(try bench.parent.write(Array(all.joined(separator: "\n").utf8), to: "all.yaml"))
        let full = try session.targets([bench.path]).groups[0].configuration
        expect(full.suppressions.count == 1 && full.overrides.count == 1 && full.maxWarnings == 10)
    }

    @Test(
        "a set has the rules that run by default but some, and some more; each of its rules exists",
        arguments: RuleSet.all
    )
    func ruleSet(_ set: RuleSet) throws {
        let rules = RuleRegistry.descriptions
        let ids = Set(rules.map(\.id))
        expect(set.added.isSubset(of: ids))
        for name in set.left {
            expect(ids.contains { $0.rawValue == name || $0.group + ".*" == name }, "\(name)")
        }
        expect(!rules.contains { $0.id.group == set.name })
        let selector = try RuleSelector(parsing: set.name, among: rules)
        expect(selector.matches("seq.gap") && selector.description == set.name)
        expect(set.added.allSatisfy(selector.matches))
    }
}
