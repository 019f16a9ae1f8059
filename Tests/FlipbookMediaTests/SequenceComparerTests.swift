import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// Two sequences beside each other, from Swift.
@Suite(.hangLimit) struct SequenceComparerTests {
    /// The example of the comment.
    func check(_ golden: FrameList, _ fresh: FrameList) async throws -> Bool {
        let comparer = SequenceComparer(golden, SequenceSettings(), fresh, SequenceSettings(), tolerance: 2)
        return try await comparer.compare().isEmpty
    }

    @Test("sequences are equal to themselves, and others differ")
    func example() async throws {
        let (one, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        let frames = TestFrames(width: 24, height: 18)
        try frames.write(1...3, to: one)
        try frames.write(2...4, to: other)
        let locator = SequenceLocator()
        let (golden, fresh) = (try locator.locate([one.path]), try locator.locate([other.path]))
        try await expect(check(golden, golden))
        try await expect(!check(golden, fresh))
    }
}
