import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Judgment: numbered stills, or frames with gaps")
struct SparseNumberTests {
    private func findings(_ files: [RuleExample.File]) -> [Finding] {
        Linter().report(on: [RuleExample(files).evidence]).findings
    }

    /// Frames of 160 by 90 pixels whose numbers have four digits.
    private func frames(_ numbers: [Int]) -> [RuleExample.File] { numbers.map { RuleExample.File(name($0)) } }

    private func name(_ number: Int) -> String {
        let digits = String(number)
        return "walk." + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
    }

    @Test(
        "a few numbers far apart are names of stills, and one sentence says so",
        arguments: [
            [1, 2, 5, 10, 20, 50], [1, 9], [1, 2, 4, 8], [8, 16], [410, 411, 420, 422, 440, 444],
            [1, 50, 100],
        ]
    )
    func sparse(numbers: [Int]) {
        let found = findings(numbers.map { RuleExample.File("coin\($0).png", $0 == 16 ? 80 : 160, 90) })
        expectEqual(found.map { "\($0.severity) \($0.rule)" }, ["warning seq.stills"])
        expect(found.first?.message.contains("\(FrameSet(numbers))") ?? false)
    }

    @Test(
        "frames that a renderer lost are gaps, however many there are",
        arguments: [
            "1-3,98-100", "1,3,6,8-9,14,19,21,26,28-29,34-35,39,48", "1,2,9", "1,4-5,10-11",
            "1,3,9,12,20-100x9,200-210",
        ]
    )
    func lostFrames(text: String) throws {
        let found = findings(try FrameSet(parsing: text).map { RuleExample.File("walk.\($0).png") })
        expectEqual(found.map(\.rule), ["seq.gap"])
        expect(!found.contains { $0.rule == "seq.stills" })
    }

    @Test("a gap of two billion numbers is one finding, in a folder, a pattern and a list")
    func vastGap() async throws {
        let bench = try FixBench()
        let names = [1, 2, 3, 4, 5, 2_000_000_000].map { "f\($0).png" }
        for (index, name) in names.enumerated() { try bench.add(name, index) }
        let files = names.map { "\(bench.path)/\($0)" }
        for inputs in [[bench.path], ["\(bench.path)/f@.png"], files] {
            let report = try await Linter().lint(LintInput.evidence(for: inputs))
            expectEqual(report.findings.map(\.rule), ["seq.gap"])
            expectEqual(report.findings.first?.frames, FrameSet(FrameRange(6, through: 1_999_999_999)))
        }
    }

    @Test("powers of two are sizes, and leave nothing out")
    func powersOfTwo() {
        expectEqual(findings([16, 32, 64, 128, 256].map { RuleExample.File("icon\($0).png") }), [])
        expectEqual(findings([1, 2, 4, 8, 16].map { RuleExample.File("coin\($0).png") }), [])
    }

    @Test("numbers with zeros in front, a range, or a policy for gaps mean frames")
    func meantAsFrames() {
        expectEqual(findings(frames([1, 9])).map(\.rule), ["seq.gap"])
        let files = ["a1.png", "a9.png"].map { RuleExample.File($0) }
        let range = RuleExample(files, pattern: "a1-9@.png").evidence
        expectEqual(Linter().report(on: [range]).findings.map(\.rule), ["seq.gap"])
        let held = RuleExample(files).evidence.with(gaps: GapPolicy(missing: .hold), mismatch: .error)
        expectEqual(Linter().report(on: [held]).findings.map(\.severity), [.info])
    }
}
