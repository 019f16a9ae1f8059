import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("A linter's configuration")
struct LintConfigurationTests {
    /// Two sequences with a gap each, one of them in a folder of its own.
    private let folders = ["a", "b"].map { name in
        var folder = FolderEvidence(path: name, names: ["walk.1.png", "walk.3.png", "walk.4.png", "walk.5.png"])
        folder.configuredPath = FilePath(name)
        folder.add(RuleExample(names: ["1.png", "2.png", "3.png", "4.png"]).evidence.readings, as: \.reading)
        return folder
    }

    private func report(
        _ configuration: LintConfiguration,
        day: CalendarDate? = nil,
        covered: [FilePath] = []
    ) -> LintReport {
        Linter(configuration: configuration, day: day).report(on: folders, covered: covered)
    }

    private func found(_ report: LintReport) -> [String] {
        report.findings.map { "\($0.severity.rawValue) \($0.rule) \($0.sequence)" }
    }

    @Test("without one every rule runs as it comes")
    func defaults() {
        expectEqual(found(report(.init())), ["error seq.gap a/walk.@.png", "error seq.gap b/walk.@.png"])
        expectEqual(LintConfiguration().failLevel, .error)
    }

    @Test("rules are selected and ignored by id or group; ignoring wins")
    func selection() throws {
        for (select, ignore, count) in [
            (["default"], [], 2), (["load"], [], 0), (["all"], ["seq.*", "alpha", "color"], 0),
            (["seq.gap"], ["seq"], 0), ([], [], 0), (["seq.gap", "load"], ["load"], 2),
        ] as [([String], [String], Int)] {
            let settings = RuleSettings(
                select: try select.map { try RuleSelector(parsing: $0, among: RuleRegistry.descriptions) },
                ignore: try ignore.map { try RuleSelector(parsing: $0, among: RuleRegistry.descriptions) }
            )
            expectEqual(report(.init(settings: settings)).findings.count, count, "\(select) \(ignore)")
        }
    }

    @Test("what is a matter of taste runs only where it is selected; 'default' is all the rest")
    func optional() throws {
        let optional = RuleRegistry.descriptions.filter { !$0.isDefault }
        try require(!optional.isEmpty)
        for rule in optional {
            let example = try require(rule.failing.first?.evidence)
            let found = { (select: [RuleSelector]?) in
                Linter(configuration: .init(settings: RuleSettings(select: select)), deepest: .pixels)
                    .report(on: [example]).findings.contains { $0.rule == rule.id }
            }
            expect(!found(nil) && !found([.standard(besides: Set(optional.map(\.id)))]), "\(rule.id)")
            expect(
                found([.standard(besides: Set(optional.map(\.id))), .rule(rule.id)]) && found([.all]),
                "\(rule.id)"
            )
        }
    }

    @Test("a severity for one rule counts before one for its group, a later one before an earlier one")
    func severities() throws {
        let settings = RuleSettings(severities: [
            .init(.rule("seq.gap"), .info), .init(.group("seq"), .warning), .init(.all, .error),
        ])
        expectEqual(found(report(.init(settings: settings))).first, "info seq.gap a/walk.@.png")
        let override = PathOverride(
            paths: [try PathGlob(parsing: "b/")],
            settings: RuleSettings(severities: [.init(.all, .warning)])
        )
        expectEqual(
            found(report(.init(settings: settings, overrides: [override]))),
            ["warning seq.gap b/walk.@.png", "info seq.gap a/walk.@.png"]
        )
    }

    @Test("an override holds for its paths only, and brings back what is ignored elsewhere")
    func overrides() throws {
        let quiet = PathOverride(paths: [try PathGlob(parsing: "a")], settings: RuleSettings(ignore: [.group("seq")]))
        expectEqual(found(report(.init(overrides: [quiet]))), ["error seq.gap b/walk.@.png"])
        let loud = PathOverride(
            paths: [try PathGlob(parsing: "b/walk.@.png")],
            settings: RuleSettings(select: [.rule("seq.gap")])
        )
        let configuration = LintConfiguration(settings: RuleSettings(ignore: [.all]), overrides: [loud])
        expectEqual(found(report(configuration)), ["error seq.gap b/walk.@.png"])
    }

    @Test("a suppression accepts the findings that it covers, and they are counted")
    func suppression() throws {
        let accepted = Suppression(
            .rule("seq.gap"),
            path: try PathGlob(parsing: "a"),
            frames: FrameSet([2]),
            reason: "cut"
        )
        let result = report(.init(suppressions: [accepted]))
        expectEqual(found(result), ["error seq.gap b/walk.@.png"])
        expectEqual(result.summary.suppressed, 1)
    }

    @Test("a suppression that matches nothing is reported, if what it is about was linted")
    func unused() throws {
        func sentences(_ path: String?, _ rule: RuleSelector, covered: [FilePath] = []) throws -> [String] {
            let glob = try path.map { try PathGlob(parsing: $0) }
            let suppression = Suppression(rule, path: glob, frames: FrameSet([9]), reason: "cut")
            let result = report(.init(suppressions: [suppression]), covered: covered)
            return result.findings.filter { $0.rule == "lint.unused-suppression" }.map(\.message)
        }
        try expectEqual(
            sentences("a/", .rule("load.empty")),
            ["the suppression of load.empty in a/ (frame 9) matches no finding."]
        )
        try expectEqual(
            sentences("a/", .rule("seq.gap")),
            [
                "the suppression of seq.gap in a/ (frame 9) covers only part of a finding. The finding is about frame 2."
            ]
        )
        // What was not linted may well have such a finding.
        try expectEqual(sentences("c/", .rule("seq.gap")), [])
        try expectEqual(sentences("*.jpg", .rule("seq.gap")), [])
        try expectEqual(sentences(nil, .rule("load.empty")), [])
        try expectEqual(sentences("c/", .rule("seq.gap"), covered: [FilePath("")]).count, 1)
        try expectEqual(sentences(nil, .rule("load.empty"), covered: [FilePath(".")]).count, 1)
        // A rule that did not run has found nothing, which says nothing.
        let suppression = Suppression(.rule("load.empty"), path: try PathGlob(parsing: "a"), reason: "cut")
        let configuration = LintConfiguration(
            settings: RuleSettings(ignore: [.group("load")]),
            suppressions: [suppression]
        )
        expectEqual(report(configuration).findings.count, 2)
    }

    @Test("a suppression counts through its last day; from then on it is reported and the finding is back")
    func expired() throws {
        let last = try require(CalendarDate(parsing: "2026-11-21"))
        let suppression = Suppression(.rule("seq.gap"), reason: "cut", expires: last)
        let configuration = LintConfiguration(suppressions: [suppression], file: FilePath("x/.flipbook.yaml"))
        expect(report(configuration, day: last).findings.isEmpty)
        expect(report(configuration, day: nil).findings.isEmpty)
        let next = try require(CalendarDate(parsing: "2026-11-22"))
        expectEqual(
            found(report(configuration, day: next)),
            [
                "error seq.gap a/walk.@.png", "error seq.gap b/walk.@.png",
                "warning lint.expired-suppression x/.flipbook.yaml",
            ]
        )
    }

    @Test("days that the calendar does not have are no dates")
    func dates() {
        for text in ["2026-02-29", "2026-13-01", "2026-00-01", "2026-01-32", "26-01-01", "2026-1-1", "2026-01-0x", ""] {
            expect(CalendarDate(parsing: text) == nil, "\(text)")
        }
        expectEqual(CalendarDate(parsing: "2024-02-29")?.description, "2024-02-29")
        expect(CalendarDate(parsing: "1900-02-29") == nil)
    }

    @Test(
        "a run fails from the fail level on, or with more warnings than allowed",
        arguments: [
            (FailLevel.error, nil, Severity.warning, false), (.error, nil, .error, true),
            (.warning, nil, .warning, true), (.warning, nil, .info, false), (.info, nil, .info, true),
            (.never, 0, .error, false), (.error, 1, .warning, true), (.error, 2, .warning, false),
        ] as [(FailLevel, Int?, Severity, Bool)]
    )
    func fails(level: FailLevel, most: Int?, severity: Severity, expected: Bool) {
        var configuration = LintConfiguration(settings: RuleSettings(severities: [.init(.all, severity)]))
        configuration.failLevel = level
        configuration.maxWarnings = most
        expectEqual(configuration.fails(report(configuration)), expected)
    }

    @Test("the schema that editors use has the keys that are read")
    func schema() throws {
        let path = Samples.checkout.appendingPathComponent("schema/lint-configuration.schema.json")
        let schema = try require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        func keys(_ schema: Any?) -> Set<String> {
            Set(((schema as? [String: Any])?["properties"] as? [String: Any] ?? [:]).keys)
        }
        let definitions = schema["$defs"] as? [String: Any]
        expectEqual(keys(schema), Set(LintConfigurationKey.allCases.map(\.rawValue)))
        expectEqual(keys(definitions?["override"]), Set(PathOverrideKey.allCases.map(\.rawValue)))
        expectEqual(keys(definitions?["expectation"]), Set(ExpectationKey.allCases.map(\.rawValue)))
        expectEqual(keys(definitions?["suppression"]), Set(SuppressionKey.allCases.map(\.rawValue)))
    }

    @Test("what is said of a rule reaches it: options by path")
    func options() throws {
        let rules: [LintRule] = [.oddSize]
        let override = PathOverride(
            paths: [try PathGlob(parsing: "b")],
            settings: RuleSettings(options: ["studio.odd-size": ["multiple": .integer(64)]])
        )
        let report = Linter(rules: rules, configuration: .init(overrides: [override])).report(on: folders)
        expectEqual(report.findings.map(\.sequence), ["b/walk.@.png"])
    }
}

extension FolderEvidence {
    /// What all files say before their pixels, in their order.
    fileprivate var readings: [Result<ImageDetails, ImageError>] {
        subjects.flatMap(\.frames).compactMap(\.reading)
    }
}
