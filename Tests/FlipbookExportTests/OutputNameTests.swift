import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// Which files one export makes, and that none of them takes another one's place.
@Suite("The names of an export's files")
struct OutputNameTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...3) }

    private func export(_ arguments: [String]) throws -> Program.Outcome {
        try bench.flipbook(["export", "walk"] + arguments)
    }

    @Test(
        "two files of one name are refused before anything is written, however the names are spelt",
        arguments: LongTests.cases(
            [
                ["-o", "s.mp4", "-o", "./walk/../s.mp4"], ["-o", "n.####.png", "-o", "n.%04d.png"],
                ["-o", "n.####.png", "--poster", "n.0003.png"],
                ["-o", "k.png", "--format", "sheet", "--poster", "k.png"],
                ["-o", "a.mp4", "-o", "a.mp4"],
            ],
            every: 2
        )
    )
    func meeting(arguments: [String]) throws {
        for more in [[], ["--overwrite"], ["--dry-run"]] {
            let outcome = try export(arguments + more)
            expectEqual(outcome.status, 2)
            expect(outcome.errors.contains("name"), "\(outcome.errors)")
        }
        try expectEqual(bench.names(in: "."), ["walk"])
    }

    @Test(
        "a place for a number in the name of one file is refused",
        arguments: ["x.####.mp4", "x.%04d.gif"]
    )
    func place(name: String) throws {
        let outcome = try export(["-o", name])
        expectEqual(outcome.status, 2)
        let mark = name.split(separator: ".")[1]
        expect(outcome.errors.contains("is a single file. Remove \(mark) from its name."), "\(outcome.errors)")
    }

    @Test(
        "a place for a number in the name of a rendered frame is refused",
        arguments: ["x.####.png", "x.%04d.png", "x.#.png"]
    )
    func placeOfFrame(name: String) throws {
        let outcome = try bench.flipbook("render", "walk", "-o", name)
        expectEqual(outcome.status, 2)
        let words = "\(name): a frame is a single file. Remove \(name.split(separator: ".")[1]) from its name."
        expect(outcome.errors.contains(words), "\(outcome.errors)")
        try expectEqual(bench.names(), ["walk"])
        try expectEqual(bench.flipbook("render", "walk", "-o", "100%done.png").status, 0)
    }

    @Test(
        "images are numbered from 1, or from the number that is said",
        arguments: LongTests.cases(
            [([], [1, 2, 3]), (["1001"], [1001, 1002, 1003]), (["0"], [0, 1, 2]), (["-1"], [-1, 0, 1])],
            every: 3
        )
    )
    func startNumber(said: [String], numbers: [Int]) throws {
        // A film beside them has no use for it.
        let options = said.flatMap { ["--start-number", $0] }
        let outcome = try export(["-o", "out/n.%d.png", "-o", "a.mp4"] + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(Set(bench.names(in: "out")), Set(numbers.map { "n.\($0).png" }))
        let files = numbers.map { StillFile(bench.folder.file("out/n.\($0).png")) }
        try expectEqual(StillFile.pixels(of: files), (1...3).map(bench.frames.pixels))
    }

    @Test("names that are too long are refused before anything is written, also where the first is the longest")
    func longNames() throws {
        let target = "out/\(String(repeating: "n", count: 249)).@.png"
        for more in [[], ["--dry-run"]] {
            let outcome = try export(["-o", target, "--start-number", "-1"] + more)
            expectEqual(outcome.status, 3)
            expect(outcome.errors.contains("the name is too long for a file"), "\(outcome.errors)")
            try expectEqual(bench.names(in: "."), ["walk"])
        }
        try expectEqual(export(["-o", target, "--start-number", "0"]).status, 0)
    }

    @Test(
        "a first number is refused where there are no numbers",
        arguments: [
            (["-o", "a.mp4"], "only numbered images have numbers"),
            (["-o", "a.png", "--frames", "2"], "a.png has no place for a number"),
            (["-o", "n.1-3#.png"], "To begin with a different number, use --start-number 1001."),
        ]
    )
    func noStartNumber(arguments: [String], words: String) throws {
        let outcome = try export(arguments + (arguments.contains("n.1-3#.png") ? [] : ["--start-number", "7"]))
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains(words), "\(outcome.errors)")
        try expectEqual(bench.names(in: "."), ["walk"])
    }

    @Test("--format is for the files whose names it takes, and holds for none where none does")
    func format() throws {
        let outcome = try export(["-o", "a.mp4", "-o", "a.png", "--format", "sheet"])
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.names(in: "."), ["a.json", "a.mp4", "a.png", "walk"])
        try expectEqual(export(["-o", "b.mp4", "-o", "b.gif", "--format", "sheet"]).status, 2)
    }

    @Test("a poster's frame that is not there is told before the film is made, by its own option")
    func posterFrame() throws {
        let outcome = try export(["-o", "a.mp4", "--poster", "p.png", "--poster-frame", "99"])
        expectEqual(outcome.status, 2)
        expect(outcome.errors.contains("--poster-frame: walk"), "\(outcome.errors)")
        try expectEqual(bench.names(in: "."), ["walk"])
    }

    @Test("a poster is named by the sentences and the document")
    func poster() throws {
        let outcome = try export(["-o", "a.mp4", "--poster", "p.png", "--poster-frame", "2"])
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.text.contains("p.png: frame 2, 24x18."))
        let document = try export(["-o", "b.mp4", "--poster", "q.png", "--json"])
        let report = try require(
            try JSONSerialization.jsonObject(with: document.output) as? [String: Any]
        )
        expectEqual(report["poster"] as? String, "q.png")
    }

    @Test("a poster is left out where no film was made", .enabled(if: Sanitizer.isAbsent, Sanitizer.presence))
    func noPoster() throws {
        let failed = try Program("sh").run(
            [
                "-c", "ulimit -f 1; exec \"$0\" export walk -o c.mkv --poster r.png", Program.flipbook.name,
            ],
            in: bench.folder.path
        )
        expectEqual(failed.status, 3)
        expect(!(try bench.names(in: ".").contains("r.png")))
    }

    @Test(
        "a file that fails while it is written has no receipt, also as a document",
        arguments: ["y4m", "raw"]
    )
    func failedDocument(format: String) throws {
        let outcome = try Program("sh").run(
            [
                "-c", "exec \"$0\" export walk -o - --format \(format) --json > /dev/full",
                Program.flipbook.name,
            ],
            in: bench.folder.path
        )
        expectEqual(outcome.status, 3)
        expectEqual(outcome.errors.split(separator: "\n").count, 1, "\(outcome.errors)")
    }

    @Test("a dry run of several files plans each, the matte among them, and is one document")
    func dryRun() throws {
        let outcome = try export([
            "-o", "a.mp4", "-o", "a.mkv", "--alpha-output", "matte", "--dry-run", "--json",
        ])
        try require(outcome.status == 0, "\(outcome.errors)")
        let plans = try require(
            try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
        )
        expectEqual(
            plans.map { $0["target"] as? String },
            ["a.mp4", "a.matte.mp4", "a.mkv", "a.matte.mkv"]
        )
    }

    @Test("a folder that takes no new files is not called missing")
    func unwritable() throws {
        let outcome = try export(["-o", "/proc/x.mp4"])
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("/proc does not accept new files"), "\(outcome.errors)")
    }
}
