import FlipbookTestSupport
import FlipbookTool
import Testing

@Suite("Thousands of names on a command line")
struct ArgumentRunTests {
    @Test("the parser reads a few words however many names there are, and the command gets them all in order")
    func manyNames() {
        let names = (1...24_000).map { "walk.\($0).png" }
        let arguments = ["export", "--fps", "24"] + names + ["-o", "a.mp4"] + names + ["--", "-1.png"] + names
        let runs = ArgumentRuns(arguments)
        expect(runs.words.count < 20)
        expectEqual(runs.restored(runs.words), arguments)
        expect(runs.words.starts(with: ["export", "--fps", "24"]))
        expect(runs.words.contains("-o"))
        expect(runs.words.contains("a.mp4"))
    }

    @Test("a short command line is parsed as it stands", arguments: [0, 1, 2, 63, 64, 65, 66, 67])
    func shortRuns(count: Int) {
        let names = (0..<count).map { "n\($0)" }
        let runs = ArgumentRuns(["--a"] + names + ["--", "-x", "y"])
        expectEqual(runs.restored(runs.words), ["--a"] + names + ["--", "-x", "y"])
        expectEqual(runs.words.count == count + 4, count <= 64)
    }

    @Test("names before, between and behind options are one list of inputs")
    func inputs() throws {
        let bench = try Workbench(walk: 1...90)
        let names = (1...90).map { "walk/\(TestFrames.name($0))" }
        func manifest(_ arguments: [String]) throws -> Program.Outcome {
            try Program.flipbook.run(["manifest"] + arguments, in: bench.folder.path)
        }
        let whole = try manifest(names + ["--fps", "24"])
        expectEqual(whole.status, 0)
        try expectEqual(manifest(names.prefix(70) + ["--fps", "24"] + names.dropFirst(70)).output, whole.output)
        try expectEqual(manifest(["--fps", "24"] + names).output, whole.output)
        try expectEqual(manifest(["--fps", "24", "--"] + names).output, whole.output)
    }

    @Test("a verb that takes one word complains of the others: the first three by their names")
    func complaint() throws {
        let bench = try Workbench()
        let words = (0..<80).map { "w\($0)" }
        let result = try Program.flipbook.run(["explain"] + words, in: bench.folder.path)
        expectEqual(result.status, 2)
        let sentence = "error: 79 unexpected arguments: 'w1', 'w2', 'w3' and 76 more."
        expectEqual(result.errorLines.first, sentence)
    }
}
