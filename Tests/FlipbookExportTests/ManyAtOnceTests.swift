import FlipbookCore
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

/// Many processes at once in one folder: one winner for each name, no mixture, nothing left over, no end of waiting.
@Suite(.hangLimit) struct ManyAtOnceTests {
    private let bench: Workbench

    /// How many run at once; `tools/test --all` has them all.
    private static let crowd = LongTests.areWanted ? 20 : 4
    private static let throng = LongTests.areWanted ? 100 : 6

    init() throws { bench = try Workbench(walk: 1...4) }

    /// Runs commands at the same time; what each came to, in their order.
    private func run(_ commands: [[String]]) throws -> [Program.Outcome] {
        let outcomes = Mutex<[Int: Result<Program.Outcome, any Error>]>([:])
        let (folder, done) = (bench.folder.path, DispatchGroup())
        for (index, command) in commands.enumerated() {
            done.enter()
            Thread.detachNewThread {
                let outcome = Result { try Program.flipbook.run(command, in: folder) }
                outcomes.withLock { $0[index] = outcome }
                done.leave()
            }
        }
        done.wait()
        return try commands.indices.map { index in
            try require(outcomes.withLock { $0[index] }).get()
        }
    }

    private var hidden: [String] { get throws { try bench.names().filter { $0.hasPrefix(".") } } }

    @Test("of many exports into one name, one wins, and its file is whole")
    func oneName() throws {
        let outcomes = try run(Array(repeating: ["export", "walk", "-o", "a.mkv"], count: Self.crowd))
        expectEqual(outcomes.filter { $0.status == 0 }.count, 1)
        for outcome in outcomes where outcome.status != 0 {
            expectEqual(outcome.status, 2)
            expect(outcome.errors.contains("a.mkv exists and was not changed"))
        }
        try expectEqual(bench.shown(in: "a.mkv", among: 1...4), [1, 2, 3, 4])
        try expectEqual(hidden, [])
    }

    @Test("of many exports of numbered images into one name, one wins, and no image is another's")
    func oneSequence() throws {
        // Each shows another frame of the walk four times.
        let outcomes = try run(
            (0..<Self.crowd).map {
                ["export", "walk", "--frames", "\($0 % 4 + 1)", "--repeat", "4", "-o", "out/a.@.png"]
            }
        )
        expectEqual(outcomes.filter { $0.status == 0 }.count, 1, "\(outcomes.map(\.errors))")
        try expectEqual(bench.names(in: "out"), (1...4).map { "a.\($0).png" })
        let images = try (1...4).map {
            try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("out/a.\($0).png").string))
        }
        expectEqual(Set(images).count, 1)
    }

    @Test(
        "exports into one folder under many names all succeed",
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func manyNames() throws {
        let outcomes = try run((0..<Self.throng).map { ["export", "walk", "-o", "a\($0).apng"] })
        expectEqual(outcomes.map(\.status), Array(repeating: 0, count: Self.throng), "\(Set(outcomes.map(\.errors)))")
        try expectEqual(bench.names(), ((0..<Self.throng).map { "a\($0).apng" } + ["walk"]).sorted())
        for number in 0..<Self.throng {
            try expectEqual(bench.shown(in: "a\(number).apng", among: 1...4), [1, 2, 3, 4])
        }
    }

    @Test("exports of numbered images into one folder under many names all succeed")
    func manySequences() throws {
        let outcomes = try run((0..<Self.throng).map { ["export", "walk", "-o", "out/a\($0).@.png"] })
        expectEqual(outcomes.map(\.status), Array(repeating: 0, count: Self.throng), "\(Set(outcomes.map(\.errors)))")
        let names = (0..<Self.throng).flatMap { number in (1...4).map { "a\(number).\($0).png" } }
        try expectEqual(bench.names(in: "out"), names.sorted())
    }

    @Test("frames that a player follows are replaced all or not at all by many exports, and others read whole frames")
    func besideFollow() throws {
        for number in 1...4 {
            try bench.folder.write(try bench.frames.png(number + 4), to: "other/\(TestFrames.name(number))")
        }
        try expectEqual(
            Program.flipbook.run(["export", "walk", "-o", "played/a.@.png"], in: bench.folder.path).status,
            0
        )
        let writers = (0..<Self.crowd / 2).map { number in
            ["export", number % 2 == 0 ? "walk" : "other", "-o", "played/a.@.png", "--overwrite"]
        }
        let readers = (0..<Self.crowd / 2).map { ["export", "played", "-o", "b\($0).apng"] }
        var outcomes: [Program.Outcome] = []
        let played = try bench.flipbook("play", "played", "--follow", "--sink", "fakesink", "-q") { player in
            outcomes = try run(writers + readers)
            player.send(SIGINT)
        }
        expectEqual(played.status, 130, "\(played.errors)")
        expect(outcomes.prefix(writers.count).contains { $0.status == 0 })
        for (number, outcome) in outcomes.dropFirst(writers.count).enumerated() where outcome.status == 0 {
            let shown = try bench.shown(in: "b\(number).apng", among: 1...8)
            // Each is the frame of its number, of the one export or of the other.
            let isWhole = shown.count == 4 && zip(1..., shown).allSatisfy { $1 == $0 || $1 == $0 + 4 }
            expect(isWhole, "\(shown)")
        }
        for outcome in outcomes where outcome.status != 0 {
            expect(outcome.errors.contains("error: "), "\(outcome.status): \(outcome.errors)")
        }
        // All four are of one export.
        try expectEqual(Program.flipbook.run(["export", "played", "-o", "last.apng"], in: bench.folder.path).status, 0)
        let last = try bench.shown(in: "last.apng", among: 1...8)
        expect(last == [1, 2, 3, 4] || last == [5, 6, 7, 8], "\(last)")
        try expectEqual(bench.names(in: "played"), (1...4).map { "a.\($0).png" })
    }

    @Test("exports beside a fix of the same frames make whole files, or say why they do not")
    func besideFix() throws {
        // A gap in the padding, which the fix mends by renaming.
        try bench.add(5...8, to: "walk", named: { "walk.\($0).png" })
        let exports = (0..<6).map { ["export", "walk", "-o", "a\($0).apng"] }
        let outcomes = try run(exports + [["fix", "walk"]])
        for (index, outcome) in outcomes.dropLast().enumerated() {
            let exists = FileManager.default.fileExists(atPath: bench.folder.file("a\(index).apng").string)
            expectEqual(exists, outcome.status == 0)
            expect(outcome.status == 0 || outcome.errors.contains("error: "), "\(outcome.status): \(outcome.errors)")
            guard exists else { continue }
            let shown = try bench.shown(in: "a\(index).apng", among: 1...8)
            // Frames 5 to 8 come one after the other under the padding of the first four.
            expect(shown.count >= 4 && shown == Array(1...max(1, shown.count)), "\(shown)")
        }
        expect([0, 1].contains(outcomes[exports.count].status), "\(outcomes[exports.count].errors)")
        try expectEqual(hidden, [])
    }
}
