import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite struct HeldRunsTests {
    @Test("memory is for decoded pictures where the moments of a cycle have no room and show fewer files")
    func decodedAlone() {
        let memory = MemoryBudget.fixed(4000)
        let runs = HeldRuns(Array(0..<40))
        // Three quarters are kept: 30 pictures of 100 bytes.
        expect(runs.areMadeOfFewer(8, of: 100, than: memory))
        expect(!runs.areMadeOfFewer(40, of: 100, than: memory))
        expect(!runs.areMadeOfFewer(8, of: 75, than: memory))
        expect(!HeldRuns(Array(0..<30)).areMadeOfFewer(8, of: 100, than: memory))
    }

    @Test(
        "equal neighbors are one run, and every frame knows its run",
        arguments: [
            ("A", [0..<1], false), ("AAB", [0..<2, 2..<3], false), ("ABC", [0..<1, 1..<2, 2..<3], false),
            ("ABBA", [0..<1, 1..<3, 3..<4], true), ("AAAA", [0..<4], false),
            ("ABAB", [0..<1, 1..<2, 2..<3, 3..<4], true),
        ] as [(String, [Range<Int>], Bool)]
    )
    func runs(letters: String, expected: [Range<Int>], recurs: Bool) {
        let frames = letters.utf8.map { Int($0) }
        let runs = HeldRuns(frames)
        expectEqual(runs.hasRecurringDrawings, recurs)
        expectEqual(runs.countPerCycle, expected.count)
        for (index, range) in expected.enumerated() {
            expectEqual(runs.frames(ofRun: index), range)
            // The third cycle, two cycles on.
            let later = range.lowerBound + 2 * frames.count..<range.upperBound + 2 * frames.count
            expectEqual(runs.frames(ofRun: index + 2 * expected.count), later)
            for frame in range { expectEqual(runs.run(ofFrame: frame), index) }
            for frame in later { expectEqual(runs.run(ofFrame: frame), index + 2 * expected.count) }
        }
    }

    @Test("a layer that moves over a held drawing ends its run")
    func movingLayer() throws {
        func layer(_ letters: String) throws -> Layer {
            let frames = letters.map { Frame(Image(source: .file(FilePath("\($0).png")))) }
            let timing = try require(FrameTiming(frameCount: frames.count, rate: FrameRate(25)))
            return Layer(frame: .zero, contents: .frames(frames, timing))
        }
        func runs(_ layers: [Layer]) -> [Range<Int>] {
            let scene = BoundScene(Scene(size: PixelSize(width: 2, height: 2), layers: layers))
            let runs = HeldRuns(scene.frameLooks)
            return (0..<runs.countPerCycle).map(runs.frames)
        }
        let drawings = try layer("AAABBB")
        expectEqual(runs([drawings]), [0..<3, 3..<6])
        try expectEqual(runs([drawings, layer("XXXXXX")]), [0..<3, 3..<6])
        try expectEqual(runs([drawings, layer("XYYYYX")]), [0..<1, 1..<3, 3..<5, 5..<6])
        try expectEqual(runs([drawings, layer("XY")]), (0..<6).map { $0..<$0 + 1 })
    }
}
