import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Slots of different lengths")
struct FrameSlotsTests {
    private static func times(_ fractions: [(Int64, Int64)]) -> [RationalTime] {
        fractions.map { RationalTime($0.0, $0.1) }
    }

    @Test("each frame begins where the ones before it end, and the last one counts")
    func beginnings() throws {
        let timing = try require(FrameTiming(durations: Self.times([(1, 2), (1, 10), (1, 3), (2, 1)])))
        expectEqual(timing.cycleDuration, RationalTime(44, 15))
        expectEqual(
            (0...8).map(timing.nanosecond(ofFrame:)),
            [
                0, 500_000_000, 600_000_000, 933_333_333, 2_933_333_333, 3_433_333_333, 3_533_333_333, 3_866_666_666,
                5_866_666_666,
            ]
        )
        expectEqual(timing.nanosecondCount(ofFrame: 3), 2_000_000_000)
        expect(!timing.isConstant)
    }

    @Test(
        "equal lengths give the times of equal slots",
        arguments: [(7, 1, 7), (30, 1, 1), (12, 5, 24), (5, 1001, 4800)]
    )
    func equalSlots(count: Int, numerator: Int64, denominator: Int64) throws {
        let cycle = RationalTime(numerator, denominator)
        let slot = RationalTime(numerator, denominator * Int64(count))
        let equal = try require(FrameTiming(frameCount: count, cycleDuration: cycle))
        let own = try require(FrameTiming(durations: Array(repeating: slot, count: count)))
        expect(own.isConstant)
        expectEqual(own.cycleDuration, cycle)
        for frame in -3 * count...5 * count {
            expectEqual(own.nanosecond(ofFrame: frame), equal.nanosecond(ofFrame: frame))
        }
    }

    @Test("the frame at a time is the last that has begun, at every beginning and a nanosecond before it")
    func inverse() throws {
        var random = SeededGenerator(seed: 0xF11B)
        var checked = 0
        for _ in 0..<200 {
            let durations = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                RationalTime(Int64.random(in: 1...5_000, using: &random), Int64.random(in: 1...2_000, using: &random))
            }
            // Many of them have a common denominator beyond 62 bits.
            guard let timing = FrameTiming(durations: durations) else { continue }
            checked += 1
            for frame in -durations.count...3 * durations.count {
                let start = timing.nanosecond(ofFrame: frame)
                expectEqual(timing.frame(atNanosecond: start), frame, "seed 0xF11B")
                expectEqual(timing.frame(atNanosecond: start - 1), frame - 1, "seed 0xF11B")
            }
        }
        expect(checked > 50)
    }

    @Test("times far beyond any film do not overflow")
    func farAway() throws {
        let timing = try require(FrameTiming(durations: [RationalTime(1_000_000), RationalTime(999_999)]))
        expectEqual(timing.nanosecond(ofFrame: .max - 1), .max)
        expect(timing.frame(atNanosecond: .max) > 0)
        expect(FrameTiming(durations: [RationalTime(1 << 61), RationalTime(1 << 61)]) == nil)
    }

    @Test("no frame and no time that an Int can say is out of reach")
    func extremes() throws {
        let own = try require(FrameTiming(durations: Self.times([(1, 10_000_000_000), (2, 10_000_000_000)])))
        let long = try require(FrameTiming(durations: [RationalTime(1 << 60), RationalTime(1 << 59)]))
        let equal = try require(FrameTiming(frameCount: 3, cycleDuration: RationalTime(.max)))
        let tiny = RationalTime(1, .max)
        let many = try require(FrameTiming(frameCount: .max, cycleDuration: tiny))
        for timing in [own, long, equal, many] {
            for edge in [Int.min, .min + 1, -1, 0, 1, .max - 1, .max] {
                expect(timing.nanosecondCount(ofFrame: edge) >= 0 && timing.duration(ofFrame: edge) >= .zero)
                expect(timing.presentationTime(ofFrame: edge) <= 0 || edge > 0)
                expect(timing.nanosecond(ofFrame: edge) <= 0 || edge > 0)
            }
        }
        for timing in [long, equal, many] {
            expect(timing.frame(atNanosecond: .min) <= timing.frame(atNanosecond: .max))
        }
        // Some seven frames in each nanosecond: more than an Int counts.
        expectEqual(own.frame(atNanosecond: .max), .max)
        expectEqual(own.frame(atNanosecond: .min), .min)
        expectEqual(FrameRate(1, 1000)?.duration(ofFrames: .max), RationalTime(.max))
        expectEqual(FrameRate(1, 1000)?.duration(ofFrames: .min), RationalTime(.min))
        expectEqual(FrameRate(1000).duration(ofFrames: 500), RationalTime(1, 2))
    }

    @Test("no frames, no time, and fractions beyond 62 bits make no timing")
    func refused() throws {
        expect(FrameTiming(durations: []) == nil)
        expect(FrameTiming(durations: [.zero]) == nil)
        expect(FrameTiming(durations: [RationalTime(-1)]) == nil)
        let primes = Self.times([(1, 999_999_937), (1, 999_999_929), (1, 999_999_893)])
        expect(FrameTiming(durations: primes) == nil)
    }

    @Test("an animation of frames with durations lasts as they say, and a cycle length scales them")
    func sequencer() throws {
        let durations: [RationalTime?] = [RationalTime(1, 10), nil, RationalTime(1, 2)]
        let frames = durations.enumerated().map { index, duration in
            Frame(number: index, source: .black, duration: duration)
        }
        var sequencer = Sequencer(animationImages: frames, animationRepeatCount: 1)
        expectEqual(sequencer.effectiveAnimationDuration, RationalTime(19, 30))
        expectEqual(sequencer.timing?.nanosecond(ofFrame: 2), 133_333_333)
        sequencer.animationDuration = RationalTime(19, 15)
        expectEqual(sequencer.timing?.nanosecond(ofFrame: 2), 266_666_666)
        expectEqual(sequencer.timing?.nanosecond(ofFrame: 3), 1_266_666_666)
        sequencer.startAnimating()
        sequencer.advance(to: 1.266666665)
        expectEqual(sequencer.currentFrameIndex, 2)
        sequencer.advance(to: 1.266666666)
        expect(!sequencer.isAnimating)
    }
}

@Suite("A constant rate of different lengths")
struct ConstantRateTests {
    private static func list(_ durations: [RationalTime?]) -> FrameList {
        FrameList(
            name: "walk",
            frames: durations.enumerated().map { index, duration in
                Frame(number: index, source: .file(FilePath("walk\(index).png")), duration: duration)
            }
        )
    }

    @Test("whole numbers of slots become repeated frames, exactly")
    func exact() throws {
        let list = Self.list([RationalTime(1, 10), RationalTime(1, 5), RationalTime(1, 20), nil])
        let converted = try list.converted(to: FrameRate(20))
        expectEqual(converted.frames.map(\.number), [0, 0, 1, 1, 1, 1, 2, 3])
        expect(!converted.hasDurations)
        expect(converted.hints.isEmpty)
    }

    @Test("a slot shows the last frame that has begun, and a hint says how late the latest is")
    func rounded() throws {
        let converted = try Self.list([RationalTime(1, 10), RationalTime(1, 10)]).converted(to: FrameRate(24))
        // 0.1 s is 2.4 slots: frame 1 begins with slot 3, 25 ms late; 4.8 slots in all are 5.
        expectEqual(converted.frames.map(\.number), [0, 0, 0, 1, 1])
        expectEqual(
            converted.hints,
            [
                "walk: at 24 frames/s some frames begin up to 25 ms late, and a cycle is 8.333 ms longer than the "
                    + "sum of its durations"
            ]
        )
    }

    @Test("a last frame as long as a slot is shown, even if the cycle would round to end before it")
    func last() throws {
        // Four frames of 1.1 slots are 4.4 slots; the last one begins within slot 3.
        let tenths = Self.list(Array(repeating: RationalTime(1, 10), count: 4))
        try expectEqual(tenths.converted(to: FrameRate(11)).frames.map(\.number), [0, 0, 1, 2, 3])
        let film = Self.list(Array(repeating: RationalTime(1001, 24000), count: 24))
        try expectEqual(Set(film.converted(to: FrameRate(24)).frames.map(\.number)).count, 24)
    }

    @Test("a frame that would never be shown is an error with the rate that shows it")
    func lost() throws {
        let durations = [RationalTime(99, 100), RationalTime(1, 200), RationalTime(1)]
        let error = #expect(throws: ConstantRateError.self) { try Self.list(durations).converted(to: FrameRate(24)) }
        // It lasts from 0.99 s to 0.995 s; slot 23 begins at 0.958 s and slot 24 at 1 s.
        expectEqual(error?.reason, .unshown([FilePath("walk1.png")], shortest: RationalTime(1, 200)))
        expectEqual(
            error?.description,
            "walk: walk1.png is shown too briefly for 24 frames/s and would be lost. "
                + "Use frameRate: 200, or omit frameRate to keep the exact times."
        )
        let film = [1, 2, 3].map { FilePath("a.mp4", picture: $0) }
        let reason = ConstantRateError.Reason.unshown(film, shortest: RationalTime(1, 25))
        let several = ConstantRateError(name: "a.mp4", rate: FrameRate(12), reason: reason)
        expect(several.description.hasPrefix("a.mp4: 3 frames, such as a.mp4 frame 1, are shown too briefly"))
    }

    @Test("for a lower rate than a file's, the error selects fewer pictures and keeps their speed")
    func fewer() throws {
        let frames = (1...99).map { FilePath("a.mp4", picture: $0) }
            .map { Frame(number: 1, source: .file($0), duration: RationalTime(1, 25)) }
        let list = FrameList(name: "a.mp4", frames: frames)
        let error = #expect(throws: ConstantRateError.self) { try list.converted(to: FrameRate(12)) }
        let words = "To show fewer frames, use frames: 1-99x2 and animationDuration: 4, or omit frameRate to keep"
        expect(try require(error).description.contains(words), "\(error?.description ?? "")")
    }

    @Test("durations without a common fraction are refused with what to do")
    func incommensurable() throws {
        let durations = [999_999_937, 999_999_929, 999_999_893].map { RationalTime(1, $0) }
        let error = #expect(throws: ConstantRateError.self) { try Self.list(durations).converted(to: FrameRate(24)) }
        expectEqual(
            error?.description,
            "walk: the frame durations have no common denominator below 2^62. "
                + "Round them, for example to 0.001 s."
        )
    }

    @Test("too many frames are refused before they are made")
    func tooMany() throws {
        let error = #expect(throws: ConstantRateError.self) {
            try Self.list([RationalTime(1_000_000)]).converted(to: FrameRate(1000))
        }
        expectEqual(error?.reason, .tooManyFrames)
    }
}
