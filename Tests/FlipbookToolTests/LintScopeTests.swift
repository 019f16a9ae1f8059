import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// What `flipbook lint` looks at, and that it says so where it looks at nothing.
@Suite("flipbook lint: nothing is passed over without a word", .hangLimit)
struct LintScopeTests {
    private let bench: Workbench

    /// A sequence with a gap in `shots/walk`, one with an empty file in `shots/run`.
    init() throws {
        bench = try Workbench()
        try bench.add([1, 2, 4, 5], to: "shots/walk")
        try bench.add(1...3, to: "shots/run")
        try bench.folder.write([], to: "shots/run/walk.0002.png")
    }

    private func lint(_ arguments: [String]) throws -> Program.Outcome {
        try Program.flipbook.run(["lint"] + arguments, in: bench.folder.path)
    }

    private func fix(_ arguments: [String]) throws -> Program.Outcome {
        try Program.flipbook.run(["fix"] + arguments, in: bench.folder.path)
    }

    @Test(
        "fix --into leaves the findings of what it did not fix in the report",
        arguments: LongTests.cases(
            [["-r", "shots"], ["shots/walk", "shots/run"], ["shots/run/walk.####.png", "shots/walk/walk.####.png"]],
            every: 2
        )
    )
    func restOfFix(inputs: [String]) throws {
        let fixed = try fix(inputs + ["--unsafe", "--into", "fixed", "--format", "compact"])
        expectEqual(fixed.status, 1, "\(fixed.text)")
        expect(fixed.text.contains("shots/run/walk.0002.png") && fixed.text.contains("[load.empty]"))
        expect(!fixed.text.contains("seq.gap") && !fixed.text.contains("shots/walk"))
        try expectEqual(bench.names(in: "fixed").filter { !$0.hasPrefix(".") }, (1...5).map { TestFrames.name($0) })
        let report = try fix(inputs + ["nothing.png", "--unsafe", "--into", "other", "--format", "sarif"])
        expectEqual(report.status, 3)
        expect(report.text.contains(#""ruleId":"load.empty""#) && !report.text.contains(#""ruleId":"seq.gap""#))
        expectEqual(report.errorLines.filter { $0.contains("nothing.png") }.count, 1)
    }

    @Test("a selection that leaves no rule is refused, from options and from a configuration")
    func noRules() throws {
        for value in ["", ",", " , "] {
            let refused = try lint(["shots/walk", "--select", value])
            expect(refused.status == 2 && refused.text.isEmpty)
            expect(
                refused.errors.hasPrefix("error: --select \"\(value)\": this matches no rule, so nothing is checked")
            )
        }
        let ignored = try lint(["shots/walk", "--select", "seq", "--ignore", "seq"])
        expect(ignored.status == 2 && ignored.text.isEmpty)
        expect(ignored.errors.hasPrefix("error: no rule is left to run"))
        for text in ["select: []", "select: [seq]\nignore: [all]"] {
            try bench.folder.write(Array(text.utf8), to: "shots/walk/.flipbook.yaml")
            let refused = try lint(["shots/walk"])
            expectEqual(refused.status, 2)
            expect(refused.errors.hasPrefix("error: shots/walk/.flipbook.yaml: no rule is left to run"))
        }
        // Some folders may be let alone, and what an override selects runs.
        try expectEqual(lint(["-r", "shots"]).status, 1)
        let text = "select: []\noverrides: [{paths: [\"*\"], select: [seq.gap]}]\n"
        try bench.folder.write(Array(text.utf8), to: "shots/walk/.flipbook.yaml")
        try expect(lint(["shots/walk"]).text.contains("seq.gap"))
    }

    @Test("no report and no baseline takes the place of what was read")
    func places() throws {
        let manifest = "title: a\nframeRate: 24\nanimationImages: walk/walk.####.png\n"
        try bench.folder.write(Array(manifest.utf8), to: "shots/m.yaml")
        try bench.folder.write(Array("ignore: [seq.gap]\n".utf8), to: "shots/.flipbook.yaml")
        try bench.folder.write(Array("a list of things to do\n".utf8), to: "notes.txt")
        for file in ["shots/walk/walk.0001.png", "new.png", "shots/.flipbook.yaml", "shots/m.yaml", "notes.txt"] {
            let before = FileManager.default.contents(atPath: bench.folder.file(file).string)
            let refused = try lint(["shots/m.yaml", "--write-baseline", file])
            expect(refused.status == 2 && refused.errors.hasPrefix("error: --write-baseline \(file): "), "\(file)")
            expectEqual(FileManager.default.contents(atPath: bench.folder.file(file).string), before)
        }
        for file in ["shots/.flipbook.yaml", "shots/walk/../m.yaml"] {
            let refused = try lint(["-r", "shots", "--format", "json", "-o", file])
            expect(refused.status == 2 && refused.errors.hasPrefix("error: --output \(file): "), "\(file)")
        }
        for status: Int32 in [0, 2] {
            try expectEqual(lint(["shots/run", "--write-baseline", "base.json"]).status, status)
        }
        try expectEqual(lint(["shots/run", "--baseline", "base.json", "--json", "-o", "base.json"]).status, 2)
        try expectEqual(
            lint(["shots/run", "--baseline", "base.json", "--write-baseline", "base.json", "--overwrite"]).status,
            0
        )
    }

    @Test("a baseline that may not be read is reported with status 3, and not called something else")
    func unreadableBaseline() throws {
        let file = try bench.folder.write(Array(#"{"version":1,"findings":[]}"#.utf8), to: "base.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o222], ofItemAtPath: file.string)
        let refused = try bench.powerless("lint", "shots/run", "--write-baseline", "base.json")
        expectEqual(refused.status, 3)
        expect(refused.errors.hasPrefix("error: base.json: permission denied"), "\(refused.errors)")
    }

    @Test("-r follows links to folders, each folder once, and none around the tree")
    func links() throws {
        let manager = FileManager.default
        try bench.add(1...3, to: "assets/glow")
        func link(_ name: String, _ target: String) throws {
            try manager.createSymbolicLink(atPath: bench.folder.file(name).string, withDestinationPath: target)
        }
        try link("assets/a", "../shots/walk")
        try link("assets/b", "../shots/walk")
        try link("assets/glow/loop", "../../assets")
        try link("assets/z", "glow")
        let found = try lint(["-r", "assets", "--format", "compact"])
        expect(found.status == 1 && found.errors.isEmpty)
        expect(found.text.split(separator: "\n").count == 1 && found.text.hasPrefix("assets/a/walk.0001.png"))
        let fixed = try fix(["-r", "assets", "--unsafe"])
        expect(fixed.status == 1 && fixed.errors.contains("files in linked folders are not fixed"))
        try expectEqual(bench.names(in: "shots/walk").count, 4)
        try link("assets/up", "..")
        try expect(lint(["-r", "assets"]).errors.contains("note: assets/up: this link points to a parent"))
    }

    @Test("a folder's subfolders are not linted without -r, and a note names them")
    func subfolders() throws {
        try bench.add(1...2, to: "film")
        try bench.add([1, 3], to: "film/cut")
        let found = try lint(["film"])
        expectEqual(found.errors, "note: film: the subfolders are not included (cut/).\n")
        expectEqual(found.status, 0)
        try expect(!lint(["-r", "film"]).errors.contains("subfolders"))
    }

    @Test("-r tells of a tree without an image once, and does not advise -r")
    func emptyTree() throws {
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("em/a/b").string,
            withIntermediateDirectories: true
        )
        let found = try lint(["-r", "em", "--format", "compact"])
        expectEqual(found.status, 1)
        expectEqual(found.text.split(separator: "\n").count, 1)
        expect(found.text.contains("no images here or in subfolders.") && !found.text.contains("-r"))
    }

    @Test("a manifest's symbol configuration is reported where it stands")
    func symbolConfiguration() throws {
        let text = """
            title: Run
            frameRate: 12
            animationImages: shots/run/walk.####.png
            preferredSymbolConfiguration: {pointSize: 20}

            """
        try bench.folder.write(Array(text.utf8), to: "run.yaml")
        let outcome = try lint(["run.yaml", "--select", "symbol", "--format", "compact"])
        expect(outcome.text.hasPrefix("run.yaml:4:1: warning: "), "\(outcome.text)")
        expect(outcome.text.contains("[symbol.unsupported]"))
        expectEqual(outcome.status, 0)
    }
}
