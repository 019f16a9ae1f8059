import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

/// The numbered vectors are those of the animation model's timing algorithm.
@Suite struct FrameTimingTests {
    @Test("30 frames without a duration take a second, 7 take 7/30 s (vector 1)")
    func defaultDuration() throws {
        var sequencer = Sequencer(animationImages: frames(30))
        expectEqual(sequencer.effectiveAnimationDuration, 1)
        sequencer.animationImages = frames(7)
        expectEqual(sequencer.effectiveAnimationDuration, RationalTime(7, 30))
        let timing = try require(sequencer.timing)
        expectEqual((0...3).map(timing.nanosecond), [0, 33_333_333, 66_666_666, 100_000_000])
        expectEqual((0...2).map(timing.nanosecondCount), [33_333_333, 33_333_333, 33_333_334])
    }

    @Test("12 frames in a second begin where the fraction says (vector 2)")
    func twelveInASecond() throws {
        let timing = try require(FrameTiming(frameCount: 12, cycleDuration: 1))
        expectEqual(timing.nanosecond(ofFrame: 1), 83_333_333)
        expectEqual(timing.nanosecond(ofFrame: 3), 250_000_000)
        expectEqual(timing.nanosecond(ofFrame: 12), 1_000_000_000)
    }

    @Test("the frame at a beginning that was rounded down is the one that begins (vector 4)")
    func frameAtRoundedBeginning() throws {
        let timing = try require(FrameTiming(frameCount: 7, cycleDuration: 1))
        expectEqual(timing.nanosecond(ofFrame: 1), 142_857_142)
        expectEqual(timing.frame(atNanosecond: 142_857_141), 0)
        expectEqual(timing.frame(atNanosecond: 142_857_142), 1)
    }

    @Test(
        "presentation times never drift from the exact fraction",
        arguments: [
            (24, 1), (25, 1), (30, 1), (60, 1), (24000, 1001), (30000, 1001), (60000, 1001), (360, 7), (1, 2),
        ] as [(Int64, Int64)]
    )
    func noDrift(numerator: Int64, denominator: Int64) throws {
        let rate = try require(FrameRate(numerator, denominator))
        let timing = try require(FrameTiming(frameCount: 10, rate: rate))
        for index in [0, 1, 2, 999, 1_000_000, 100_000_000] {
            let exact = Int128(index) * 1_000_000_000 * Int128(denominator)
            let time = Int128(timing.nanosecond(ofFrame: index)) * Int128(numerator)
            expect(time <= exact && exact - time < Int128(numerator), "frame \(index)")
        }
    }

    @Test("frame 1,000,000 at 24000/1001 begins at 41708.333333333 s")
    func farFrame() throws {
        let timing = try require(FrameTiming(frameCount: 1, rate: FrameRate(parsing: "23.976")))
        expectEqual(timing.nanosecond(ofFrame: 1_000_000), 41_708_333_333_333)
    }

    @Test(
        "the frame at a time is the inverse of the time of a frame, to the nanosecond",
        arguments: [
            (1, 1, 1), (3, 1, 10), (7, 1, 1), (7, 7, 30), (11, 1, 7), (4, 2, 1), (24, 1001, 1000), (1000, 1, 1),
        ] as [(Int, Int64, Int64)]
    )
    func inverse(count: Int, numerator: Int64, denominator: Int64) throws {
        let duration = RationalTime(numerator, denominator)
        let timing = try require(FrameTiming(frameCount: count, cycleDuration: duration))
        for frame in 0..<(3 * count) {
            let start = timing.nanosecond(ofFrame: frame)
            expectEqual(timing.frame(atNanosecond: start), frame)
            expectEqual(timing.frame(atNanosecond: start + timing.nanosecondCount(ofFrame: frame) - 1), frame)
        }
    }

    @Test("at each rate from 1 to 120 each frame is the one at its beginning and a nanosecond before its end")
    func rates() throws {
        for rate in 1...120 as ClosedRange<Int64> {
            let rate = try require(FrameRate(rate, 1))
            let timing = try require(FrameTiming(frameCount: 600, rate: rate))
            let wrong = (0..<600).filter { frame in
                let start = timing.nanosecond(ofFrame: frame)
                return timing.frame(atNanosecond: start) != frame
                    || timing.frame(atNanosecond: start + timing.nanosecondCount(ofFrame: frame) - 1) != frame
            }
            expect(wrong.isEmpty, "\(rate)")
        }
    }

    @Test(
        "a frame begins and lasts exactly, and the frame at its exact beginning is itself",
        arguments: [0, 1, 7, 1_000_000]
    )
    func exact(index: Int) throws {
        let film = try require(FrameTiming(frameCount: 10, rate: FrameRate(parsing: "24000/1001")))
        expectEqual(film.presentationTime(ofFrame: index), RationalTime(Int64(index) * 1001, 24000))
        expectEqual(film.duration(ofFrame: index), RationalTime(1001, 24000))
        expectEqual(film.frame(at: RationalTime(Int64(index) * 1001, 24000)), index)
        expectEqual(film.frame(at: RationalTime(Int64(index) * 1001 - 1, 24000)), index - 1)
        let own = try require(FrameTiming(durations: [RationalTime(1, 3), RationalTime(1, 6)]))
        expectEqual(own.presentationTime(ofFrame: 2 * index + 1), RationalTime(Int64(3 * index + 2), 6))
        expectEqual((0...1).map { own.duration(ofFrame: 2 * index + $0) }, [RationalTime(1, 3), RationalTime(1, 6)])
    }

    @Test("no frames and no time make no timing")
    func empty() {
        expect(FrameTiming(frameCount: 0, cycleDuration: 1) == nil)
        expect(FrameTiming(frameCount: 3, cycleDuration: 0) == nil)
    }

    @Test("sequences side by side change when one of them does, until all begin together again")
    func together() throws {
        for (first, second) in [(1, 1), (2, 3), (4, 6), (5, 5), (3, 1)] {
            for (cycle, other) in [("1", "1"), ("1/2", "1/3"), ("7/30", "0.4"), ("1001/24000", "1/24")] {
                let timings = [
                    try require(FrameTiming(frameCount: first, cycleDuration: RationalTime(parsing: cycle))),
                    try require(FrameTiming(frameCount: second, cycleDuration: RationalTime(parsing: other))),
                ]
                let together = try require(FrameTiming(together: timings))
                let end = together.nanosecond(ofFrame: together.frameCount)
                var expected: Set<Int64> = []
                for timing in timings {
                    var index = 0
                    while timing.nanosecond(ofFrame: index) < end {
                        expected.insert(timing.nanosecond(ofFrame: index))
                        index += 1
                    }
                    expectEqual(together.cycleDuration.divided(by: timing.cycleDuration)?.denominator, 1)
                }
                let found = (0..<together.frameCount).map(together.nanosecond(ofFrame:))
                expectEqual(found, expected.sorted(), "\(first) in \(cycle), \(second) in \(other)")
            }
        }
    }

    @Test("sequences with too many moments until they begin together again have no timing together")
    func tooManyMoments() throws {
        let timings = try [104_729, 104_723].map { rate in
            try require(FrameTiming(frameCount: 1, rate: FrameRate(rate)))
        }
        expect(FrameTiming(together: timings, most: 1 << 16) == nil)
        expect(FrameTiming(together: []) == nil)
        expectEqual(FrameTiming(together: [timings[0], timings[0]]), timings[0])
    }
}

@Suite struct SequencerTests {
    @Test("the timing is calculated when it is set, not at each access: two accesses give the same memory")
    func storedTiming() throws {
        let own = (0..<10_000).map { Frame(number: $0, source: .black, duration: RationalTime(Int64($0 % 3 + 1), 24)) }
        var sequencer = Sequencer(animationImages: own, animationDuration: 7)
        sequencer.startAnimating()
        let before = try require(sequencer.timing?.frameSlots)
        sequencer.advance(to: 6.999999999)
        expectEqual(sequencer.visibleImage, own[9_999])
        let after = try require(sequencer.timing?.frameSlots)
        let address = { (slots: FrameSlots) in
            slots.beginnings.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        expectEqual(address(before), address(after))
    }

    @Test("sequencers of the same frames and duration are equal, in whichever order these were set")
    func equality() {
        var first = Sequencer()
        first.animationImages = frames(4)
        first.animationDuration = 2
        var second = Sequencer(animationImages: frames(5))
        second.animationDuration = 2
        expect(first != second)
        second.animationImages = frames(4)
        expectEqual(first, second)
        expectEqual(first.hashValue, second.hashValue)
        expectEqual(first, Sequencer(animationImages: frames(4), animationDuration: 2))
        expectEqual(first.timing, FrameTiming(frameCount: 4, cycleDuration: 2))
        second.animationDuration = .zero
        expectEqual(second.timing, FrameTiming(frameCount: 4, rate: .imageViewDefault))
        second.animationImages = nil
        expect(second.timing == nil)
        expectEqual(second.effectiveAnimationDuration, .zero)
    }

    @Test("three cycles of 4 frames in 2 s end at 6 s (vector 3)")
    func finiteRepeat() throws {
        var sequencer = Sequencer(animationImages: frames(4), animationDuration: 2, animationRepeatCount: 3)
        expectEqual(sequencer.playedFrameCount, 12)
        sequencer.startAnimating()
        sequencer.advance(to: 1.999999999)
        expectEqual(sequencer.currentFrameIndex, 3)
        sequencer.advance(to: 2)
        expectEqual(sequencer.currentFrameIndex, 0)
        sequencer.advance(to: 5.999999999)
        expect(sequencer.isAnimating)
        sequencer.advance(to: 6)
        expect(!sequencer.isAnimating)
    }

    @Test("starting again starts from the first frame (vector 5)")
    func restart() {
        var sequencer = Sequencer(animationImages: frames(10), animationDuration: 1)
        sequencer.startAnimating()
        sequencer.advance(to: 0.9)
        expectEqual(sequencer.currentFrameIndex, 9)
        sequencer.startAnimating()
        expectEqual(sequencer.currentFrameIndex, 0)
    }

    @Test("a frame that occurs twice is shown twice as long (vector 6)")
    func repeatedFrame() throws {
        let a = frame(1)
        let b = frame(2)
        let duration = RationalTime(3, 10)
        var sequencer = Sequencer(animationImages: [a, a, b], animationDuration: duration)
        sequencer.startAnimating()
        for (time, shown) in [(0, a), (199_999_999, a), (200_000_000, b), (299_999_999, b), (300_000_000, a)] {
            sequencer.advance(toNanosecond: Int64(time))
            expectEqual(sequencer.visibleImage, shown, "at \(time) ns")
        }
    }

    @Test("after the last cycle the image is shown, not the last frame (vector 8)")
    func afterTheEnd() throws {
        let poster = frame(99)
        let duration = RationalTime(3, 10)
        var sequencer = Sequencer(animationImages: frames(3), animationDuration: duration, animationRepeatCount: 1)
        sequencer.image = poster
        expectEqual(sequencer.visibleImage, poster)
        sequencer.startAnimating()
        sequencer.advance(to: 0.299999999)
        expectEqual(sequencer.currentFrameIndex, 2)
        sequencer.advance(to: 0.3)
        expectEqual(sequencer.visibleImage, poster)
    }

    @Test("without frames starting does nothing, with one frame it animates")
    func fewFrames() {
        var sequencer = Sequencer()
        sequencer.startAnimating()
        expect(!sequencer.isAnimating)
        sequencer.animationImages = []
        sequencer.startAnimating()
        expect(!sequencer.isAnimating)
        sequencer.animationImages = frames(1)
        sequencer.startAnimating()
        expect(sequencer.isAnimating)
    }

    @Test("stopping twice does no harm, and setting no images stops")
    func stopping() {
        var sequencer = Sequencer(animationImages: frames(3))
        sequencer.startAnimating()
        sequencer.stopAnimating()
        sequencer.stopAnimating()
        expect(!sequencer.isAnimating)
        expect(sequencer.currentFrameIndex == nil)
        sequencer.startAnimating()
        sequencer.animationImages = nil
        expect(!sequencer.isAnimating)
    }

    @Test("new images while animating start from the first; a new static image changes nothing until the stop")
    func changesWhileAnimating() {
        var sequencer = Sequencer(animationImages: frames(10), animationDuration: 1)
        sequencer.startAnimating()
        sequencer.advance(to: 0.5)
        sequencer.image = frame(99)
        expectEqual(sequencer.currentFrameIndex, 5)
        sequencer.animationImages = frames(4)
        expect(sequencer.isAnimating)
        expectEqual(sequencer.currentFrameIndex, 0)
        sequencer.stopAnimating()
        expectEqual(sequencer.visibleImage, frame(99))
    }

    @Test("a negative repeat count plays without end, as 0 does", arguments: [0, -1])
    func endless(repeatCount: Int) {
        var sequencer = Sequencer(animationImages: frames(2), animationDuration: 1, animationRepeatCount: repeatCount)
        expect(sequencer.playedFrameCount == nil)
        sequencer.startAnimating()
        sequencer.advance(to: 3600)
        expect(sequencer.isAnimating)
    }
}

private func frame(_ number: Int) -> Frame {
    Frame(number: number, source: .file(FilePath("walk.\(number).png")))
}

private func frames(_ count: Int) -> [Frame] { (0..<count).map(frame) }
