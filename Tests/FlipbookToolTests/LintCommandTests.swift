import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// What `flipbook lint` is given, by options and by `.flipbook.yaml`, and where its reports go.
@Suite(.hangLimit) struct LintCommandTests {
    private let bench: Workbench

    /// A sequence with a gap in `shots/walk`, a whole one in `shots/run`.
    init() throws {
        bench = try Workbench()
        try bench.add([1, 2, 4, 5], to: "shots/walk")
        try bench.add(1...3, to: "shots/run")
    }

    private func configure(_ text: String, in name: String = ".flipbook.yaml") throws {
        try bench.folder.write(Array(text.utf8), to: name)
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: bench.folder.file(name).string, encoding: .utf8)
    }

    private static let gap =
        "shots/walk/walk.0001.png:1:1: error: walk.####.png: frame 3 is missing (1 of 5). "
        + "Render it, or accept the gap with --missing hold (or nearest, black, skip). [seq.gap]\n"

    @Test("--memory says what decoded pictures may take, as for the other verbs")
    func memory() throws {
        let bench = try Workbench(walk: 1...2)
        let (enough, little) = (
            ["lint", "walk", "--deep", "--memory", "1M"], ["lint", "walk", "--deep", "--memory", "1K"]
        )
        try expectEqual(Program.flipbook.run(enough, in: bench.folder.path).status, 0)
        let outcome = try Program.flipbook.run(little, in: bench.folder.path)
        expectEqual(outcome.status, 1)
        expect(outcome.text.contains("load.too-large"))
        try expectEqual(bench.flipbook("lint", "walk", "--deep", "--memory", "much").status, 2)
    }

    @Test("-r lints every folder below; without it a folder of folders is empty")
    func recursive() throws {
        let outcome = try bench.flipbook("lint", "-r", ".", "--format", "compact")
        expectEqual(outcome.text, Self.gap)
        expectEqual(outcome.status, 1)
        expect(outcome.errors.isEmpty)
        let empty = try bench.flipbook("lint", ".").text
        expect(empty.contains("seq.empty") && empty.contains("Add -r to search them, or specify one of them."))
        try expectEqual(bench.flipbook("lint", "-r", "shots/run").status, 0)
    }

    @Test("a rule that looks at pixels runs where it is selected by its id; of a group that has some, a note tells")
    func depth() throws {
        try bench.add(1...8, to: "twice")
        let twin = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("twice/walk.0001.png").string))
        try bench.folder.write(Array(twin), to: "twice/walk.0002.png")
        expect(!(try bench.flipbook("lint", "twice").text.contains("seq.duplicate-frames")))
        let named = try bench.flipbook("lint", "twice", "--select", "seq.duplicate-frames")
        expect(named.text.contains("seq.duplicate-frames") && named.errors.isEmpty)
        let group = try bench.flipbook("lint", "twice", "--select", "seq")
        expect(!group.text.contains("seq.duplicate-frames"))
        expect(group.errors.contains("pixels and do not run without --deep: "))
        try expect(bench.flipbook("lint", "twice", "--select", "all").errors.isEmpty)
        try configure("severities: {seq.duplicate-frames: error}")
        expect(!(try bench.flipbook("lint", "twice").text.contains("seq.duplicate-frames")))
        try configure("select: [default, seq.duplicate-frames]")
        try expect(bench.flipbook("lint", "twice").text.contains("seq.duplicate-frames"))
    }

    @Test("the nearest configuration above an input holds for it")
    func configuration() throws {
        try configure("ignore: [seq.gap]")
        try expectEqual(bench.flipbook("lint", "shots/walk").status, 0)
        try expectEqual(bench.flipbook("lint", "shots/walk", "--no-config").status, 1)
        try expectEqual(bench.flipbook("lint", "shots/walk", "--select", "seq").status, 1)
        try configure("# nothing but a comment\n", in: "shots/.flipbook.yaml")
        try expectEqual(bench.flipbook("lint", "shots/walk").status, 1)
        try expectEqual(bench.flipbook("lint", "shots/walk", "--config", ".flipbook.yaml").status, 0)
    }

    @Test("in one run each folder has its own configuration")
    func several() throws {
        try bench.add([1, 3, 4], to: "shots/jump")
        try configure("severities: {seq.gap: info}", in: "shots/walk/.flipbook.yaml")
        try configure("severities: {seq: warning}", in: "shots/jump/.flipbook.yaml")
        let outcome = try bench.flipbook("lint", "-r", "shots", "--format", "compact")
        let found = outcome.text.split(separator: "\n").map { $0.split(separator: ":")[3] }
        expectEqual(found, [" warning", " info"])
        expectEqual(outcome.status, 0)
    }

    @Test("every mistake in a configuration is reported with its place and what was probably meant")
    func mistakes() throws {
        try configure(
            """
            selct: [seq]
            ignore: [seq.gpa]
            severities: {seq.gap: warn}
            fail-level: errors
            overrides:
              - ignore: [seq]
            suppressions:
              - rule: seq.gap
                path: ../x
                expires: 2026-02-30
            options:
              seq.mixed-scale: {most: 3}
              seq: {}
            """
        )
        let outcome = try bench.flipbook("lint", "shots/walk")
        expectEqual(outcome.status, 2)
        expect(outcome.text.isEmpty)
        expectEqual(
            outcome.errorLines,
            [
                "error: .flipbook.yaml:1:1: selct: there is no such key; did you mean 'select'?",
                "  .flipbook.yaml:2:10: ignore[0]: there is no rule or group 'seq.gpa'; did you mean 'seq.gap'?",
                "  .flipbook.yaml:3:23: severities.seq.gap: expected error, warning or info, found 'warn'",
                "  .flipbook.yaml:4:13: fail-level: expected error, warning, info or never, found 'errors'; "
                    + "did you mean 'error'?",
                "  .flipbook.yaml:6:5: overrides[0]: the paths are missing; specify where the override applies, "
                    + "such as paths: [icons/]",
                "  .flipbook.yaml:8:5: suppressions[0]: the reason is missing; explain why the finding is accepted",
                "  .flipbook.yaml:9:11: suppressions[0].path: '..' leads out of the configuration's folder; "
                    + "use a path inside the folder",
                "  .flipbook.yaml:10:14: suppressions[0].expires: expected a date such as 2027-01-31, "
                    + "found '2026-02-30'",
                "  .flipbook.yaml:12:21: options.seq.mixed-scale.most: there is no such option; this rule has none",
                "  .flipbook.yaml:13:3: options.seq: options belong to a single rule; write its full name.",
            ]
        )
    }

    @Test("a suppression accepts a finding; one that matches nothing and one that has expired are findings")
    func suppressions() throws {
        try configure(
            """
            suppressions:
              - {rule: seq.gap, path: shots/walk, frames: 3, reason: cut}
              - {rule: load.empty, path: shots/run/, reason: soon}
              - {rule: load, path: gone/, reason: old, expires: 2020-01-01}
            """
        )
        let outcome = try bench.flipbook("lint", "-r", ".", "--format", "compact", "--fail-level", "warning")
        expectEqual(
            outcome.text,
            """
            .flipbook.yaml:3:5: warning: the suppression of load.empty in shots/run/ matches no finding. \
            Remove the suppression, or correct its rule, path or frames. [lint.unused-suppression]
            .flipbook.yaml:4:5: warning: the suppression of load in gone/ expired on 2020-01-01. \
            Fix the problems and remove the suppression, or set a later date. [lint.expired-suppression]

            """
        )
        expectEqual(outcome.status, 1)
        try expect(bench.flipbook("lint", "-r", ".").text.hasSuffix("2 warnings, 1 suppressed\n"))
    }

    @Test(
        "the exit status follows the fail level and the number of warnings",
        arguments: LongTests.cases(
            [
                ([], 1), (["--fail-level", "never"], 0), (["--ignore", "seq.gap"], 0), (["--select", "caps.mode"], 0),
                (["--config", "quiet.yaml"], 0), (["--config", "quiet.yaml", "--fail-level", "warning"], 1),
                (["--config", "quiet.yaml", "--max-warnings", "0"], 1),
                (["--config", "quiet.yaml", "--max-warnings", "1"], 0), (["--select", "sqe"], 2),
                (["--config", "gone.yaml"], 3), (["--max-warnings", "-1"], 2), (["--config", "x", "--no-config"], 2),
                (["--baseline", "gone.json"], 3), (["--baseline", "quiet.yaml"], 2), (["--format", "xml"], 2),
                (["--output", "a.png"], 2), (["--output", "no/such/folder.txt"], 3), (["--output", "page.pdf"], 2),
                (["--output", "a.xml"], 2), (["--output", "no/such.d/report"], 3),
                (["--format", "text", "--format", "json"], 2), (["--format", "json=a", "--format", "sarif=a"], 2),
            ] as [([String], Int32)],
            every: 3
        )
    )
    func status(options: [String], expected: Int32) throws {
        try configure("severities: {seq.gap: warning}", in: "quiet.yaml")
        let outcome = try Program.flipbook.run(["lint", "shots/walk"] + options, in: bench.folder.path)
        expectEqual(outcome.status, expected, "\(outcome.errors)")
        expectEqual(outcome.status < 2, outcome.errors.isEmpty)
    }

    @Test(
        "the extension of a report's file determines its format",
        arguments: [("json", "{"), ("HTML", "<!doctype"), ("log", "shots")]
    )
    func namedFormat(extension: String, start: String) throws {
        let outcome = try bench.flipbook("lint", "shots/walk", "-o", "lint.\(`extension`)")
        expectEqual(outcome.status, 1, "\(outcome.errors)")
        let text = try String(contentsOfFile: bench.folder.path + "/lint.\(`extension`)", encoding: .utf8)
        expect(text.lowercased().hasPrefix(start), "\(text.prefix(40))")
    }

    @Test("what --print-config prints means the same when it is read")
    func printConfiguration() throws {
        try configure(
            """
            select: [seq, lint]
            ignore: seq.empty
            severities: {seq: warning}
            max-warnings: 3
            overrides: [{paths: "a [x", ignore: load}, {paths: [b/], select: [all], severities: {load: info}}]
            suppressions: [{rule: seq.gap, path: "w*", frames: "1-5x2", reason: "say \\"why\\"", expires: 2030-01-01}]
            """.replacing("a [x", with: "a [[]x")
        )
        let first = try bench.flipbook("lint", "shots", "--print-config")
        expectEqual(first.status, 0, "\(first.errors)")
        try configure(first.text, in: "said.yaml")
        let second = try bench.flipbook("lint", "shots", "--print-config", "--config", "said.yaml")
        expectEqual(second.text.split(separator: "\n").dropFirst(), first.text.split(separator: "\n").dropFirst())
    }

    @Test("several formats in one run, each with its file; only --overwrite replaces one")
    func outputs() throws {
        let all = try bench.flipbook(
            "lint",
            "shots/walk",
            "--format",
            "compact",
            "--format",
            "json=a.json",
            "--format=sarif=a.sarif",
            "--format",
            "junit=a.xml"
        )
        expectEqual(all.text, Self.gap)
        expectEqual(all.status, 1)
        expectEqual(
            all.errorLines,
            ["a.json", "a.sarif", "a.xml"].map { "note: \($0): 1 error, 0 warnings; written." }
        )
        try expect(read("a.json").hasPrefix(#"{"version":1,"findings":[{"rule":"seq.gap""#))
        try expect(read("a.sarif").hasPrefix(#"{"$schema":"#))
        try expect(read("a.xml").hasPrefix("<?xml"))
        let formats = ["--format", "json=a.json", "--format", "compact"]
        let refused = try bench.flipbook(["lint", "shots/run"] + formats)
        let ways = "Choose a different name with --format, or add --overwrite to replace it."
        expect(refused.status == 2 && refused.errors.contains("a.json exists and was not changed. \(ways)"))
        let again = try bench.flipbook(["lint", "shots/run", "--overwrite"] + formats)
        expect(again.text.isEmpty && again.status == 0)
        expectEqual(again.errors, "note: a.json: 0 errors, 0 warnings; written.\n")
        try expect(bench.flipbook(["lint", "shots/run", "--overwrite", "-q"] + formats).errors.isEmpty)
        try expect(read("a.json").hasPrefix(#"{"version":1,"findings":[],"#))
        try expectEqual(bench.names(), ["a.json", "a.sarif", "a.xml", "shots"])
        try expectEqual(bench.flipbook("lint", "shots/walk", "--format", "compact=/dev/stdout").text, Self.gap)
    }

    @Test("SARIF has fixes, and its help shows what a rule finds in its examples")
    func sarifFixes() throws {
        let text = try bench.flipbook("lint", "shots/walk", "--format", "sarif").output
        let document = try require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let run = try require((document["runs"] as? [[String: Any]])?.first)
        let result = try require((run["results"] as? [[String: Any]])?.first { $0["ruleId"] as? String == "seq.gap" })
        let fix = try require((result["fixes"] as? [[String: Any]])?.first)
        let change = try require((fix["artifactChanges"] as? [[String: Any]])?.first)
        expectEqual((change["properties"] as? [String: String])?["change"], "hold")
        let place = (change["artifactLocation"] as? [String: Any])?["uri"] as? String
        expectEqual(place, "shots/walk/walk.0003.png", "the frame that is made, not one that is there")
        expectEqual((fix["properties"] as? [String: Any])?["applicability"] as? String, "unsafe")
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rule = (driver?["rules"] as? [[String: Any]])?.first { $0["id"] as? String == "seq.gap" }
        let help = (rule?["help"] as? [String: String])?["markdown"]
        expectEqual(help?.contains("-> walk.@.png: frame 3 is missing (1 of 5)."), true, "\(help ?? "")")
    }

    @Test("rule lists the rules and explains one")
    func rules() throws {
        let list = try bench.flipbook("rule")
        expect(list.text.contains("seq.gap ") && list.status == 0)
        let gap = list.text.split(separator: "\n").first { $0.hasPrefix("seq.gap ") }
        expectEqual(
            gap?.split(separator: "  ", omittingEmptySubsequences: true).map { $0.filter { $0 != " " } }.prefix(4),
            ["seq.gap", "error", "names", "fix--unsafe"]
        )
        let json = try bench.flipbook("rule", "--json")
        let rules = try require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
        expectEqual(rules.first { $0["rule"] as? String == "seq.mixed-padding" }?["fixable"] as? String, "safe")
        let page = try bench.flipbook("rule", "seq.gap")
        expect(page.text.hasPrefix("seq.gap  error") && page.status == 0)
        expect(page.text.contains("fixable with flipbook fix --unsafe"))
        let group = try bench.flipbook("rule", "size").text.split(separator: "\n")
        expect(group.count > 3 && group.allSatisfy { $0.hasPrefix("size.") })
        let wrong = try bench.flipbook("rule", "seq.gpa")
        expectEqual(wrong.errors, "error: there is no rule or group 'seq.gpa'; did you mean 'seq.gap'?\n")
        expectEqual(wrong.status, 2)
        try expectEqual(
            bench.flipbook("lint").errorLines.first,
            "error: Specify an input: a folder, a pattern such as walk.####.png, files, or . for this folder."
        )
    }

    @Test("names and reasons with control characters cannot disturb a terminal")
    func hostile() throws {
        try bench.folder.write([], to: "x/a\u{1B}[31m\n.1.png")
        try configure(#"suppressions: [{rule: seq.gap, path: "x/\u001b[1m*", reason: x}, {rule: "\u001b"}]"#)
        for format in ["text", "compact", "github", "junit", "json", "sarif"] {
            let outcome = try bench.flipbook("lint", "x", "--no-config", "--format", format)
            expect(!outcome.output.contains(0x1B), "\(format)")
        }
        expect(!(try bench.flipbook("lint", "x").errors.unicodeScalars.contains("\u{1B}")))
    }
}
