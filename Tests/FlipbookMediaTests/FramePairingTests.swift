import FlipbookCore
import FlipbookMedia
import FlipbookTestSupport
import Testing

/// Which frames of two sequences belong together.
@Suite struct FramePairingTests {
    private func frames(_ numbers: [Int?]) -> FrameList {
        FrameList(name: "walk", frames: numbers.map { Frame(number: $0, source: .black) })
    }

    /// The numbers that a folder has of 1 to `last`.
    private func folder(_ numbers: [Int], through last: Int) -> FrameList {
        FrameList(name: "walk", numbers: FrameSet(1...last), frames: numbers.map { Frame(number: $0, source: .black) })
    }

    /// A file with pictures that are shown for so many hundredths of a second.
    private func file(_ hundredths: [Int], loopCount: Int? = 0) -> FrameList {
        let frames = hundredths.enumerated().map { place, time in
            let image = Image(source: .file(FilePath("walk.gif", picture: place + 1)))
            return Frame(image, number: place + 1, duration: RationalTime(Int64(time), 100))
        }
        let numbers = FrameSet(1...hundredths.count)
        return FrameList(name: "walk", numbers: numbers, frames: frames, animationRepeatCount: loopCount)
    }

    private func positions(_ pairing: FramePairing, offset: Int = 0) -> [Int?] {
        pairing.names.indices.map { pairing.position(of: $0, offset: offset) }
    }

    @Test("frames with the same number belong together, whatever their order and wherever there are gaps")
    func numbers() {
        let pairing = FramePairing(frames([3, 1, 2, 9]), frames([2, 3, 4]))
        expectEqual(positions(pairing), [1, nil, 0, nil])
        expectEqual(pairing.onlyInFirst, FrameSet([1, 9]))
        expectEqual(pairing.onlyInSecond, FrameSet([4]))
        expectEqual(positions(pairing, offset: 1), [2, 0, 1, nil])
        expectEqual(positions(pairing, offset: -6), [nil, nil, nil, 1])
    }

    @Test("without common numbers, with a number twice, or with a frame without one, places count")
    func places() {
        for (first, second) in [([1, 2, 3], [7, 8]), ([1, 1, 2], [1, 2]), ([1, nil, 3], [1, 2])] as [([Int?], [Int?])] {
            let pairing = FramePairing(frames(first), frames(second))
            expectEqual(positions(pairing), [0, 1, nil])
            expectEqual(pairing.onlyInFirst, FrameSet([3]))
            expectEqual(positions(pairing, offset: 1), [1, nil, nil])
            expectEqual(positions(pairing, offset: .max), [nil, nil, nil])
        }
    }

    @Test("the numbers of a file's pictures only count them, so a folder that begins at 0 is paired by place")
    func countedPictures() {
        expectEqual(positions(FramePairing(frames([0, 1, 2]), file([4, 4, 4]))), [0, 1, 2])
        expectEqual(positions(FramePairing(file([4, 4, 4]), frames([0, 1, 2]))), [0, 1, 2])
    }

    @Test("a held picture belongs to each frame of its time, but a video with equal times holds none")
    func heldPictures() {
        // 24 frames/s, in the hundredths of a GIF.
        expectEqual(positions(FramePairing(frames([1, 2, 3, 4, 5, 6]), file([4, 8, 4, 9]))), [0, 1, 1, 2, 3, 3])
        let pairing = FramePairing(file([4, 8, 4, 9]), frames([1, 2, 3, 4, 5, 6]))
        expectEqual(pairing.pairs.map(\.number), Array(1...6))
        expectEqual(pairing.pairs.map(\.positions), [[0, 0], [1, 1], [1, 2], [2, 3], [3, 4], [3, 5]])
        expectEqual(pairing.names, [1, 2, 4, 5])
        let six = frames([1, 2, 3, 4, 5, 6])
        expectEqual(positions(FramePairing(six, file([8, 9, 8]))), [0, 0, 1, 1, 2, 2])
        expectEqual(positions(FramePairing(six, file([8, 9, 8], loopCount: nil))), [0, 1, 2, nil, nil, nil])
        // A file that is cut off after half of the frames holds none, either.
        expectEqual(positions(FramePairing(six, file([3, 3, 4]))), [0, 1, 2, nil, nil, nil])
    }

    @Test("a missing frame has a place if the other sequence has a frame for it, held in a file or not")
    func gaps() {
        let torn = folder([1, 2, 5, 6], through: 6)
        let whole = FramePairing(torn, file([4, 4, 4, 4, 4, 4]))
        expectEqual(positions(whole), [0, 1, 4, 5])
        expectEqual(whole.onlyInSecond, FrameSet([3, 4]))
        let held = FramePairing(torn, file([4, 13, 4, 4]))
        expectEqual(positions(held), [0, 1, 2, 3])
        let closed = FramePairing(torn, file([4, 4, 4, 4]))
        expect(positions(closed) == [0, 1, 2, 3] && closed.onlyInSecond.isEmpty)
    }
}
