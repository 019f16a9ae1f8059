import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import FoundationXML
import Testing

@Suite("Report formats")
struct ReportFormatTests {
    private let report = Linter(rules: [.mixedSize, .gap, .unsupported]).report(on: [
        RuleExample([
            RuleExample.File("walk.0001.png", 160, 90), RuleExample.File("walk.0002.png", 200, 90),
            RuleExample.File("walk.0003.png", 160, 90), RuleExample.File("walk.0005.png", 160, 90),
            RuleExample.File("fine.1.png"), RuleExample.File("fine.2.png"),
            RuleExample.File("p.1.psd", .fault(.notAnImage(found: "a Photoshop file"))),
            RuleExample.File("p.2.psd", .fault(.notAnImage(found: "a Photoshop file"))),
        ]).evidence
    ])

    /// Names that mean something to a terminal, to XML, to a URI or to GitHub's runner.
    static let hostileNames = [
        "a\u{1B}[31mb", "new\nline", "car\rriage", "100%,a:b", "<&>\"'", "\u{202E}gnp", "]]>", "a b#c?d", "é😀",
        "\u{FFFE}x", "::error::x", "tab\t\\",
    ]

    private func hostile(_ stem: String) -> LintReport {
        Linter(rules: [.emptyFile]).report(on: [
            RuleExample([RuleExample.File(stem + ".1.png", .fault(.empty)), RuleExample.File(stem + ".2.png")]).evidence
        ])
    }

    @Test("compact has a line for each finding, in the form of compilers")
    func compact() {
        expectEqual(
            ReportFormat.compact.reporter().text(of: report),
            """
            example/walk.0002.png:1:1: error: 200x90 px; the other 3 frames are 160x90. \
            Resize it, or place it with mismatch: fit. [seq.mixed-size]
            example/walk.0001.png:1:1: error: walk.####.png: frame 4 is missing (1 of 5). \
            Render it, or accept the gap with missing: hold (or nearest, black, skip). [seq.gap]
            example/p.1.psd:1:1: warning: p.@.psd: frames 1-2 are .psd files, which Flipbook does not read. \
            Convert them to PNG, or leave them out. [load.unsupported]

            """
        )
    }

    @Test("github has a command for each finding")
    func github() {
        let text = ReportFormat.github.reporter().text(of: report)
        let first =
            "::error file=example/walk.0002.png,title=seq.mixed-size::200x90 px; the other 3 frames are 160x90. "
            + "Resize it, or place it with mismatch: fit.\n"
        expect(text.hasPrefix(first))
        expectEqual(text.split(separator: "\n").count, 3)
    }

    @Test("github's properties and messages are escaped as the runner decodes them")
    func githubEscapes() {
        let text = ReportFormat.github.reporter().text(of: hostile("100%,a:b"))
        expect(text.hasPrefix("::error file=example/100%25%2Ca%3Ab.1.png,title=load.empty::is empty (0 bytes). "))
        let twoLines = ReportFormat.github.reporter().text(of: hostile("new\nline"))
        expect(twoLines.hasPrefix("::error file=example/new%0Aline.1.png,title=load.empty::"))
    }

    @Test(
        "line formats have one line for each finding, whatever the names",
        arguments: LongTests.cases(hostileNames, every: 12)
    )
    func lines(stem: String) {
        for format in [ReportFormat.compact, .github] {
            let text = format.reporter().text(of: hostile(stem))
            expectEqual(text.split(omittingEmptySubsequences: false) { $0.isNewline }.count, 2, "\(format)")
            expect(
                text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
            )
        }
    }

    @Test("junit is XML: a suite for each sequence, failures from the fail level on")
    func junit() throws {
        var surroundings = ReportFormat.Surroundings()
        let text = ReportFormat.junit.reporter(in: surroundings).text(of: report)
        let root = try require(try XMLDocument(xmlString: text).rootElement())
        expectEqual(root.attribute(forName: "tests")?.stringValue, "4")
        expectEqual(root.attribute(forName: "failures")?.stringValue, "2")
        expectEqual(root.elements(forName: "testsuite").count, 3)
        try expectEqual(root.nodes(forXPath: "//testcase[@name='no findings']").count, 1)
        try expectEqual(root.nodes(forXPath: "//system-out").count, 1)
        surroundings.failLevel = .warning
        let strict = ReportFormat.junit.reporter(in: surroundings).text(of: report)
        try expectEqual(XMLDocument(xmlString: strict).rootElement()?.attribute(forName: "failures")?.stringValue, "3")
    }

    @Test("junit is well-formed whatever the names", arguments: LongTests.cases(hostileNames, every: 12))
    func junitEscapes(stem: String) throws {
        let text = ReportFormat.junit.reporter().text(of: hostile(stem))
        let document = try XMLDocument(xmlString: text)
        try expectEqual(document.nodes(forXPath: "//testcase/failure").count, 1)
    }

    private func sarif(_ report: LintReport, root: String? = nil) throws -> [String: Any] {
        var surroundings = ReportFormat.Surroundings()
        surroundings.root = root.map { FilePath($0) }
        surroundings.version = "1.2.3"
        surroundings.rules = RuleRegistry.descriptions
        let text = ReportFormat.sarif.reporter(in: surroundings).text(of: report)
        let document = try require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        expectEqual(document["version"] as? String, "2.1.0")
        return try require((document["runs"] as? [[String: Any]])?.first)
    }

    @Test("sarif has what code scanning asks for: help for each rule, a place and a fingerprint for each result")
    func sarif() throws {
        let run = try sarif(report, root: "/work")
        let driver = try require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try require(driver["rules"] as? [[String: Any]])
        expectEqual(rules.count, RuleRegistry.descriptions.count)
        for rule in rules {
            for key in ["shortDescription", "fullDescription", "help"] {
                expectEqual(((rule[key] as? [String: Any])?["text"] as? String)?.isEmpty, false)
            }
        }
        let results = try require(run["results"] as? [[String: Any]])
        expectEqual(results.count, 3)
        for (result, finding) in pairs(results, report.findings) {
            expectEqual(result["ruleId"] as? String, finding.rule.rawValue)
            let index = try require(result["ruleIndex"] as? Int)
            expectEqual(rules[index]["id"] as? String, finding.rule.rawValue)
            let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            expectEqual((place?["region"] as? [String: Any])?["startLine"] as? Int, 1)
            let prints = result["partialFingerprints"] as? [String: Any]
            expectEqual((prints?["primaryLocationLineHash"] as? String)?.count, 18)
        }
    }

    @Test(
        "sarif's addresses are relative to the checkout and written in percent",
        arguments: LongTests.cases(hostileNames, every: 12)
    )
    func addresses(stem: String) throws {
        let run = try sarif(hostile(stem), root: "/a folder")
        let result = try require((run["results"] as? [[String: Any]])?.first)
        let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        let artifact = try require(place?["artifactLocation"] as? [String: Any])
        let uri = try require(artifact["uri"] as? String)
        let isPlain = { (byte: UInt8) in (0x21..<0x7F).contains(byte) && !"<>\"#?[]\\^`{|}: ".utf8.contains(byte) }
        expect(uri.utf8.allSatisfy(isPlain))
        expectEqual(uri.removingPercentEncoding.map { Array($0.utf8) }, Array("example/\(stem).1.png".utf8))
        expectEqual(artifact["uriBaseId"] as? String, "%SRCROOT%")
        let bases = run["originalUriBaseIds"] as? [String: [String: Any]]
        expectEqual(bases?["%SRCROOT%"]?["uri"] as? String, "file:///a%20folder/")
    }

    @Test("an absolute path in the root is relative in addresses, one elsewhere is a file's address")
    func absolute() throws {
        for (root, expected) in [("/tmp", "x/a.1.png"), ("/tmp/y", "file:///tmp/x/a.1.png")] {
            let folder = FolderEvidence(path: "/tmp/x", names: ["a.1.png", "a.3.png", "a.4.png"])
            let run = try sarif(Linter(rules: [.gap]).report(on: [folder]), root: root)
            let result = try require((run["results"] as? [[String: Any]])?.first)
            let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            expectEqual((place?["artifactLocation"] as? [String: Any])?["uri"] as? String, expected)
        }
    }

    @Test("the schema of the JSON report has exactly the members that it has")
    func schema() throws {
        let path = Samples.checkout.appendingPathComponent("schema/lint-report.schema.json")
        let schema = try require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        let text = ReportFormat.json.reporter().text(of: report)
        let document = try require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        func keys(_ schema: Any?) -> Set<String> {
            Set(((schema as? [String: Any])?["properties"] as? [String: Any] ?? [:]).keys)
        }
        func required(_ schema: Any?) -> Set<String> { Set((schema as? [String: Any])?["required"] as? [String] ?? []) }
        let definitions = schema["$defs"] as? [String: Any]
        let finding = try require((document["findings"] as? [[String: Any]])?.first)
        let summary = try require(document["summary"] as? [String: Any])
        expect(keys(schema) == Set(document.keys) && required(schema) == Set(document.keys))
        for (definition, members) in [("finding", finding), ("summary", summary)] {
            expectEqual(keys(definitions?[definition]), Set(members.keys))
            expectEqual(required(definitions?[definition]), Set(members.keys))
        }
    }
}
