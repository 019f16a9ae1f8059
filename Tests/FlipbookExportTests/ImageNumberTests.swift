import FlipbookCore
import FlipbookTestSupport
import Foundation
import Testing

/// The numbers in the names of exported images.
@Suite struct ImageNumberTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1001...1005) }

    @Test(
        "an image has the number of its frame, also of a held one; else images count from 1, with a note",
        arguments: [
            ([], nil, 1001...1005, false), (["--missing", "hold"], 1003, 1001...1005, false),
            (["--frames", "1002-1004"], nil, 1002...1004, false), (["--start-number", "7"], nil, 7...11, false),
            (["--missing", "skip"], 1003, 1...4, true), (["--frames", "1001-1005x2"], nil, 1...3, true),
            (["--frames", "1005-1001"], nil, 1...5, true), (["--repeat", "2"], nil, 1...10, true),
        ] as [([String], Int?, ClosedRange<Int>, Bool)]
    )
    func numbers(options: [String], lost: Int?, numbers: ClosedRange<Int>, isNoted: Bool) throws {
        if let lost { try FileManager.default.removeItem(atPath: bench.folder.path + "/walk/" + TestFrames.name(lost)) }
        let outcome = try bench.flipbook(["export", "walk", "-o", "out/g.@.png"] + options)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(Set(bench.names(in: "out")), Set(numbers.map { "g.\($0).png" }))
        expectEqual(outcome.errors.contains("numbered from 1"), isNoted, "\(outcome.errors)")
        guard isNoted, let remedy = outcome.errors.firstMatch(of: /--start-number (\d+)/) else { return }
        let number = ["--start-number", "\(remedy.1)"]
        let again = try bench.flipbook(["export", "walk", "-o", "new/g.@.png"] + options + number)
        expect(again.status == 0 && !again.errors.contains("numbered from 1"), "\(again.errors)")
        try expect(bench.names(in: "new").contains("g.\(remedy.1).png"))
    }

    @Test("sub-frames count from 1, with a note")
    func parts() throws {
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk/walk.1001.png").string)))
        for part in ["1.00", "1.50", "2.00"] { try bench.folder.write(file, to: "parts/f.\(part).png") }
        let outcome = try bench.flipbook("export", "parts", "-o", "out/g.#.png")
        expect(outcome.status == 0 && outcome.errors.contains("numbered from 1"), "\(outcome.errors)")
    }

    @Test("the pictures of a film count from 1, and the pattern's padding counts")
    func film() throws {
        try expectEqual(bench.flipbook("export", "walk", "-o", "walk.gif", "--fps", "20").status, 0)
        let outcome = try bench.flipbook("export", "walk.gif", "--frames", "2-3", "-o", "out/g.######.png")
        expect(outcome.status == 0 && outcome.errors.contains("numbered from 1"), "\(outcome.errors)")
        try expectEqual(bench.names(in: "out"), ["g.000001.png", "g.000002.png"])
    }

    @Test("segments, receipts and plans of earlier exports agree on the numbers")
    func segments() throws {
        for more in [[], ["--resume", "--segment", "2"]] {
            let options = ["-o", "out/g.#.png", "--overwrite", "--receipt", "g.json"]
            try expectEqual(bench.flipbook(["export", "walk"] + options + more).status, 0)
            try expectEqual(bench.names(in: "out"), (1001...1005).map { "g.\($0).png" })
            try expectEqual(bench.flipbook("verify", "out/g.#.png", "--receipt", "g.json").status, 0)
        }
        _ = try bench.makeSegments(["walk", "-o", "new/g.#.png"], of: 2)
        let plan = bench.folder.file("plan.json").string
        let text = try String(contentsOfFile: plan, encoding: .utf8)
        let earlier = text.replacing(/"startNumber"\s*:\s*1001,?/, with: "")
        try bench.folder.write(Array(earlier.utf8), to: "plan.json")
        let joined = try bench.flipbook("join", "plan.json")
        expectEqual(joined.status, 0, "\(joined.errors)")
        try expectEqual(bench.names(in: "new").filter { $0.hasPrefix("g") }, (1...5).map { "g.000\($0).png" })
    }

    @Test("the leftovers of an earlier, longer export are named with what to do")
    func leftovers() throws {
        try expectEqual(bench.flipbook("export", "walk", "-o", "out/g.#.png").status, 0)
        let shorter = ["export", "walk", "--frames", "1001-1003", "-o", "out/g.#.png", "--overwrite"]
        let errors = try bench.flipbook(shorter).errors
        expect(errors.contains("Frames 1004-1005 of an earlier export with this name are still there. Delete them"))
    }
}
