import FlipbookTestSupport
import Foundation
import Testing

/// The sample sequences of the checkout do what their README says.
@Suite(.hangLimit) struct SequenceFolderTests {
    private let bench: Workbench
    private let sequences = Samples.checkout.appendingPathComponent("sequences").path

    init() throws {
        bench = try Workbench()
    }

    @Test(
        "a clean sequence exports whole",
        arguments: LongTests.cases(
            [
                ("bouncing-ball", [], "36 frames, 320x240"), ("glow", [], "24 frames, 160x160"),
                ("walker", [], "12 frames, 96x96"), ("walker", ["--scale", "2"], "12 frames, 192x192"),
                ("on-twos", ["--frames", "1-24", "--missing", "hold"], "24 frames, "),
                ("on-twos", ["--frames", "1-23x2"], "12 frames, "),
            ],
            every: 2
        )
    )
    func clean(name: String, options: [String], words: String) throws {
        let outcome = try Program.flipbook.run(
            ["export", "\(sequences)/\(name)", "-o", "a.mp4", "--preset", "ultrafast"] + options,
            in: bench.folder.path
        )
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.text.hasPrefix("a.mp4: \(words)"))
    }

    @Test(
        "a broken sequence is refused with its culprit's name",
        arguments: LongTests.cases(
            [
                ("gap", "frames 5-6,9 are missing (3 of 12).", 1), ("double-number", "are both frame 10;", 1),
                ("mixed-size", "is 120x90; the sequence is 96x72 (11 of 12 frames).", 1),
                ("mixed-scale", "@2x frames 5-6;", 1), ("not-an-image", "ball.0004.png: not an image", 1),
                ("truncated", "ball.0008.png: ends before", 1), ("two-sequences", "the folder has 2 sequences;", 2),
            ] as [(String, String, Int32)],
            every: 2
        )
    )
    func broken(name: String, words: String, status: Int32) throws {
        let outcome = try bench.flipbook("export", "\(sequences)/broken/\(name)", "-o", "a.mp4")
        expect(outcome.errors.hasPrefix("error: \(sequences)/broken/\(name)"))
        expect(outcome.errors.contains(words))
        expectEqual(outcome.text, "")
        expect(outcome.status == status)
        try expectEqual(bench.names(), [])
    }
}
