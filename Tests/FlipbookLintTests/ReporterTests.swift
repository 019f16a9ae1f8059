import FlipbookCore
import FlipbookImaging
import FlipbookLint
import Foundation
import FlipbookTestSupport
import Testing

@Suite("Reporters")
struct ReporterTests {
    private let report = Linter().report(on: [
        RuleExample([
            RuleExample.File("walk.0001.png", 160, 90), RuleExample.File("walk.0002.png", 200, 90),
            RuleExample.File("walk.0003.png", 160, 90), RuleExample.File("walk.0005.png", 160, 90),
            RuleExample.File("photo.1.psd", .fault(.notAnImage(found: "a Photoshop file"))),
            RuleExample.File("photo.2.psd", .fault(.notAnImage(found: "a Photoshop file"))),
            RuleExample.File("fine.1.png"), RuleExample.File("fine.2.png"),
        ]).evidence
    ])

    private func surroundings(_ change: (inout ReportFormat.Surroundings) -> Void) -> ReportFormat.Surroundings {
        changing(ReportFormat.Surroundings(), change)
    }

    @Test("text groups findings by sequence and sums up")
    func text() {
        expectEqual(
            TextReporter().text(of: report),
            """
            example/photo.@.psd  2 frames
              photo.@.psd  warning  load.unsupported  frames 1-2 are .psd files, which Flipbook does not read. \
            Convert them to PNG, or leave them out.

            example/walk.####.png  4 frames
              walk.0002.png  error  seq.mixed-size  200x90 px; the other 3 frames are 160x90. \
            Resize it, or place it with mismatch: fit.
              walk.####.png  error  seq.gap         frame 4 is missing (1 of 5). \
            Render it, or accept the gap with missing: hold (or nearest, black, skip).

            3 sequences, 8 frames: 2 errors, 1 warning; 2 unsafely fixable

            """
        )
    }

    @Test(
        "how many findings are fixable is said with a program's commands, or without",
        arguments: [
            (0, 0, "", ""), (3, 0, "; 3 fixable: studio mend", "; 3 fixable"),
            (0, 2, "; 2 fixable: studio mend -x", "; 2 unsafely fixable"),
            (3, 2, "; 3 fixable, 2 more with -x: studio mend", "; 3 fixable, 2 more unsafely"),
        ]
    )
    func fixable(safe: Int, unsafe: Int, withCommands: String, without: String) throws {
        var report = Linter().report(on: [RuleExample(names: ["a.1.png", "a.2.png"]).evidence])
        let finding = try require(self.report.findings.first)
        for (count, isSafe) in [(safe, true), (unsafe, false)] {
            for _ in 0..<count {
                var finding = finding
                finding.fix = Fix("", by: [.rename([Fix.Renaming(FilePath("a"), to: "b")])], isSafe: isSafe)
                report.findings.append(finding)
            }
        }
        let commands = LintWording.Commands(
            lint: "studio check",
            printConfiguration: "studio check -p",
            rule: "studio rule",
            fix: "studio mend",
            unsafe: "-x"
        )
        let surroundings = surroundings { $0.wording = LintWording(commands: commands) }
        let (text, junit) = (ReportFormat.text, ReportFormat.junit)
        expect(text.reporter(in: surroundings).text(of: report).hasSuffix("\(withCommands)\n"))
        expect(text.reporter().text(of: report).hasSuffix("\(without)\n"))
        expect(
            junit.reporter(in: surroundings).text(of: report).contains(#"<testsuites name="studio check""#)
        )
        expect(junit.reporter().text(of: report).contains(#"<testsuites name="lint""#))
        let table = RuleList([LintRule.mixedSize.description], wording: LintWording(commands: commands)).text
        expect(table.contains("  mend -x  "))
        let page = RulePage(LintRule.mixedSize.description, in: [], wording: LintWording(commands: commands)).text
        expect(page.contains(", fixable with studio mend -x\n"))
    }

    @Test("the linter names no command of its own accord")
    func noCommand() {
        let rules = RuleRegistry.descriptions
        var texts = [RuleList(rules).text, RuleList(rules).json, LintConfiguration.template(for: [])]
        texts += rules.map { RulePage($0, in: []).text } + RulePage.all(rules, in: []).map(\.text)
        texts += ReportFormat.allCases.map { $0.reporter().text(of: report) }
        for text in texts {
            for verb in ["lint", "rule", "fix", "undo", "export"] { expect(!text.contains("flipbook \(verb)")) }
        }
    }

    @Test("color is a parameter, and marks severities")
    func color() {
        let text = ReportFormat.text.reporter(in: surroundings { $0.isColored = true }).text(of: report)
        expect(text.contains("\u{1B}[31merror\u{1B}[0m"))
        expect(text.contains("\u{1B}[33mwarning\u{1B}[0m"))
        expect(!TextReporter().text(of: report).contains("\u{1B}"))
    }

    @Test("on a narrow terminal the words go on below, set in, and none is lost", arguments: [20, 60, 80, 100, 140])
    func narrow(width: Int) {
        let text = ReportFormat.text.reporter(in: surroundings { $0.width = width }).text(of: report)
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        expectEqual(words(text), words(TextReporter().text(of: report)))
        let longest = words(text).map(\.count).max() ?? 0
        for line in text.split(separator: "\n") where !line.hasPrefix("  ") || line.hasPrefix("      ") {
            expect(line.count <= max(width, longest + 6) || !line.hasPrefix(" "), "\(line)")
        }
    }

    @Test("without findings there is a summary, or nothing at all")
    func clean() {
        let report = Linter().report(on: [RuleExample(names: ["a.1.png", "a.2.png", "logo.png"]).evidence])
        expectEqual(TextReporter().text(of: report), "1 sequence, 2 frames, 1 still: no findings\n")
        let reporter = ReportFormat.text.reporter(in: surroundings { $0.hasSummary = false })
        expectEqual(reporter.text(of: report), "")
    }

    @Test("what is about a folder comes before what is about its sequences")
    func folder() {
        let report = Linter().report(on: [
            RuleExample(names: ["a.1.png", "a.3.png", "a.4.png", "a.5.png"]) { $0.undecodableNames = 1 }.evidence
        ])
        expectEqual(
            TextReporter().text(of: report),
            """
            example
              example  warning  name.not-utf8  1 name is not UTF-8; the file was not checked. \
            Rename the files, for example with convmv.

            example/a.@.png  4 frames
              a.@.png  error  seq.gap  frame 2 is missing (1 of 5). \
            Render it, or accept the gap with missing: hold (or nearest, black, skip).

            1 sequence, 4 frames: 1 error, 1 warning; 1 unsafely fixable

            """
        )
    }

    @Test("JSON has the documented members in their order")
    func json() {
        let report = Linter().report(on: [
            RuleExample([
                RuleExample.File("w.1.png", 16, 9), RuleExample.File("w.2.png", 20, 9),
                RuleExample.File("w.3.png", 16, 9), RuleExample.File("w.4.png", 16, 9),
            ]).evidence
        ])
        expectEqual(
            ReportFormat.json.reporter().text(of: report),
            #"{"version":1,"findings":[{"rule":"seq.mixed-size","#
                + #""url":null,"severity":"error","#
                + #""sequence":"example/w.@.png","file":"example/w.2.png","frames":"2","#
                + #""message":"20x9 px; the other 3 frames are 16x9.","measured":"20x9","expected":"16x9","#
                + #""fix":"Resize it, or place it with mismatch: fit.","fixable":"unsafe","line":null,"column":null,"manifests":[]}],"#
                + #""faults":[],"summary":{"sequences":1,"frames":4,"stills":0,"errors":1,"warnings":0,"infos":0,"#
                + #""suppressed":0,"baselined":0,"fixable":0,"unsafelyFixable":1}}"# + "\n"
        )
    }

    @Test(
        "names that could disturb a terminal are escaped in text, and whole after parsing in JSON",
        arguments: [
            "a\u{1B}[31mb", "new\nline", "tab\tquote\"back\\slash", "\u{202E}gnp", "\u{61C}a\u{E0041}b\u{200B}",
            "e\u{301}", "\u{7F}\u{9B}", "😀",
        ]
    )
    func hostileNames(_ stem: String) throws {
        let name = stem + ".1.png"
        let report = Linter(rules: [.emptyFile]).report(on: [
            RuleExample([RuleExample.File(name, .fault(.empty)), RuleExample.File(stem + ".2.png")]).evidence
        ])
        let text = TextReporter().text(of: report)
        expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        expectEqual(text.split(separator: "\n").count, 3)

        let json = ReportFormat.json.reporter().text(of: report)
        expectEqual(json.unicodeScalars.filter { $0.value < 0x20 }, ["\n"])
        let document = try require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let findings = try require(document["findings"] as? [[String: Any]])
        let file = try require(findings.first?["file"] as? String)
        expectEqual(Array(file.utf8), Array("example/\(name)".utf8))
    }
}
