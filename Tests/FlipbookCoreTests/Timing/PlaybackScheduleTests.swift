import FlipbookCore
import FlipbookTestSupport
import Testing

/// Which frame is shown when, in every direction, speed and loop mode.
@Suite struct PlaybackScheduleTests {
    private func timing(_ count: Int, _ rate: FrameRate = FrameRate(30)) throws -> FrameTiming {
        try require(FrameTiming(frameCount: count, rate: rate))
    }

    private func frames(_ schedule: PlaybackSchedule, _ count: Int) -> [Int] {
        (0..<count).map(schedule.frame(ofShowing:))
    }

    @Test("a loop starts over, backwards from the end, and a ping-pong turns with each end shown once")
    func orders() throws {
        let timing = try timing(4)
        func schedule(_ start: Int, _ rate: Int, _ mode: LoopMode) throws -> PlaybackSchedule {
            PlaybackSchedule(
                timing: timing,
                range: 0...3,
                start: start,
                rate: try require(PlaybackRate(rate)),
                loopMode: mode
            )
        }
        expectEqual(frames(try schedule(0, 1, .loop), 6), [0, 1, 2, 3, 0, 1])
        expectEqual(frames(try schedule(2, 1, .loop), 6), [2, 3, 0, 1, 2, 3])
        expectEqual(frames(try schedule(1, -1, .loop), 6), [1, 0, 3, 2, 1, 0])
        expectEqual(frames(try schedule(0, 1, .pingPong), 8), [0, 1, 2, 3, 2, 1, 0, 1])
        expectEqual(frames(try schedule(2, -1, .pingPong), 8), [2, 1, 0, 1, 2, 3, 2, 1])
        expectEqual(frames(try schedule(3, -1, .pingPong), 4), [3, 2, 1, 0])
        expectEqual(frames(try schedule(0, -1, .pingPong), 4), [0, 1, 2, 3])
        try expectEqual(schedule(2, 1, .once).count, 2)
        try expectEqual(schedule(2, -1, .once).count, 3)
        try expect(schedule(0, 1, .loop).count == nil)
    }

    @Test("only the frames between the points are played, and a start outside is moved to them")
    func range() throws {
        let timing = try timing(10)
        let schedule = PlaybackSchedule(timing: timing, range: 3...5, start: 9, loopMode: .loop, cycleCount: 2)
        expectEqual(frames(schedule, 4), [5, 3, 4, 5])
        expectEqual(schedule.count, 4)
        let one = PlaybackSchedule(timing: timing, range: 7...7, start: 7, loopMode: .pingPong)
        expectEqual(frames(one, 3), [7, 7, 7])
        let beyond = PlaybackSchedule(timing: timing, range: -4...40, start: 0)
        expectEqual(beyond.range, 0...9)
    }

    @Test("times follow from the fraction: at the own rate they are the timing's, at any other exact to the nanosecond")
    func times() throws {
        let ntsc = try require(FrameRate(24000, 1001))
        let timing = try timing(7, ntsc)
        let plain = PlaybackSchedule(timing: timing, range: 0...6, start: 0)
        for index in [0, 1, 6, 7, 1_000_000] {
            expectEqual(plain.presentationTime(ofShowing: index), timing.nanosecond(ofFrame: index))
        }
        let double = PlaybackSchedule(timing: timing, range: 0...6, start: 0, rate: try require(PlaybackRate(2)))
        // 1,000,000 frames at 48000/1001 take 1001000000/48000 s.
        expectEqual(double.presentationTime(ofShowing: 1_000_000), 20_854_166_666_666)
        let slow = PlaybackSchedule(timing: timing, range: 0...6, start: 3, rate: try require(PlaybackRate(-3, 4)))
        expectEqual(slow.presentationTime(ofShowing: 3), 166_833_333)
    }

    @Test("a frame keeps its own length in every direction")
    func ownLengths() throws {
        let lengths = [1, 2, 4].compactMap { RationalTime($0, 10) }
        let timing = try require(FrameTiming(durations: lengths))
        func durations(_ rate: Int, _ mode: LoopMode, _ start: Int, _ count: Int) throws -> [Int64] {
            let schedule = PlaybackSchedule(
                timing: timing,
                range: 0...2,
                start: start,
                rate: try require(PlaybackRate(rate)),
                loopMode: mode
            )
            return (0..<count).map { schedule.duration(ofShowing: $0) / 100_000_000 }
        }
        try expectEqual(durations(1, .loop, 0, 4), [1, 2, 4, 1])
        try expectEqual(durations(-1, .loop, 2, 4), [4, 2, 1, 4])
        try expectEqual(durations(1, .pingPong, 0, 6), [1, 2, 4, 2, 1, 2])
        try expectEqual(durations(-1, .pingPong, 1, 5), [2, 1, 2, 4, 2])
    }

    @Test(
        "the showing at a time is the last that has begun, for every start, direction and mode",
        arguments: LoopMode.allCases,
        [(1, 1), (-1, 1), (3, 2), (-7, 3)]
    )
    func inverse(mode: LoopMode, rate: (Int, Int)) throws {
        for count in 1...5 {
            let timing = try require(FrameTiming(frameCount: count, cycleDuration: RationalTime(1)))
            for start in 0..<count {
                let schedule = PlaybackSchedule(
                    timing: timing,
                    range: 0...count - 1,
                    start: start,
                    rate: try require(PlaybackRate(rate.0, rate.1)),
                    loopMode: mode == .once ? .loop : mode
                )
                for index in 0..<20 {
                    let time = schedule.presentationTime(ofShowing: index)
                    expectEqual(schedule.showing(at: time), index)
                    expect(index == 0 || schedule.showing(at: time - 1) == index - 1)
                    expect(schedule.duration(ofShowing: index) > 0)
                }
            }
        }
    }

    @Test("cycles are counted at the seam")
    func cycles() throws {
        let schedule = PlaybackSchedule(timing: try timing(3), range: 0...2, start: 1, cycleCount: 3)
        expectEqual((0..<8).map(schedule.cycle(ofShowing:)), [0, 0, 1, 1, 1, 2, 2, 2])
        expectEqual(schedule.count, 8)
    }

    @Test("a time code counts whole frames at the nearest rate")
    func timecode() throws {
        let ntsc = try timing(100, try require(FrameRate(24000, 1001)))
        expectEqual(TimeCode(ofFrame: 0, in: ntsc).description, "00:00:00:00")
        expectEqual(TimeCode(ofFrame: 47, in: ntsc).description, "00:00:01:23")
        expectEqual(TimeCode(digits: 0x2359_5824)?.description, "23:59:58:24")
        expectEqual(TimeCode(digits: 0x0102_0369)?.description, "01:02:03;29")
        expect(TimeCode(digits: 0x0A00_0000) == nil && TimeCode(digits: .max) == nil)
    }
}
