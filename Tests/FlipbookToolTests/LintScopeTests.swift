import FlipbookTestSupport
import Foundation
import Testing

/// What `flipbook lint` looks at, and that it says so where it looks at nothing.
@Suite("flipbook lint: nothing is passed over without a word", .timeLimit(.minutes(5)))
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

    @Test(
        "--fix-into leaves the findings of what it did not fix in the report",
        arguments: [
            ["shots/walk", "shots/run"], ["-r", "shots"], ["shots/run/walk.####.png", "shots/walk/walk.####.png"],
        ]
    )
    func restOfFix(inputs: [String]) throws {
        let fixed = try lint(inputs + ["--fix", "--fix-into", "fixed", "--format", "compact"])
        #expect(fixed.status == 1, "\(fixed.text)")
        #expect(fixed.text.contains("shots/run/walk.0002.png") && fixed.text.contains("[load.empty]"))
        #expect(!fixed.text.contains("seq.gap") && !fixed.text.contains("shots/walk"))
        #expect(try bench.names(in: "fixed") == (1...5).map { TestFrames.name($0) })
        let report = try lint(inputs + ["nothing.png", "--fix", "--fix-into", "other", "--format", "sarif"])
        #expect(report.status == 3)
        #expect(report.text.contains(#""ruleId":"load.empty""#) && !report.text.contains(#""ruleId":"seq.gap""#))
        #expect(report.errorLines.filter { $0.contains("nothing.png") }.count == 1)
    }

    @Test("a selection that leaves no rule is refused, whoever makes it")
    func noRules() throws {
        for value in ["", ",", " , "] {
            let refused = try lint(["shots/walk", "--select", value])
            #expect(refused.status == 2 && refused.text.isEmpty)
            #expect(refused.errors.hasPrefix("error: --select \"\(value)\": this names no rule, so nothing would be"))
        }
        let ignored = try lint(["shots/walk", "--select", "seq", "--ignore", "seq"])
        #expect(ignored.status == 2 && ignored.text.isEmpty)
        #expect(ignored.errors.hasPrefix("error: no rule is left to run"))
        for text in ["select: []", "select: [seq]\nignore: [all]"] {
            try bench.folder.write(Array(text.utf8), to: "shots/walk/.flipbook.yaml")
            let refused = try lint(["shots/walk"])
            #expect(refused.status == 2)
            #expect(refused.errors.hasPrefix("error: shots/walk/.flipbook.yaml: no rule is left to run"))
        }
        // Some folders may be let alone, and what an override selects runs.
        #expect(try lint(["-r", "shots"]).status == 1)
        let text = "select: []\noverrides: [{paths: [\"*\"], select: [seq.gap]}]\n"
        try bench.folder.write(Array(text.utf8), to: "shots/walk/.flipbook.yaml")
        #expect(try lint(["shots/walk"]).text.contains("seq.gap"))
    }
}
